import CaptureRules
import Configuration
import FolderWatch
import LibraryIndex
import PhotoModel

/// Looking at single names of a directory, so that one new file in a folder of thousands costs one look.
extension Crawler {
    func look(atNamesOf visit: Visit, _ descriptor: Int32) throws(FolderError) -> Bool {
        // Moved since the work was taken: what is open here may be another directory. It is marked anew.
        guard watcher.confirm(visit.work) else { return false }
        let observer = FileObserver(directory: descriptor)
        var stems: [[UInt8]: Set<FileName>] = [:]
        var directories: [FileName] = []
        for name in visit.work.names {
            let isFile = name.format != nil
            guard
                !visit.root.library.ignore.ignores(
                    name,
                    isDirectory: !isFile,
                    path: { visit.place.path(of: name) }
                )
            else { continue }
            if isFile {
                stems[Array(Companions.stem(of: name)), default: []].insert(name)
            } else {
                directories.append(name)
            }
        }
        var foundSomething = try look(atDirectories: directories, visit, descriptor)
        guard !stems.isEmpty else { return foundSomething }
        let pending = watcher.pendingNames(visit.work).subtracting(visit.work.names)
        var chunk = FindingChunk()
        var lateChunk = FindingChunk()
        if !isKnown(visit) {
            say(.directory(visit.place), of: visit)
            foundSomething = true
        }
        for (stem, names) in stems {
            let shot = look(at: stem, names, pending, visit, observer)
            guard shot.isNews else { continue }
            foundSomething = true
            if shot.isGone {
                add(
                    shot.names,
                    stem,
                    pending,
                    shot.known,
                    observer,
                    isForced: visit.work.force,
                    to: &lateChunk
                )
            } else {
                add(shot.names, stem, pending, shot.known, observer, isForced: visit.work.force, to: &chunk)
            }
            if chunk.isFull {
                say(chunk, of: visit)
                chunk = FindingChunk()
            }
            if lateChunk.isFull {
                say(lateChunk, of: visit, isLate: true)
                lateChunk = FindingChunk()
            }
        }
        say(chunk, of: visit)
        say(lateChunk, of: visit, isLate: true)
        return foundSomething
    }

    /// Whether the index has this directory already.
    private func isKnown(_ visit: Visit) -> Bool {
        guard visit.work.directoryKey == 0 else { return true }
        let found = try? index.read { reader throws(IndexError) in
            try KnownDirectory.find(reader, place: visit.place, key: 0)
        }
        guard let found, found.inode == visit.place.inode, found.birthTime == visit.place.birthTime
        else { return false }
        watcher.setDirectoryKey(found.key, of: visit.work.node)
        return true
    }

    /// A name that is a directory's: made, renamed or gone. A renamed one keeps what is below it, so it is enough to
    /// tell the writer where it is now.
    private func look(
        atDirectories names: [FileName],
        _ visit: Visit,
        _ descriptor: Int32
    ) throws(FolderError) -> Bool {
        var found: [FileName] = []
        var foundSomething = false
        for name in names {
            guard let status = try? FileStatus(of: name, in: descriptor), status.isDirectory else {
                sayLate(.directoryGone(visit.place, name), of: visit)
                foundSomething = true
                continue
            }
            found.append(name)
            guard let place = place(ofChild: name, status, of: visit), !isIndexed(place, visit) else {
                continue
            }
            say(.directory(place), of: visit)
            foundSomething = true
        }
        if !found.isEmpty { watcher.discovered(found, of: visit.work) }
        return foundSomething
    }

    private func isIndexed(_ place: DirectoryPlace, _ visit: Visit) -> Bool {
        let found = try? index.read { reader throws(IndexError) in
            try KnownDirectory.find(reader, place: place, key: 0)
        }
        return found?.inode == place.inode && found?.birthTime == place.birthTime
    }

    private struct Look {
        /// The names to observe, in byte order.
        var names: [FileName] = []
        var known: [FileName: FileStamp] = [:]
        /// Something differs from the index.
        var isNews = false
        /// A file the index has is gone.
        var isGone = false
    }

    /// Finds which files a stem has: those that events named, those the index has, and sidecars, which the index has
    /// only beside a photo.
    private func look(
        at stem: [UInt8],
        _ names: Set<FileName>,
        _ pending: Set<FileName>,
        _ visit: Visit,
        _ observer: FileObserver
    ) throws(IndexError) -> Look {
        var look = Look()
        let key = watcher.directoryKey(of: visit.work.node)
        let indexed = try index.read { reader throws(IndexError) in
            try reader.assets(inDirectory: key, stem: stem)
        }
        for asset in indexed {
            for (name, stamp) in [(asset.name, asset.stamp)] + asset.companions.map({ ($0.name, $0.stamp) })
            where Companions.stem(of: name).elementsEqual(stem) {
                look.known[name] = stamp
            }
        }
        var candidates = names.union(look.known.keys)
        if candidates.contains(where: { $0.format?.kind != .sidecar }) {
            candidates.formUnion(sidecarNames(for: candidates, stem: stem))
        }
        for name in candidates {
            let known = look.known[name]
            switch observer.look(at: name) {
            case .file(let stamp):
                look.names.append(name)
                if !pending.contains(name), stamp != known || visit.work.force { look.isNews = true }
            case .absent:
                guard known != nil else { continue }
                look.isGone = true
                look.isNews = true
            case .unclear:
                look.names.append(name)
            }
        }
        look.names.sort()
        return look
    }

    private func sidecarNames(for names: Set<FileName>, stem: [UInt8]) -> [FileName] {
        var sidecars: [FileName] = []
        for suffix in [".xmp", ".XMP", ".aae", ".AAE"] {
            sidecars.append(FileName(stem + Array(suffix.utf8)))
        }
        for name in names where name.format?.kind != .sidecar {
            for suffix in [".xmp", ".XMP"] { sidecars.append(FileName(name.bytes + Array(suffix.utf8))) }
        }
        return sidecars
    }

    private func add(
        _ names: [FileName],
        _ stem: [UInt8],
        _ pending: Set<FileName>,
        _ known: [FileName: FileStamp],
        _ observer: FileObserver,
        isForced: Bool,
        to chunk: inout FindingChunk
    ) {
        var files: [ObservedFile] = []
        for name in names {
            guard let format = name.format else { continue }
            if pending.contains(name) {
                if let stamp = known[name] {
                    files.append(ObservedFile(name: name, format: format, stamp: stamp, content: .pending))
                }
            } else {
                observe(name, format, observer, into: &files, chunk: &chunk)
            }
        }
        chunk.add(ObservedShot(stem: stem, files: files, isForced: isForced))
    }
}
