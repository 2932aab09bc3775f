import Glibc
import Logging

/// Log lines on standard error. Under systemd each begins with its priority, as sd-daemon(3) has it, so that the journal
/// knows an error from a note; elsewhere with its level.
struct StandardErrorLog: LogHandler {
    var logLevel: Logger.Level
    var metadata: Logger.Metadata = [:]
    private let isJournal = getenv("JOURNAL_STREAM") != nil

    init(level: Logger.Level) {
        logLevel = level
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let prefix = isJournal ? "<\(Self.priority(of: event.level))>" : "photod: \(event.level): "
        // One write a line, so that lines of several threads do not mix.
        let line = Array("\(prefix)\(event.message)\n".utf8)
        _ = write(STDERR_FILENO, line, line.count)
    }

    private static func priority(of level: Logger.Level) -> Int {
        switch level {
        case .trace, .debug: 7
        case .info: 6
        case .notice: 5
        case .warning: 4
        case .error: 3
        case .critical: 2
        }
    }
}
