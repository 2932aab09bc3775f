import Glibc
import LineProtocol
import PhotoClient
import PhotoModel

/// Copies a picture that photod keeps to where its user wants it: a file, or the output.
struct PictureCopy {
    /// A file's path, or `-`.
    private let output: String
    /// Of a new file.
    private let mode: mode_t

    /// Refuses a file of the library, before a picture is made for it.
    ///
    /// - Parameters:
    ///   - photo: as it was named.
    ///   - output: a file's path, or `-`.
    init(of photo: String, to output: String, _ session: Session) throws {
        self.output = output
        guard output != "-" else {
            mode = 0
            return
        }
        try LibraryFolders(session).checkNotReplaced(PathArgument.bytes(of: output))
        mode = try PictureOriginal(PathArgument.photoWord(photo), session).modeOfPicture
    }

    /// - Parameter line: what photod says of the picture.
    func write(_ line: JSONValue, _ session: Session) throws {
        guard line["error"] == nil, line["path"] != nil else {
            throw Failure(.refused, line["message"]?.string ?? "there is no picture")
        }
        let bytes = try Self.content(of: Self.place(of: line))
        if output == "-" { return session.output.write(bytes) }
        try PictureFile(PathArgument.bytes(of: output)).replace(with: bytes, mode: mode)
    }

    /// Where photod says that the picture is. A path that is no text is exact in its uri alone.
    static func place(of line: JSONValue) -> FilePath {
        FilePath(
            line["uri"]?.string.flatMap(PathWord.path(ofURI:)) ?? Array((line["path"]?.string ?? "").utf8)
        )
    }

    private static func content(of path: FilePath) throws(Failure) -> [UInt8] {
        let file = path.withCString { open($0, O_RDONLY | O_CLOEXEC) }
        guard file >= 0 else { throw failure(path, errno) }
        defer { close(file) }
        do throws(ReadingFailure) { return try WholeContent.read(file) } catch {
            throw failure(path, error.code)
        }
    }

    private static func failure(_ path: FilePath, _ code: Int32) -> Failure {
        let reason = ErrorNumber.text(of: code)
        return Failure(.refused, "cannot read \(path.display): \(reason): ask again, photod makes it anew")
    }
}
