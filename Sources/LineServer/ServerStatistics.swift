import LineProtocol
import Synchronization
import Threads

/// Counts requests and how long they took, since the start.
public final class ServerStatistics: Sendable {
    private struct Figures {
        var count: UInt64 = 0
        var refused: UInt64 = 0
        var latency = LatencyHistogram()
    }

    private struct State {
        var connections: UInt64 = 0
        var open = 0
        /// In the order of the command table.
        var commands: [Figures]
    }

    private let definitions: CommandDefinitions
    private let started = MonotonicClock.now()
    private let state: Mutex<State>

    public init(_ definitions: CommandDefinitions) {
        self.definitions = definitions
        state = Mutex(State(commands: Array(repeating: Figures(), count: definitions.all.count)))
    }

    /// Seconds since the start.
    public var uptime: Double { Double(MonotonicClock.now() - started) / 1e9 }

    func connectionOpened() {
        state.withLock { state in
            state.connections += 1
            state.open += 1
        }
    }

    func connectionClosed() {
        state.withLock { $0.open -= 1 }
    }

    /// - Parameters:
    ///   - number: the command's position in the command table.
    ///   - start: when the request's line was complete, monotonic nanoseconds.
    func count(_ number: Int, since start: UInt64, isRefused: Bool = false) {
        let nanoseconds = MonotonicClock.now() &- start
        state.withLock { state in
            state.commands[number].count += 1
            if isRefused { state.commands[number].refused += 1 }
            state.commands[number].latency.add(nanoseconds)
        }
    }

    /// A request that could not be read; one that names no known command is not counted.
    func countRefusal(of command: String, since start: UInt64) {
        guard let number = definitions.position(of: command) else { return }
        count(number, since: start, isRefused: true)
    }

    public func write(to json: inout JSONWriter) {
        let (connections, open, commands) = state.withLock { ($0.connections, $0.open, $0.commands) }
        json.member("uptime", uptime)
        json.member("connections", connections)
        json.member("openConnections", open)
        json.key("commands")
        json.beginObject()
        for (definition, command) in zip(definitions.all, commands) where command.count > 0 {
            json.key(definition.name)
            json.beginObject()
            json.member("count", command.count)
            json.member("refused", command.refused)
            for (key, share) in [("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("max", 1.0)] {
                json.key(key)
                json.double(Double(command.latency.quantile(share)) / 1e9)
            }
            json.endObject()
        }
        json.endObject()
    }
}
