import CShims
import Files
import FolderWatch
import Glibc
import Importing
import PhotoModel

/// Files of an open directory of an import folder, before they are read.
struct FilesInDirectory {
    /// The directory; the caller's.
    let descriptor: Int32
    let path: FilePath

    enum Readiness {
        case complete
        /// Somebody has it open for writing.
        case beingWritten
        /// Browsers, and programs that keep folders alike, put an empty file where a photo will be.
        case empty
    }

    /// A file that cannot be opened counts as complete: the import tells of it.
    func readiness(of name: FileName, _ writers: inout FileWriters) -> Readiness {
        let opened = name.withCString { photod_open_for_reading(descriptor, $0) }
        guard opened >= 0 else { return .complete }
        defer { close(opened) }
        if writers.areAt(opened) { return .beingWritten }
        guard name.format?.kind != .sidecar, let status = try? FileStatus(of: opened) else {
            return .complete
        }
        return status.size == 0 ? .empty : .complete
    }

    /// Size and times; a file that is gone has none.
    func stamps(of names: [FileName]) -> [FileName: FileStamp] {
        var stamps: [FileName: FileStamp] = [:]
        for name in names {
            guard let status = try? FileStatus(of: name, in: descriptor) else { continue }
            stamps[name] = status.stamp
        }
        return stamps
    }
}
