import Files
import Glibc
import PhotoModel

/// Why the home trash, or `.Trash-UID` at the top of a file system, is no trash that files can go to.
public enum TrashFault: Hashable, Sendable {
    /// The trash, or a folder above it, is missing and cannot be made.
    case unmade(FilePath, code: Int32)
    /// A file, or a link: what went through that would go anywhere.
    case notAFolder(FilePath)
    case strangers(FilePath)
    /// Something is mounted on the trash.
    case otherFileSystem(FilePath)
}

extension TrashFault: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unmade(let trash, let code):
            "\(trash.display) cannot be made (\(ErrorNumber.text(of: code))); \(Self.remedy(of: code))"
        case .notAFolder(let trash): "\(trash.display) is no folder; put one of your own in its place"
        case .strangers(let trash): "\(trash.display) is another user's; have it given to you, or removed"
        case .otherFileSystem(let trash): "something is mounted on \(trash.display); unmount it"
        }
    }

    private static func remedy(of code: Int32) -> String {
        switch code {
        case EACCES, EPERM: "have it made for you, as a folder of your own"
        default: ErrorNumber.remedy(of: code)
        }
    }
}
