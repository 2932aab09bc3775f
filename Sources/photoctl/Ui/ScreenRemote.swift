import LineProtocol
import PhotoClient

/// Has a gallery's screens show something, and hears what happens on them.
final class ScreenRemote {
    private let connection: TimedConnection
    /// Is told every event.
    var heard: (EventLine) -> Void = { _ in }

    init(_ connection: TimedConnection) {
        self.connection = connection
    }

    /// Hears from now on what happens. When it returns, what is open has been heard of.
    ///
    /// - Parameter screen: `nil`: on all screens.
    func subscribe(to screen: String?) throws {
        try connection.ask(Request("subscribe", ["ui"]).adding("screen", screen))
        while let arrival = try connection.next(until: nil) {
            switch arrival {
            case .event(let event, _) where event.name == "ready": return
            case .event(let event, _): heard(event)
            case .refused(let acknowledgement, _): throw ClientError.refused(acknowledgement)
            case .greeted, .line, .partEnd, .end, .unsubscribed, .failed, .closed: continue
            }
        }
    }

    /// Sends a command, whose answer is still to be taken, in the order in which they were sent.
    func send(_ command: ScreenCommand, to screen: String?, timeout: String) throws(ClientError)
        -> RequestNumber
    {
        switch command.asking(screen: screen, timeout: timeout) {
        case .line(let request): try connection.ask(request)
        case .upload(let request, let json): try connection.ask(request, json: json)
        }
    }

    func answer(to number: RequestNumber) throws -> TimedConnection.Answer {
        try connection.answer(to: number, heard: heard)
    }

    /// What the gallery says of its screens: `screens`, `tree`.
    func ask(_ words: String...) throws -> [JSONValue] {
        switch try answer(to: try connection.ask(Request("ui", words))) {
        case .lines(let lines): return lines
        case .refused(let acknowledgement): throw ClientError.refused(acknowledgement)
        }
    }

    /// Waits for the next event; `false` at the moment, where none has come.
    func waitForEvent(until moment: ContinuousClock.Instant?) throws -> Bool {
        while let arrival = try connection.next(until: moment) {
            guard case .event(let event, _) = arrival else { continue }
            heard(event)
            return true
        }
        return false
    }
}
