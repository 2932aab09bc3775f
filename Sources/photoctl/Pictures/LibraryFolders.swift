import Glibc
import LineProtocol
import PhotoClient

/// The library's folders where the file system has them: no picture takes the place of a file in them.
struct LibraryFolders {
    /// As many links as the kernel follows (path_resolution(7)).
    private static let linkLimit = 40
    private static let slash = UInt8(ascii: "/")

    private let paths: [[UInt8]]

    init(_ session: Session) throws {
        paths = try session.connection.request(Request("roots")).flatMap { line in
            let root = try session.decode(line)
            let named = ["uri", "targetUri"].compactMap { root[$0]?.string.flatMap(PathWord.path(ofURI:)) }
            // A folder whose server is gone would hold up who asks the file system for it, and nothing is replaced there.
            guard root["state"]?.string != "offline" else { return named }
            return named.map { PathArgument.realPath($0) ?? $0 }
        }
    }

    /// Refuses what would be written in the place of a file of the library: by whatever path it is named, as a link in the
    /// library, or through links from elsewhere. A new name in the library is allowed.
    func checkNotReplaced(_ file: [UInt8]) throws(Failure) {
        var path = file
        for _ in 0...Self.linkLimit {
            let start = path.lastIndex(of: Self.slash).map { $0 + 1 } ?? 0
            var status = stat()
            guard
                let folder = PathArgument.realPath(start == 0 ? [UInt8(ascii: ".")] : Array(path[..<start])),
                case let place = folder + [Self.slash] + path[start...], Self.look(place, &status)
            else { return }
            let isLink = status.st_mode & mode_t(S_IFMT) == mode_t(S_IFLNK)
            // A folder is not replaced, and a pipe is written into.
            guard isLink || status.st_mode & mode_t(S_IFMT) == mode_t(S_IFREG) else { return }
            guard !paths.contains(where: { Self.lies(folder, in: $0) }) else {
                let name = String(decoding: file, as: UTF8.self)
                throw Failure(.refused, "\(name) is a file of the library, and stays: choose another name")
            }
            guard isLink, let target = Self.target(of: place) else { return }
            path = target.first == Self.slash ? target : folder + [Self.slash] + target
        }
    }

    private static func lies(_ folder: [UInt8], in root: [UInt8]) -> Bool {
        folder.starts(with: root)
            && (root.last == slash || folder.count == root.count || folder[root.count] == slash)
    }

    private static func look(_ path: [UInt8], _ status: inout stat) -> Bool {
        lstat(path.map { CChar(bitPattern: $0) } + [0], &status) == 0
    }

    private static func target(of link: [UInt8]) -> [UInt8]? {
        var target = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(link.map { CChar(bitPattern: $0) } + [0], &target, target.count)
        return count > 0 ? target[..<count].map { UInt8(bitPattern: $0) } : nil
    }
}
