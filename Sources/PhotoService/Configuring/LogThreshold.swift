import Logging
import PhotodConfiguration
import Synchronization

/// The least grave level that is logged. A reload may change it while the daemon runs.
public final class LogThreshold: Sendable {
    private let value: Mutex<Logger.Level>

    public init(_ level: LogLevel) {
        value = Mutex(Self.level(level))
    }

    public var level: Logger.Level { value.withLock { $0 } }

    func set(_ level: LogLevel) {
        value.withLock { $0 = Self.level(level) }
    }

    private static func level(_ level: LogLevel) -> Logger.Level {
        // The configuration's levels bear swift-log's names.
        Logger.Level(rawValue: level.rawValue) ?? .info
    }
}
