import LibraryIndex
import PhotoModel
import Roots
import SimulatedMachine
import WatchedLibrary

/// Which links to folders a library follows, held against what stands on the disk. Where a link is leads nobody through another
/// one: its path has none but itself.
struct FollowedLinks: Equatable {
    /// Where links lead that are followed, by their paths.
    private var targets: [String: String] = [:]
    /// Those that lead nowhere now: what was there stays known, until another link leads there. By the paths that the library has for
    /// them.
    private var broken: Set<String> = []
    private var brokenPlaces: Set<String> = []
    private let root: String

    init(_ library: PhotoLibrary, below root: String) {
        self.root = root
        let linked = library.allRoots.filter(\.isLinked)
        for root in linked where root.state == .offline { broken.insert(root.library.path.display) }
        for root in linked {
            let path = root.library.path.display
            guard let place = realPath(ofLink: path) else { continue }
            targets[place] = root.realPath.display
            if root.state == .offline { brokenPlaces.insert(place) }
        }
    }

    /// What the links lead to that lead anywhere.
    var folders: [String] { targets.filter { !brokenPlaces.contains($0.key) }.map(\.value).sorted() }

    /// A folder of the index, without any link; `nil` where it cannot be there.
    func realPath(_ folder: String) -> String? {
        if broken.contains(where: { LikelyPlaces.isInside(folder, $0) }) { return nil }
        guard case .success(let real) = Machine.kernel.realPath(folder) else { return folder }
        return real
    }

    private func realPath(ofLink path: String) -> String? {
        let slash = path.lastIndex(of: "/") ?? path.startIndex
        return realPath(String(path[..<slash])).map { $0 + path[slash...] }
    }

    /// Those links are followed that lead to what no root holds and that holds none.
    func differences(from disk: Disk) -> [String] {
        var differences: [String] = []
        for (path, target) in targets.sorted(by: { $0.key < $1.key }) {
            let real = disk.links[path]
            if real != (brokenPlaces.contains(path) ? nil : target) {
                differences.append("followed to \(target): \(path), which leads to \(real ?? "nothing")")
            }
        }
        let taken = [root] + folders
        for (path, target) in disk.links.sorted(by: { $0.key < $1.key }) where targets[path] == nil {
            let isTaken = taken.contains {
                LikelyPlaces.isInside(target, $0) || LikelyPlaces.isInside($0, target)
            }
            // Those that are called as photos are looked at once, as there may be thousands that lead nowhere.
            let isCalledAsPhoto = FileName(Array(Operation.name(path).utf8)).format != nil
            if !isTaken, !isCalledAsPhoto {
                differences.append("not followed: \(path), which leads to \(target)")
            }
        }
        return differences
    }
}
