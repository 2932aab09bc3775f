import Glibc
import PhotoModel

/// Standard output, buffered.
final class StandardOutput {
    let isTerminal = isatty(STDOUT_FILENO) == 1
    private var buffer: [UInt8] = []

    func write(_ text: String) { write(text.utf8) }

    func write(_ bytes: some Sequence<UInt8>) { buffer.append(contentsOf: bytes) }

    /// Writes out when much is held.
    func flushIfLarge() throws(Failure) {
        if buffer.count >= 65_536 { try flush() }
    }

    /// - Throws: with `done` where the reader has gone: that is no error.
    func flush() throws(Failure) {
        var written = 0
        defer { buffer.removeAll(keepingCapacity: true) }
        while written < buffer.count {
            let count = uninterrupted { Self.write(buffer[written...], to: STDOUT_FILENO) }
            if count >= 0 {
                written += count
            } else if errno == EPIPE {
                throw Failure(.done)
            } else if errno == EBADF {
                throw Failure(
                    .refused,
                    "the output is closed, so nobody gets the answer; where it is not wanted write > /dev/null"
                )
            } else {
                throw Failure(.refused, "cannot write the output: \(String(cString: strerror(errno)))")
            }
        }
    }

    fileprivate static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Int {
        bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    }

    /// The terminal's width in columns, 80 where it does not say.
    var columns: Int { Self.columns(of: STDOUT_FILENO) }

    fileprivate static func columns(of descriptor: Int32) -> Int {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }
}

/// Standard error, for people.
enum StandardError {
    static let isTerminal = isatty(STDERR_FILENO) == 1

    /// As that of standard output.
    static var columns: Int { StandardOutput.columns(of: STDERR_FILENO) }

    /// Writes as it is: not for texts of others.
    static func write(raw text: String) {
        write(bytes: Array(text.utf8))
    }

    static func write(_ text: String) {
        // The daemon's messages quote file names and a client's words.
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(PrintableText.sanitized)
        write(bytes: Array(lines.joined(separator: "\n").utf8))
    }

    private static func write(bytes: [UInt8]) {
        var written = 0
        while written < bytes.count {
            let count = uninterrupted { StandardOutput.write(bytes[written...], to: STDERR_FILENO) }
            // There is nowhere left to complain to.
            guard count > 0 else { return }
            written += count
        }
    }
}
