import LineProtocol
import Logging
import StandardError

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
        let text = EscapedText.line("\(event.message)")
        StandardErrorOutput.shared.write("\(label): \(event.level): \(text)")
    }
}

extension StandardErrorOutput {
    static let shared = StandardErrorOutput(of: "photod-gallery")
}
