import CShims
import GalleryAddress
import Glibc
import PhotoModel

/// What holds the gallery: it reads what its user may read, and changes nothing but its own folder. It starts no program, and
/// neither calls nor listens anywhere that it did not before.
///
/// systemd could say the same in a unit, but of a user's unit only where the kernel lets everybody make namespaces; and who
/// starts the gallery by hand is to have it too.
enum WritingBox {
    struct Failure: Error, CustomStringConvertible {
        let code: Int32

        var description: String {
            "cannot lock itself in: \(ErrorNumber.text(of: code)). The gallery does not run without that"
        }
    }

    /// Of the calling thread, and those that it starts. A kernel without Landlock has none.
    static func enter(_ folder: GalleryFolder) throws(Failure) {
        guard photod_renounce_privileges() == 0 else { throw Failure(code: errno) }
        let version = folder.path.withCString { photod_landlock_write_beneath($0) }
        guard version >= 0 else { throw Failure(code: errno) }
    }
}
