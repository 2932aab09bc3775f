import Glibc
import LineProtocol
import PhotoClient

/// The photo or video that a picture is made of.
struct PictureOriginal {
    /// `nil` where photod knows of none.
    private let path: [UInt8]?

    /// - Parameter word: as requests have it.
    init(_ word: String, _ session: Session) throws {
        let lines = try session.connection.request(Request("items", [word]).adding("fields", "uri"))
        let uri = try lines.first.flatMap { try session.decode($0)["uri"]?.string }
        path = uri.flatMap(PathWord.path(ofURI:))
    }

    /// Which file it is, by whatever name; `nil` where that is not known.
    var number: FileNumber? { path.flatMap { FileNumber($0) } }

    /// With which a file is made of it, before the umask takes from it: who may not see the original does not see the picture.
    /// Where this process cannot tell, the umask alone decides.
    var modeOfPicture: mode_t {
        var status = stat()
        guard let path, stat(path.map { CChar(bitPattern: $0) } + [0], &status) == 0 else { return 0o666 }
        return status.st_mode & 0o666 | 0o600
    }
}
