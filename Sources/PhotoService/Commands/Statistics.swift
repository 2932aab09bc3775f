import Glibc
import LineProtocol
import Synchronization
import Threads

/// Counts requests and how long they took, since the start.
final class Statistics: Sendable {
    private struct Command {
        var count: UInt64 = 0
        var refused: UInt64 = 0
        var latency = LatencyHistogram()
    }

    private struct State {
        var connections: UInt64 = 0
        var open = 0
        /// In the order of the command table.
        var commands = [Command](repeating: Command(), count: CommandTable.all.count)
    }

    private let started = MonotonicClock.now()
    private let state = Mutex(State())

    /// Seconds since the start.
    var uptime: Double { Double(MonotonicClock.now() - started) / 1e9 }

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

    /// The same by name. Unknown commands are not counted: a client must not make the table grow.
    func count(_ command: String, since start: UInt64, isRefused: Bool) {
        guard let number = CommandTable.all.firstIndex(where: { $0.name == command }) else { return }
        count(number, since: start, isRefused: isRefused)
    }

    /// Where `ping` stands in the command table.
    static let ping = CommandTable.all.firstIndex { $0.name == "ping" } ?? 0

    func write(to json: inout JSONWriter) {
        let (connections, open, commands) = state.withLock { ($0.connections, $0.open, $0.commands) }
        json.member("uptime", uptime)
        json.member("connections", connections)
        json.member("openConnections", open)
        json.key("commands")
        json.beginObject()
        for (definition, command) in zip(CommandTable.all, commands) where command.count > 0 {
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

/// Latencies in buckets an eighth of a power of two wide: quantiles are exact to 13 %, in 2 KiB.
struct LatencyHistogram {
    private var buckets: [UInt32] = []
    private var count: UInt64 = 0
    private static let bucketCount = 512

    mutating func add(_ nanoseconds: UInt64) {
        // Most commands are never sent: memory comes with the first request.
        if buckets.isEmpty { buckets = [UInt32](repeating: 0, count: Self.bucketCount) }
        buckets[Self.bucket(of: nanoseconds)] &+= 1
        count += 1
    }

    /// The upper bound of the bucket that holds the `share`-th of all, in nanoseconds; 0 while there is none.
    func quantile(_ share: Double) -> UInt64 {
        guard count > 0 else { return 0 }
        let wanted = max(1, UInt64((Double(count) * share).rounded(.up)))
        var seen: UInt64 = 0
        for (index, value) in buckets.enumerated() {
            seen += UInt64(value)
            if seen >= wanted { return Self.upperBound(of: index) }
        }
        return Self.upperBound(of: buckets.count - 1)
    }

    private static func bucket(of value: UInt64) -> Int {
        guard value >= 8 else { return Int(value) }
        let exponent = 63 - value.leadingZeroBitCount
        return (exponent - 2) * 8 + Int(value >> UInt64(exponent - 3)) & 7
    }

    private static func upperBound(of bucket: Int) -> UInt64 {
        guard bucket >= 8 else { return UInt64(bucket) }
        let exponent = UInt64(bucket / 8 + 2)
        return (1 << exponent) + UInt64(bucket % 8 + 1) << (exponent - 3) - 1
    }
}
