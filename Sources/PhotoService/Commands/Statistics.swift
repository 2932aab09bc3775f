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
        var commands: [String: Command] = [:]
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

    /// - Parameter start: when the request's line was complete, monotonic nanoseconds.
    func count(_ command: String, since start: UInt64, isRefused: Bool) {
        let nanoseconds = MonotonicClock.now() &- start
        // Only known names: a client must not make the table grow.
        guard CommandTable[command] != nil else { return }
        state.withLock { state in
            state.commands[command, default: Command()].count += 1
            if isRefused { state.commands[command]?.refused += 1 }
            state.commands[command]?.latency.add(nanoseconds)
        }
    }

    func write(to json: inout JSONWriter) {
        let (connections, open, commands) = state.withLock { ($0.connections, $0.open, $0.commands) }
        json.key("uptime")
        json.double(uptime)
        json.key("connections")
        json.integer(connections)
        json.key("openConnections")
        json.integer(open)
        json.key("commands")
        json.beginObject()
        for (name, command) in commands.sorted(by: { $0.key < $1.key }) {
            json.key(name)
            json.beginObject()
            json.key("count")
            json.integer(command.count)
            json.key("refused")
            json.integer(command.refused)
            for (key, share) in [("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("max", 1.0)] {
                json.key(key)
                json.double(Double(command.latency.quantile(share)) / 1e9)
            }
            json.endObject()
        }
        json.endObject()
    }
}

/// Latencies in buckets an eighth of a power of two wide: quantiles are exact to 9 %, in 4 KiB.
struct LatencyHistogram {
    private var buckets = [UInt32](repeating: 0, count: 512)
    private var count: UInt64 = 0

    mutating func add(_ nanoseconds: UInt64) {
        buckets[Self.bucket(of: nanoseconds)] += 1
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
