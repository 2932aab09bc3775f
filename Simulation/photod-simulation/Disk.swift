import Files
import Glibc
import PhotoModel

/// What the roots hold, as the disk says: the truth.
struct Disk: Equatable {
    /// Files that are photos or videos by their names, by path.
    var files: [String: FileStamp] = [:]
    /// Those and their sidecars, as far as they have another name, or had one: what is done to that changes their change time,
    /// and nobody hears of it.
    var isLinked: [String: Bool] = [:]

    /// Folders into which the daemon may not look, or not wholly: of what is in them nothing is said.
    var closed: Set<String> = []
    /// Links to folders, with where they lead.
    var links: [String: String] = [:]

    /// - Parameter others: what links lead to that are followed.
    init(below root: String, and others: [String]) {
        for folder in [root] + others { look(folder) }
    }

    func isClosed(_ path: String) -> Bool { closed.contains { LikelyPlaces.isInside(path, $0) } }

    private mutating func look(_ folder: String) {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if access(folder, R_OK | X_OK) != 0, errno == EACCES { closed.insert(folder) }
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        for entry in Listing.entries(folder) {
            let path = folder + "/" + entry.name
            if entry.name.hasPrefix(".") { continue }
            if entry.isFolder {
                look(path)
                continue
            }
            let name = FileName(Array(entry.name.utf8))
            if case .success = Machine.kernel.readLink(AT_FDCWD, path) {
                if case .success(let real) = Machine.kernel.realPath(path),
                    (try? FileStatus(at: FilePath(real)))?.isDirectory ?? false
                {
                    links[path] = real
                }
                continue
            }
            guard let format = name.format, let status = try? FileStatus(name, in: descriptor),
                status.isRegularFile
            else { continue }
            if format.kind != .sidecar { files[path] = status.stamp }
            isLinked[path] = status.linkCount > 1 || UserCalls.linked.contains(status.inode)
        }
    }
}
