import Glibc
import LineProtocol
import Logging

/// Log lines on standard error, of warnings and worse: what a browser asks is nobody's business.
struct StandardErrorLog: LogHandler {
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.warning
    let label: String

    init(label: String) {
        self.label = label
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        Self.write("\(label): \(event.level): \(EscapedText.line("\(event.message)"))")
    }

    /// In one call, so that lines of several threads do not mix.
    static func write(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = bytes.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
