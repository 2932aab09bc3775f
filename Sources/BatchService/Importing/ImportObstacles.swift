import Batches
import Files
import FolderWatch
import Importing
import PhotoModel
import PhotodConfiguration
import Roots
import WatchedLibrary

/// What speaks against importing to a place: that it is imported from, or that the library does not look into it. What
/// came there would be in no index, and come a second time.
package final class ImportObstacles {
    private let library: PhotoLibrary
    private let isImportedFrom: (FolderPlace) -> Bool
    private var known: [FolderPlace: ImportError?] = [:]

    package init(_ library: PhotoLibrary, _ folders: ImportFolders) {
        self.library = library
        isImportedFrom = folders.forbids
    }

    /// `nil` where nothing does.
    package func at(_ place: FolderPlace, _ name: FileName) -> ImportError? {
        let obstacle = known[place] ?? look(at: place)
        known[place] = .some(obstacle)
        if let obstacle { return obstacle }
        let path = place.path.appending(name)
        guard let (cascade, root) = library.run.optionCascade(at: place.path),
            cascade.ignores(name, isDirectory: false, in: root.way(to: place.path))
        else { return nil }
        return .ignored(path, because: name.isHidden ? Self.hidden : Self.pattern)
    }

    private static let hidden = "it is hidden"
    private static let pattern = "a pattern of “ignore” says so (“photoctl options” on the folder shows them)"

    private func look(at place: FolderPlace) -> ImportError? {
        if isImportedFrom(place) { return .intoImportFolder(place.path) }
        guard let (cascade, root) = library.run.optionCascade(at: place.path) else { return nil }
        let way = root.way(to: place.path)
        if way.contains(where: { $0.isHidden }) { return .ignored(place.path, because: Self.hidden) }
        if cascade.ignores(folder: way) { return .ignored(place.path, because: Self.pattern) }
        return mark(above: place, in: root).map { .ignored(place.path, because: "there is \($0.display)") }
    }

    /// `.nomedia` or the like in a folder from the root down.
    private func mark(above place: FolderPlace, in root: LibraryRoot) -> FilePath? {
        var folder = root.library.path
        let below = place.path.bytes.dropFirst(folder.bytes.count).split(separator: UInt8(ascii: "/"))
        for name in [[]] + below.map({ FileName(Array($0)).bytes }) {
            if !name.isEmpty { folder = folder.appending(FileName(name)) }
            for mark in IgnoreRules.marks {
                if (try? FileStatus(at: folder.appending(mark))) != nil { return folder.appending(mark) }
            }
        }
        return nil
    }
}
