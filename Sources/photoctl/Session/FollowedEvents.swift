import Glibc
import LineProtocol
import PhotoClient

/// The lines of a subscription, for as long as somebody reads what is written of them: one who has gone
/// (`photoctl watch | head -1`) is noticed before the next event comes.
struct FollowedEvents {
    private let connection: TimedConnection

    init(_ request: Request, _ options: GlobalOptions) throws {
        // Signals end the program by themselves: nothing is to be put in order.
        connection = try TimedConnection(to: options.socketPaths, nil, reader: STDOUT_FILENO)
        try connection.ask(request)
    }

    /// `nil` where no more will come.
    ///
    /// - Throws: with `done` where nobody reads any more, and why nothing comes.
    func next() throws -> ArraySlice<UInt8>? {
        while let arrival = try connection.next(until: nil) {
            switch arrival {
            case .line(let line, _, _): return line
            case .event(let event, _): return event.line[...]
            case .refused(let acknowledgement, _): throw ClientError.refused(acknowledgement)
            case .end, .partEnd: return nil
            case .greeted, .unsubscribed, .failed, .closed: continue
            }
        }
        return nil
    }
}
