import Glibc
import LineProtocol
import Logging
import PhotoService
import StandardError

/// Log lines on standard error. Under systemd each begins with its priority, as sd-daemon(3) has it, so that the journal
/// knows an error from a note; elsewhere with its level.
struct StandardErrorLog: LogHandler {
    var metadata: Logger.Metadata = [:]
    private let threshold: LogThreshold
    /// A level of this logger's own, which wins.
    private var ownLevel: Logger.Level?
    private let isJournal = Self.isReadByJournal()

    init(threshold: LogThreshold) {
        self.threshold = threshold
    }

    var logLevel: Logger.Level {
        get { ownLevel ?? threshold.level }
        set { ownLevel = newValue }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        // A message quotes file names, and none of them may look like a line of its own.
        let text = EscapedText.line("\(event.message)")
        StandardErrorOutput.shared.write(prefix(of: event.level) + text)
    }

    /// Whether standard error is the journal's: JOURNAL_STREAM names device and inode of the stream that is, and programs
    /// inherit it whose standard error was directed elsewhere (systemd.exec(5)).
    private static func isReadByJournal() -> Bool {
        var status = stat()
        guard let stream = getenv("JOURNAL_STREAM"), fstat(STDERR_FILENO, &status) == 0 else { return false }
        return String(cString: stream) == "\(status.st_dev):\(status.st_ino)"
    }

    private func prefix(of level: Logger.Level) -> String {
        isJournal ? "<\(Self.priority(of: level))>" : "photod: \(level): "
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

extension StandardErrorOutput {
    static let shared = StandardErrorOutput(of: "photod")
}
