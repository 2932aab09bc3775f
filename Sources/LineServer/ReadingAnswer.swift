import LineProtocol

/// How a command is answered that only reads.
public struct ReadingAnswer<Service: LineService>: Sendable {
    /// Writes the answer, or as much of it as there is without what may not come.
    public typealias Body = @Sendable (Service.Reading, Arguments) throws -> Rest?
    public typealias Kept = @Sendable (Service, Arguments, ReplyWriter) throws -> Bool

    enum Place: Sendable {
        case eventLoop(unless: (@Sendable (Request) -> Bool)?)
        case thread(ReaderThreads.Length)
    }

    let place: Place
    let kept: Kept?
    let prepare: (@Sendable (Service, Request) throws -> Void)?
    let body: Body

    /// Whose threads answer a request; `nil` where the event loop does.
    func threads(for request: Request) -> ReaderThreads.Length? {
        switch place {
        case .thread(let length): length
        case .eventLoop(unless: .none): nil
        case .eventLoop(unless: .some(let isLong)): isLong(request) ? .page : nil
        }
    }
}
