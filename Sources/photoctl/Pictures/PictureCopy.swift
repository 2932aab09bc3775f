import Glibc
import LineProtocol
import PhotoClient
import PhotoModel

/// Copies a picture that photod keeps to where its user wants it: a file, or the output.
enum PictureCopy {
    /// Refuses a file of the library, before a picture is made for it.
    static func check(_ output: String, _ session: Session) throws {
        guard output != "-" else { return }
        try LibraryFolders(session).checkNotReplaced(PathArgument.bytes(of: output))
    }

    /// - Parameters:
    ///   - line: what photod says of the picture.
    ///   - output: a file's path, or `-`.
    static func copy(_ line: JSONValue, to output: String, _ session: Session) throws {
        guard line["error"] == nil, let path = line["path"]?.string else {
            throw Failure(.refused, line["message"]?.string ?? "there is no picture")
        }
        let bytes = try content(of: path)
        if output == "-" { return session.output.write(bytes) }
        try PictureFile(PathArgument.bytes(of: output)).replace(with: bytes)
    }

    private static func content(of path: String) throws(Failure) -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw failure(path, errno) }
        defer { close(file) }
        do throws(ReadingFailure) { return try WholeContent.read(file) } catch {
            throw failure(path, error.code)
        }
    }

    private static func failure(_ path: String, _ code: Int32) -> Failure {
        let reason = ErrorNumber.text(of: code)
        return Failure(.refused, "cannot read \(path): \(reason): ask again, photod makes it anew")
    }
}
