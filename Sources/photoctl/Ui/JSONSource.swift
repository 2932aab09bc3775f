import Glibc
import LineProtocol
import PhotoModel

/// Where a command's JSON comes from: it stands on the command line, or in a file (`@FILE`), or comes by standard input (`-`).
enum JSONSource {
    /// The JSON as it is there. Whether it is any the gallery says.
    static func read(_ argument: String) throws -> [UInt8] {
        if argument == "-" { return try contents(of: STDIN_FILENO, "standard input") }
        guard argument.hasPrefix("@") else { return Array(argument.utf8) }
        let name = String(argument.dropFirst())
        let file = open(name, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw unreadable(name, errno) }
        defer { close(file) }
        return try contents(of: file, name)
    }

    private static func contents(of file: Int32, _ name: String) throws(Failure) -> [UInt8] {
        do throws(ReadingFailure) {
            return try WholeContent.read(file, atMost: ProtocolVersion.uploadLimit)
        } catch {
            guard error.code == EFBIG else { throw unreadable(name, error.code) }
            throw Failure(
                .usage,
                "\(name) has more than \(ProtocolVersion.uploadLimit) bytes, which is the most that a command may have"
            )
        }
    }

    private static func unreadable(_ name: String, _ code: Int32) -> Failure {
        Failure(.usage, "cannot read \(name): \(ErrorNumber.text(of: code))")
    }
}
