import Configuration
import FolderWatch
import PhotoModel

/// The symbolic link that a root is reached by, where it is one that was followed from another root.
public struct RootLink: Sendable, Equatable {
    /// The root that holds the link.
    let outer: NodeID
    let outerKey: Int64
    /// From the topmost root down to the link, its own name included: options of folders count from there.
    let way: [FileName]
    /// What the link says.
    let target: [UInt8]
}

extension LibraryRoot {
    /// The names that lead to the root from the topmost one.
    var way: [FileName] { link?.way ?? [] }

    /// Whether it is a folder that a followed link leads to: it comes and goes with the link.
    public var isLinked: Bool { link != nil }

    /// What a folder that a link in this root leads to is called and treated like.
    func library(at path: FilePath, taken names: Set<String>) -> Library {
        let inside = path.bytes.dropFirst(library.path.bytes.count).drop { $0 == UInt8(ascii: "/") }
        let wanted = library.name + "/" + FilePath(Array(inside)).display
        var name = wanted
        var number = 2
        while names.contains(name) {
            name = "\(wanted) (\(number))"
            number += 1
        }
        return Library(name: name, path: path, ignore: library.ignore, followsLinks: library.followsLinks)
    }

    /// Where a link lies, counted from the topmost root.
    func way(to path: FilePath) -> [FileName] {
        let inside = path.bytes.dropFirst(library.path.bytes.count)
        return way + inside.split(separator: UInt8(ascii: "/")).map { FileName(Array($0)) }
    }
}

extension FilePath {
    /// Whether one of two paths without any link lies in the other.
    func overlaps(_ other: FilePath) -> Bool { isInside(other) || other.isInside(self) }
}

extension RootTable {
    /// The folders whose options count, from the topmost root down; `nil` where the tree has none (yet).
    ///
    /// - Parameter chain: those from `root` down.
    func chain(from root: LibraryRoot, _ chain: [NodeID], _ watcher: FolderWatcher) -> [NodeID?] {
        guard let link = root.link, let outer = self[link.outer], let folder = folder(of: link) else {
            return chain
        }
        var above = self.chain(from: outer, watcher.chain(along: folder), watcher)
        while above.count < link.way.count { above.append(nil) }
        return above + chain
    }

    /// The folder that a link lies in; `nil` where its root is gone.
    func folder(of link: RootLink) -> FilePath? {
        guard let outer = self[link.outer] else { return nil }
        return link.way.dropFirst(outer.way.count).dropLast().reduce(outer.library.path) { $0.appending($1) }
    }
}
