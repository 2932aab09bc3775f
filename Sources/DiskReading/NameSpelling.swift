import Files
import FolderWatch
import PhotoModel

/// Whether files are called what they were asked for by. Some disks (FAT, exFAT, HFS+, many servers) take `a` for `A`: what was
/// renamed in the case of its letters alone is found by both names, and a name in a listing by many.
package struct NameSpelling {
    private let directory: Int32
    /// What a listing has; `nil` until somebody needs it.
    private var listed: Set<FileName>?

    /// - Parameter directory: an open one, the caller's.
    package init(in directory: Int32) {
        self.directory = directory
    }

    /// Whether the directory has this very name, which leads to something. Where it cannot be known, it has.
    package mutating func isOwn(_ name: FileName) -> Bool {
        guard let other = Self.inOtherCase(name), (try? FileStatus(of: other, in: directory)) != nil else {
            return true
        }
        // By the disk's rules, or as another name. Numbers would not tell: some file systems have one for each.
        do {
            let names = try listed ?? Self.names(in: directory)
            listed = names
            return names.contains(name)
        } catch { return true }
    }

    /// The same for a path. The folders on its way may be called otherwise.
    package static func isOwn(_ path: FilePath) -> Bool {
        guard let other = inOtherCase(path.lastName),
            (try? FileStatus(at: path.parent.appending(other))) != nil,
            let folder = try? DirectoryReader(rootPath: path.parent)
        else { return true }
        var spelling = NameSpelling(in: folder.descriptor)
        return spelling.isOwn(path.lastName)
    }

    /// `nil` of a name without letters of ASCII, which all disks tell apart in the same way.
    private static func inOtherCase(_ name: FileName) -> FileName? {
        var bytes = name.bytes
        var hasLetters = false
        for (index, byte) in bytes.enumerated() {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
                bytes[index] = byte ^ 0x20
                hasLetters = true
            default: break
            }
        }
        return hasLetters ? FileName(bytes) : nil
    }

    private static func names(in directory: Int32) throws -> Set<FileName> {
        let reader = try DirectoryReader(FileName("."), in: directory)
        var names: Set<FileName> = []
        try withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 16) { buffer in
            try reader.forEachEntry(buffer: buffer) { names.insert(FileName(Array($0.name))) }
        }
        return names
    }
}
