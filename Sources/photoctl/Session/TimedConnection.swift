import Glibc
import LineProtocol
import PhotoClient

/// A connection that is waited for until a moment and no longer than the user wants.
final class TimedConnection {
    enum Answer {
        case lines([JSONValue])
        case refused(Acknowledgement)
    }

    private var connection: PolledConnection
    private let interruption: Interruption?
    private var arrivals: ArraySlice<Arrival> = []
    /// Another descriptor whose other end must not be closed, as that of a pipe that is written to.
    private let reader: Int32?

    /// - Parameters:
    ///   - interruption: `nil` where signals end the program by themselves.
    ///   - reader: to whom is written what comes; where nobody reads any more, waiting throws `done`.
    init(
        to paths: [SocketPath],
        _ interruption: Interruption?,
        reader: Int32? = nil
    ) throws(ClientError) {
        connection = try PolledConnection(to: paths)
        self.interruption = interruption
        self.reader = reader
    }

    @discardableResult
    func ask(_ request: Request) throws(ClientError) -> RequestNumber { try connection.ask(request) }

    func ask(_ request: Request, json: [UInt8]) throws(ClientError) -> RequestNumber {
        try connection.ask(request, json: json)
    }

    /// The whole answer to a request, which is the next one to come.
    ///
    /// - Parameters:
    ///   - moment: when to give up; `nil`: never.
    ///   - heard: is told the events that come meanwhile.
    func answer(
        to number: RequestNumber,
        until moment: ContinuousClock.Instant? = nil,
        heard: (EventLine) -> Void = { _ in }
    ) throws -> Answer {
        var lines: [JSONValue] = []
        while let arrival = try next(until: moment) {
            switch arrival {
            case .line(let line, let asked, _) where asked == number:
                guard let value = try? JSONValue.parse(line) else {
                    throw ClientError.malformedReply(ClientError.excerpt(line))
                }
                lines.append(value)
            case .event(let event, _): heard(event)
            case .end(let ended) where ended == number: return .lines(lines)
            case .refused(let acknowledgement, let refused) where refused == number:
                return .refused(acknowledgement)
            // Of a request whose answer somebody has given up.
            case .greeted, .line, .end, .refused, .partEnd, .unsubscribed, .failed, .closed: continue
            }
        }
        throw ClientError.timedOut
    }

    /// What comes next; `nil` at the moment, where nothing has come.
    ///
    /// - Parameter moment: `nil`: however long it takes.
    /// - Throws: `Interrupted`, or why nothing will come any more.
    func next(until moment: ContinuousClock.Instant?) throws -> Arrival? {
        while true {
            if let arrival = arrivals.popFirst() {
                switch arrival {
                case .failed(_, let reason): throw reason
                case .closed(let reason): throw reason ?? .closed
                case .greeted, .line, .partEnd, .end, .refused, .event, .unsubscribed: return arrival
                }
            }
            guard try wait(until: moment) else { return nil }
            arrivals = connection.readable()[...]
        }
    }

    /// Whether something has come.
    private func wait(until moment: ContinuousClock.Instant?) throws -> Bool {
        while true {
            let wanted = Int16(POLLIN) | (connection.wantsToWrite ? Int16(POLLOUT) : 0)
            var entries = [
                pollfd(fd: interruption?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
                pollfd(fd: connection.descriptor, events: wanted, revents: 0),
                // Without an event that is waited for, poll(2) tells of errors alone: of a pipe that its reader has closed.
                pollfd(fd: reader ?? -1, events: 0, revents: 0),
            ]
            let count = poll(&entries, nfds_t(entries.count), Self.milliseconds(until: moment))
            if count == 0 { return false }
            guard count > 0 else {
                guard errno == EINTR else { throw ClientError.system(call: "poll", code: errno) }
                continue
            }
            if entries[0].revents != 0 {
                interruption?.take()
                throw Interrupted()
            }
            if entries[2].revents != 0 { throw Failure(.done) }
            if entries[1].revents & Int16(POLLOUT) != 0 { connection.writable() }
            if entries[1].revents & ~Int16(POLLOUT) != 0 { return true }
        }
    }

    private static func milliseconds(until moment: ContinuousClock.Instant?) -> Int32 {
        guard let moment else { return -1 }
        let left = max(moment - ContinuousClock().now, .zero)
        // Rounded up: a wait that ends a fraction too early would spin until the moment.
        return Int32(clamping: Int64((left / .milliseconds(1)).rounded(.up)))
    }
}
