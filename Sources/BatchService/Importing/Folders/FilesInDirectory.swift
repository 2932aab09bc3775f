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

    /// Whether somebody has a file open for writing; `false` where it cannot be opened, which the import tells of.
    func isWritten(_ name: FileName, _ writers: inout FileWriters) -> Bool {
        let opened = name.withCString { photod_open_for_reading(descriptor, $0) }
        guard opened >= 0 else { return false }
        defer { close(opened) }
        return writers.areAt(opened)
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
