/// Calls that may never come back: into a file system whose server is gone.
public enum Patience {
    /// What `body` returns, or `nil` where that takes too long. It runs on a thread of its own, which is then left to
    /// itself, or where the system gives none on this one.
    public static func call<Value: Sendable>(
        atMost duration: Duration,
        _ body: @escaping @Sendable () -> Value
    ) -> Value? {
        let answer = Monitor<Value?>(nil)
        guard
            let thread = NamedThread(
                "patience",
                {
                    let value = body()
                    answer.withLock { $0 = value }
                }
            )
        else { return body() }
        return thread.join(atMost: duration) ? answer.withLock { $0 } : nil
    }
}
