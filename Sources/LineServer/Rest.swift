import Threads

/// What is left of an answer that waits for something which may not come, a disk for example. No thread waits for that,
/// and no moment is kept for it.
public struct Rest: Sendable {
    /// Writes what is left.
    public typealias Conclusion = @Sendable (ReplyWriter) throws -> Void

    /// Calls back once, in bounded time, on any thread.
    let begin: @Sendable (@escaping @Sendable (@escaping Conclusion) -> Void) -> Void

    public init(_ begin: @escaping @Sendable (@escaping @Sendable (@escaping Conclusion) -> Void) -> Void) {
        self.begin = begin
    }

    /// For who has to wait.
    func wait() -> Conclusion {
        let answer = Monitor<Conclusion?>(nil)
        begin { conclusion in answer.update { $0 = conclusion } }
        return answer.wait { $0 }
    }
}
