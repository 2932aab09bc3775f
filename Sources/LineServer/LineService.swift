import LineProtocol

/// A program that serves clients with a `CommandTable`: what the handlers in it work with.
public protocol LineService: AnyObject, Sendable {
    /// What commands read: the state as of one moment, and where their lines go.
    associatedtype Reading
    /// What `subscribe` begins, where there is such a command.
    associatedtype Subscription: LineSubscription = NoSubscription

    /// The program's name.
    static var program: String { get }

    /// What it says first, without a line end.
    static var greeting: String { get }

    /// How often it was asked what, and how long that took.
    var statistics: ServerStatistics { get }

    /// Has `body` read one moment.
    ///
    /// - Parameters:
    ///   - isShared: several commands are answered from it, so that nothing may be told as of another moment.
    ///   - writer: where their lines go.
    func read(isShared: Bool, to writer: ReplyWriter, _ body: (Reading) throws -> Void) throws

    /// Whether an error of `read` says that there is nothing to be read just now.
    func isWithoutState(_ error: any Error) -> Bool

    /// Reads the state that a subscription begins with.
    ///
    /// - Parameter drain: takes its lines over, in pieces of whole ones.
    func open(
        _ request: Subscription.OpeningRequest,
        drain: @escaping (UnsafeRawBufferPointer) throws -> Void
    ) throws -> Subscription.Opening

    /// No client is there any more. Called before the answers under way are waited for, which must not wait for anything
    /// that may never come.
    func stop()
}

extension LineService {
    public static var greeting: String { "OK \(program) \(ProtocolVersion.number)" }

    public func isWithoutState(_ error: any Error) -> Bool { false }

    public func stop() {}
}

extension LineService where Subscription == NoSubscription {
    public func open(
        _ request: NoSubscription.Nothing,
        drain: @escaping (UnsafeRawBufferPointer) throws -> Void
    ) throws -> NoSubscription.Nothing {
        NoSubscription.Nothing()
    }
}
