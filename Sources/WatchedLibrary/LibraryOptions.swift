import FolderWatch
import OptionFiles
import PhotoModel
import PhotodConfiguration
import Reconciling
import Roots
import Shots

/// The options of a library's folders, for replies.
extension LibraryRun {
    /// The options that hold at a path, a folder's or a file's, and the root it lies in; `nil` where it lies in none. Of
    /// what the library does not look into, those of the folder above hold.
    package func optionCascade(at path: FilePath) -> (cascade: OptionCascade, root: LibraryRoot)? {
        guard let root = root(of: path) else { return nil }
        return (effectiveOptions(at: path, in: root).cascade, root)
    }

    /// What is wrong with the options of folders: there, those of the folders above hold.
    package var optionProblems: [ConfigurationError] { options.problems(watcher) }

    /// What the rules would make of the facts of a file at a path now.
    func builder(at path: FilePath) -> RecordBuilder {
        let builder = writer.currentBuilder
        guard let root = root(of: path) else { return builder }
        return builder.following(effectiveOptions(at: path, in: root).making)
    }

    /// The root that a path lies in; `nil` where it lies in none.
    package func root(of path: FilePath) -> LibraryRoot? { roots.all.nearest(to: path) }

    private func effectiveOptions(at path: FilePath, in root: LibraryRoot) -> EffectiveOptions {
        options.options(root.library, roots.chain(from: root, watcher.chain(along: path), watcher))
    }
}

extension LibraryRoot {
    /// The file with the options of the folder that lies so many names below the root on the way to `path`.
    public func optionsFile(depth: Int, above path: FilePath) -> FilePath {
        let topmost = library.path.bytes.split(separator: UInt8(ascii: "/")).dropLast(way.count)
        let start = FilePath(Array(topmost.map { [UInt8(ascii: "/")] + $0 }.joined()))
        return way(to: path).prefix(depth).reduce(start) { $0.appending($1) }
            .appending(FolderOptions.fileName)
    }
}
