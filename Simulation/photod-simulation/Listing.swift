import Files
import Glibc
import PhotoModel

/// What stands in a folder, by its own calls.
enum Listing {
    struct Entry {
        let name: String
        let isFolder: Bool
    }

    /// In the order of names.
    static func entries(_ path: String) -> [Entry] {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
        defer { buffer.deallocate() }
        var found: [Entry] = []
        _ = DirectoryEntry.forEach(of: descriptor, buffer: buffer) { entry in
            let status = try? FileStatus(of: FileName(Array(entry.name)), in: descriptor)
            let isFolder = status?.isDirectory ?? false
            found.append(Entry(name: String(decoding: entry.name, as: UTF8.self), isFolder: isFolder))
        }
        return found.sorted { $0.name < $1.name }
    }
}
