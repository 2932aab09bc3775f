import Glibc
import PhotoModel

/// The ways that lead to a folder: the one that is written, and, where a symbolic link stands on it, the one behind that,
/// whether there is anything or not. Each goes from the folder up to `/`.
struct FolderWays {
    private(set) var all: [[FilePath]] = []

    /// As many links as the kernel follows.
    private static let linkLimit = 40

    init(to folder: FilePath) {
        var folder: FilePath? = folder
        while let next = folder, all.count <= Self.linkLimit {
            var way = [next]
            while let last = way.last, last != last.parent { way.append(last.parent) }
            all.append(way)
            folder = Self.behindLink(of: way)
        }
    }

    /// Where the topmost link on a way leads, with the rest of the way behind it; `nil` where there is none.
    private static func behindLink(of way: [FilePath]) -> FilePath? {
        for link in way.reversed() {
            guard let text = text(of: link), let folder = way.first else { continue }
            let start =
                text.first == UInt8(ascii: "/") ? FilePath(text) : link.parent.appending(FileName(text))
            return FilePath(start.bytes + folder.bytes.dropFirst(link.bytes.count))
        }
        return nil
    }

    /// What a symbolic link says; `nil` where there is none.
    private static func text(of path: FilePath) -> [UInt8]? {
        path.withCString { path in
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Int(PATH_MAX)) { buffer in
                let length = buffer.withMemoryRebound(to: CChar.self) { characters in
                    characters.baseAddress.map { readlink(path, $0, characters.count) } ?? -1
                }
                return length > 0 ? Array(buffer[..<length]) : nil
            }
        }
    }
}
