import Glibc
import PhotoModel

/// Standard output, buffered.
final class StandardOutput {
    let isTerminal = isatty(STDOUT_FILENO) == 1
    /// Whether what cannot be written is dropped, and `checkWritten` alone fails of it: what a change tells of itself is not the
    /// change, which goes on to its end.
    var dropsUnwritable = false
    private var buffer: [UInt8] = []
    /// How the program ends where it has dropped something.
    private var loss: ExitStatus?

    func write(_ text: String) { write(text.utf8) }

    func write(_ bytes: some Sequence<UInt8>) { buffer.append(contentsOf: bytes) }

    /// Writes out when much is held.
    func flushIfLarge() throws(Failure) {
        if buffer.count >= 65_536 { try flush() }
    }

    /// - Throws: with `done` where the reader has gone: that is no error.
    func flush() throws(Failure) {
        defer { buffer.removeAll(keepingCapacity: true) }
        guard loss == nil else { return }
        var rest = buffer[...]
        do throws(Failure) {
            while !rest.isEmpty { rest = rest.dropFirst(try Self.writeSome(rest)) }
        } catch {
            guard dropsUnwritable else { throw error }
            loss = error.status
            // At once: of a change that fails as well the end tells another thing.
            if let message = error.message { StandardError.write("photoctl: \(message)\n") }
        }
    }

    /// - Throws: where something was dropped; what there was to be said of it has been said.
    func checkWritten() throws(Failure) {
        if let loss { throw Failure(loss) }
    }

    /// The same for who waits by other means than writing.
    ///
    /// - Parameter waitForRoom: returns when standard output can be written to.
    /// - Throws: also what that does; the rest is dropped then.
    func flush(_ waitForRoom: () throws -> Void) throws {
        defer { buffer.removeAll(keepingCapacity: true) }
        var rest = buffer[...]
        while !rest.isEmpty {
            try waitForRoom()
            // A pipe that can be written to takes so many bytes at once (pipe(7)).
            rest = rest.dropFirst(try Self.writeSome(rest.prefix(Int(PIPE_BUF))))
        }
    }

    /// Returns how many bytes were taken.
    private static func writeSome(_ bytes: ArraySlice<UInt8>) throws(Failure) -> Int {
        let count = write(bytes, to: STDOUT_FILENO)
        guard count < 0 else { return count }
        switch errno {
        case EPIPE: throw Failure(.done)
        case EBADF:
            throw Failure(
                .refused,
                "the output is closed, so nobody gets the answer; where it is not wanted write > /dev/null"
            )
        case let code: throw Failure(.refused, "cannot write the output: \(ErrorNumber.text(of: code))")
        }
    }

    /// Waits where there is no room, whether the descriptor does or not. Less than 0, with `errno`, where it failed.
    fileprivate static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Int {
        while true {
            let count = uninterrupted {
                bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            }
            guard count < 0, errno == EAGAIN else { return count }
            DescriptorWait.wait(for: POLLOUT, of: descriptor)
        }
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
            let count = StandardOutput.write(bytes[written...], to: STDERR_FILENO)
            // There is nowhere left to complain to.
            guard count > 0 else { return }
            written += count
        }
    }
}
