import DiskReading
import FolderWatch
import LibraryIndex
import OptionFiles
import PhotoModel
import PhotodConfiguration
import Roots
import Sweeps

/// Folder options: read where a directory is listed, applied to all below.
extension Crawler {
    /// The options in a directory as far as they are known before it is listed.
    func optionsKnown(for work: FolderWork, in root: LibraryRoot) -> EffectiveOptions {
        guard options.isInPlay else { return EffectiveOptions(library: root.library) }
        return options.options(root.library, roots.chain(from: root, watcher.chain(to: work.node), watcher))
    }

    /// Takes in the options that a directory itself has, and leaves out of the listing what they ignore.
    ///
    /// - Returns: whether they are others than before.
    func readOptions(
        of visit: inout Visit,
        _ listing: inout DirectoryListing
    ) throws(FolderError) -> Bool {
        let work = visit.work
        guard listing.hasOptions || options.isInPlay else { return false }
        let hasOptions = listing.hasOptions && !listing.isHidden
        let content = hasOptions ? try FolderOptionsFile(in: visit.descriptor) : .absent
        // Half a file says half of what is meant: what was known stays until it is closed. A barrier wants it as it is.
        if case .content = content, !work.includesPending,
            watcher.pendingNames(work).contains(FolderOptions.fileName)
        {
            listing.removeIgnored(visit)
            return false
        }
        let path = work.path.appending(FolderOptions.fileName)
        let hasChanged = options.learn(content, of: work.node, path: path, watcher)
        if listing.hasOptions || hasChanged {
            visit.options = optionsKnown(for: work, in: visit.root)
            visit.place.making = visit.options.making
        }
        listing.removeIgnored(visit)
        return hasChanged
    }

    /// Whether the records of a directory were made with other options than those that hold now.
    func mustRemakeRecords(of visit: Visit, _ key: Int64) -> Bool {
        guard options.isInPlay else { return false }
        do throws(IndexError) {
            return try index.read { reader throws(IndexError) in
                try reader.folderRules(ofDirectory: key) != visit.options.rules
            }
        } catch {
            progress.note(problem: error)
            return true
        }
    }

    /// Has directories looked at of which the options above may be others now: those that have just come here, and all
    /// where the directory's own have changed. Links in them lead to roots, which come along only if they are seen again. So
    /// does what is in directories that nothing but their paths tells apart.
    func lookBelow(_ folders: [DiscoveredFolder], of visit: Visit, haveChanged: Bool) {
        guard options.isInPlay || links.isInPlay || !visit.place.isNumbered, visit.work.kind != .tree else {
            return
        }
        let arrived = Set(visit.work.names)
        // Which of them came from elsewhere the index cannot tell.
        let mayHaveArrived = !visit.place.isNumbered && visit.work.kind == .listing
        for folder in folders
        where haveChanged || mayHaveArrived || visit.work.includesPending || arrived.contains(folder.name) {
            watcher.markAgain(folder.node, .tree)
        }
    }
}

extension Visit {
    func ignores(_ name: FileName, isDirectory: Bool) -> Bool {
        options.cascade.ignores(name, isDirectory: isDirectory, in: folder)
    }
}

extension DirectoryListing {
    /// Leaves out what the directory's own options ignore: they are known only when it is listed.
    fileprivate mutating func removeIgnored(_ visit: Visit) {
        guard visit.options.cascade.layers.last?.depth == visit.folder.count else { return }
        files.removeAll { visit.ignores($0.name, isDirectory: false) }
        let kept = directories.indices.filter { !visit.ignores(directories[$0], isDirectory: true) }
        directories = kept.map { directories[$0] }
        directoryInodes = kept.map { directoryInodes[$0] }
        links.removeAll { visit.ignores($0, isDirectory: true) }
    }
}
