import Batches
import Files
import Glibc
import PhotoModel

/// What an error number says of a file on its way.
extension FileTransfer {
    func failure(
        _ code: Int32,
        _ operation: String,
        _ file: FileIntent,
        _ from: Folder,
        _ to: Folder
    ) -> ImportError {
        if code == EEXIST { return .occupied(to.file(file.newName)) }
        let isName = code == EILSEQ || [ENOENT, EINVAL].contains(code) && file.newName.isUncommon
        if isName, areThere(file, from, to) {
            return .impossibleName(from.file(file.name), to.path)
        }
        return .system(
            operation: "\(operation) \(from.file(file.name).display) to",
            path: to.path,
            code: code
        )
    }

    /// Whether a file and the folder that it is to go to are where they were: then ENOENT speaks of none of them.
    private func areThere(_ file: FileIntent, _ from: Folder, _ to: Folder) -> Bool {
        guard (try? from.status(of: file.name)) != nil else { return false }
        return (try? FileStatus(path: to.path, following: true))?.isOne(with: to.status) ?? false
    }
}

extension FileName {
    /// Whether FAT, exFAT and NTFS, or the programs that stand for them, may refuse it: by EINVAL or, strangely, by ENOENT.
    fileprivate var isUncommon: Bool {
        let refused = Set("\"*:<>?\\|".utf8)
        return bytes.contains { $0 < 0x20 || refused.contains($0) } || bytes.last == UInt8(ascii: ".")
            || bytes.last == UInt8(ascii: " ")
    }
}
