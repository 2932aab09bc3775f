import CShims
import Files
import FolderWatch
import Glibc
import PhotoModel
import PhotodConfiguration

/// What stands in a directory under the name of the folder options.
package enum FolderOptionsFile: Equatable {
    case absent
    case content([UInt8])
    /// Something that is no file to read options from; what it is, and what to do about it.
    case refused(problem: String, remedy: String)
    /// The disk does not say: what was known of it stays.
    case unclear

    /// Reads the file of an open directory: regular, of modest size, not reached through a link.
    ///
    /// - Throws: `exhausted`: photos must not be filed without the options that hold for them.
    package init(in directory: Int32) throws(FolderError) {
        let name = FilePath(FolderOptions.fileName.bytes)
        let descriptor = name.withCString { photod_open_for_reading(directory, $0) }
        guard descriptor >= 0 else {
            if ErrorNumber.isShortage(-descriptor) { throw .exhausted(errno: -descriptor) }
            self = Self.unopened(-descriptor)
            return
        }
        self = Self.read(OpenFile(owning: descriptor, path: name))
    }

    private static func read(_ file: consuming OpenFile) -> FolderOptionsFile {
        guard let status = try? file.status() else { return .unclear }
        guard status.isRegularFile else { return noFile }
        guard let bytes = try? file.read(limit: FolderOptions.sizeLimit + 1) else { return .unclear }
        guard bytes.count <= FolderOptions.sizeLimit else {
            return .refused(problem: "it is larger than 64 KiB", remedy: "write the options alone into it")
        }
        return .content(bytes)
    }

    private static func unopened(_ code: Int32) -> FolderOptionsFile {
        switch code {
        case ENOENT: .absent
        case ELOOP:
            .refused(
                problem: "it is a symbolic link, and none is followed from a folder of photos",
                remedy: "put the file itself there"
            )
        case ENXIO, ENODEV: noFile
        case EACCES, EPERM:
            .refused(
                problem: "it may not be read",
                remedy: "give the user that runs photod the right to read it"
            )
        default: .unclear
        }
    }

    private static var noFile: FolderOptionsFile {
        .refused(problem: "it is not a regular file", remedy: "put a file of options there, or remove it")
    }
}
