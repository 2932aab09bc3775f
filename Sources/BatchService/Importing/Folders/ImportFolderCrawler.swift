import CaptureRules
import Descriptors
import Files
import FolderWatch
import PhotoModel

/// What a look at one folder found.
struct ImportFolderSight {
    let work: FolderWork
    /// Of files that came or changed.
    var stems: Set<[UInt8]> = []
    /// Names that are not there any more.
    var gone: Set<FileName> = []
    /// All that there is, files and folders; `nil` where only some names were looked at.
    var all: Set<FileName>?

    /// Whether a file in this folder or below it is not there any more, by what was seen here.
    func tellsTheEnd(of file: FilePath) -> Bool {
        guard file.isInside(work.path),
            let next = file.bytes.dropFirst(work.path.bytes.count)
                .split(separator: UInt8(ascii: "/"), maxSplits: 1).first
        else { return false }
        let name = FileName(Array(next))
        return all.map { !$0.contains(name) } ?? gone.contains(name)
    }
}

/// Looks at an import folder where something may have changed, and says which shots came. It reads no file.
struct ImportFolderCrawler {
    /// What it tells of, on its own thread.
    struct Callbacks {
        var saw: (ImportFolderSight) -> Void
        /// The import folder itself cannot be opened, or can again (`nil`).
        var reachable: (_ root: NodeID, _ error: FolderError?) -> Void
    }

    let lane: Int
    let watcher: FolderWatcher
    let callbacks: Callbacks
    let descriptors: DescriptorLedger

    /// Works until the watcher is stopped.
    func run() {
        let heartbeat = watcher.heartbeat(lane: lane)
        while let work = watcher.nextWork(lane: lane) {
            heartbeat.enter()
            let refusal = look(at: work)
            if heartbeat.leave() { watcher.laneIsBack(lane) }
            watcher.release(work)
            if let refusal {
                descriptors.wait(code: refusal, importFolderLane: lane)
            }
            // Nobody looks again at an import folder that was taken out meanwhile.
            if refusal == nil || watcher.root(of: work.node) == nil {
                descriptors.isOver(importFolderLane: lane)
            }
        }
    }

    /// Returns why the folder is to be looked at once more: for want of descriptors or memory (an error number).
    private func look(at work: FolderWork) -> Int32? {
        guard let root = watcher.root(of: work.node) else { return nil }
        let isRoot = root == work.node
        do throws(FolderError) {
            let directory =
                isRoot ? try DirectoryReader(rootPath: work.path) : try DirectoryReader(path: work.path)
            if case .stale = watcher.watch(work, directoryDescriptor: directory.descriptor) { return nil }
            if isRoot {
                // Asked at every look, as what is mounted there may be another by now.
                watcher.setPolled(root, try FilesystemIdentity(of: directory.descriptor).isNetwork)
                callbacks.reachable(root, nil)
            }
            if work.kind == .names {
                if watcher.confirm(work) { look(atNamesOf: work, directory.descriptor) }
                return nil
            }
            let listing = try ImportListing(directory)
            watcher.discovered(listing.folders, of: work)
            var sight = ImportFolderSight(work: work, all: Set(listing.files + listing.folders))
            sight.stems = Set(listing.files.map { Array(Companions.stem(of: $0)) })
            callbacks.saw(sight)
            if work.wasUnreadable { watcher.readable(work) }
        } catch {
            switch error {
            case .exhausted(let code):
                watcher.remark(work)
                return code
            case _ where isRoot:
                callbacks.reachable(root, error)
                watcher.rootIsOffline(root)
            case .missing: watcher.vanished(work)
            case .unreadable, .unreachable: watcher.unreadable(work, error)
            }
        }
        return nil
    }

    private func look(atNamesOf work: FolderWork, _ descriptor: Int32) {
        var sight = ImportFolderSight(work: work)
        var folders: [FileName] = []
        for name in work.names {
            var isFile = true
            do throws(FolderError) {
                guard let status = try FileStatus(existing: name, in: descriptor) else {
                    // What is gone has been imported, or somebody took it away.
                    sight.gone.insert(name)
                    continue
                }
                if status.isDirectory { folders.append(name) }
                isFile = status.isRegularFile
            } catch {
                // Whoever imports it says what is wrong.
            }
            if isFile, name.format != nil { sight.stems.insert(Array(Companions.stem(of: name))) }
        }
        // A folder that was renamed is known, and all that lies in it has new paths.
        for folder in watcher.discovered(folders, of: work) { watcher.markAgain(folder.node, .tree) }
        callbacks.saw(sight)
    }
}
