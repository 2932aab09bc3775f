import FolderWatch
import PhotoModel
import PhotodConfiguration

/// Where network file systems are mounted, and which of them a path leads into: told without asking any of them, for one
/// whose server is gone does not answer.
struct NetworkMounts: Sendable {
    private let table: MountTable
    private let points: Set<FilePath>

    /// As many links on one way as Linux follows.
    private static let mostLinks = 40

    init(_ table: MountTable) {
        self.table = table
        points = Set(table.mounts.filter(\.isNetwork).map(\.mountPoint))
    }

    /// The first network mount on the way that a path leads, through whatever links; `nil` where there is none but that of
    /// the folder which the path's last name is in.
    func mount(behind path: FilePath) -> FilePath? {
        guard !points.isEmpty, let folder = HostFiles.local.resolved(path.parent) else { return nil }
        let own = table.mount(of: folder)?.mountPoint
        var place = folder
        // The names that are left to go, the next one last.
        var rest = [path.lastName.bytes]
        var links = 0
        while let name = rest.popLast() {
            if name.elementsEqual("..".utf8) {
                place = place.parent
                continue
            }
            let next = place.appending(FileName(name))
            if next != own, points.contains(next) { return next }
            guard let text = LinkSight.text(of: next) else {
                place = next
                continue
            }
            links += 1
            guard links <= Self.mostLinks else { return nil }
            if text.first == UInt8(ascii: "/") { place = FilePath([UInt8(ascii: "/")]) }
            rest += text.split(separator: UInt8(ascii: "/")).reversed().map(Array.init)
                .filter { !$0.elementsEqual(".".utf8) }
        }
        return nil
    }
}
