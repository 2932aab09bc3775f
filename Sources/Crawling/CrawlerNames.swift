import CaptureRules
import Descriptors
import DiskReading
import Files
import Findings
import FolderWatch
import LibraryIndex
import OptionFiles
import PhotoModel
import Roots
import Shots
import Sweeps

/// Looking at single names of a directory, so that one new file in a folder of thousands costs one look.
extension Crawler {
    /// Returns whether anything was said; `nil` where the index cannot be read, without which a stem's files are not
    /// known, or where all its records are to be made anew: the whole directory has to be looked at then.
    func look(atNamesOf visit: Visit, _ descriptor: Int32) throws(FolderError) -> Bool? {
        do throws(IndexError) {
            // With other options than the rest some of its records would be as the rest was before, and nobody could tell.
            if options.isInPlay, mustRemakeRecords(of: visit, try find(visit).key) { return nil }
            let names = try sort(namesOf: visit, descriptor)
            var foundSomething = look(atDirectories: names.directories, visit, descriptor)
            guard !names.stems.isEmpty else { return foundSomething }
            let directory = try introduce(visit)
            if directory.wasNews { foundSomething = true }
            if try look(atStems: names.stems, inDirectory: directory.key, visit, descriptor) {
                foundSomething = true
            }
            return foundSomething
        } catch {
            progress.note(problem: error)
            return nil
        }
    }

    private func look(
        atStems stems: [[UInt8]: Set<FileName>],
        inDirectory key: Int64,
        _ visit: Visit,
        _ descriptor: Int32
    ) throws(IndexError) -> Bool {
        let written = watcher.writtenNames(visit.work)
        let pending = written.left.subtracting(visit.work.names)
        var observer = observer(for: visit, descriptor)
        observer.written = written.all
        var foundSomething = false
        var gathering = ShotGathering(for: visit, outlet)
        for (stem, names) in stems {
            let shot = try look(at: stem, names, inDirectory: key, pending, visit, observer)
            guard shot.isNews else { continue }
            foundSomething = true
            let isTold = gathering.add(isLate: shot.isGone) { chunk throws(OpeningDelay) in
                let isForced = visit.work.force || shot.isBlurred
                try add(shot, stem, pending, observer, isForced: isForced, to: &chunk)
            }
            // The daemon stops.
            guard isTold else { break }
        }
        gathering.say()
        return foundSomething
    }

    /// The index's number of this directory; 0 where the index has nothing of it. A stem that the index has files of must
    /// not be judged without them.
    private func introduce(_ visit: Visit) throws(IndexError) -> (key: Int64, wasNews: Bool) {
        let found = try find(visit)
        if found.isSame { return (found.key, false) }
        let mayHaveMoved = try index.read { reader throws(IndexError) in
            try !reader.directories(onInode: visit.place.inode).isEmpty
        }
        outlet.say(.directory(visit.place), of: visit)
        guard found.key != 0 || mayHaveMoved else { return (0, true) }
        outlet.waitForWriter()
        return (try find(visit).key, true)
    }

    /// What the index has at this place.
    private func find(_ visit: Visit) throws(IndexError) -> (key: Int64, isSame: Bool) {
        let found = try index.read { reader throws(IndexError) in
            try KnownDirectory.find(reader, place: visit.place)
        }
        let isSame = found?.inode == visit.place.inode && found?.birthTime == visit.place.birthTime
        return (found?.key ?? 0, isSame)
    }

    /// A name that is a directory's: made, renamed or gone. A renamed one keeps what is below it, so it is enough to
    /// tell the writer where it is now.
    private func look(atDirectories names: [FileName], _ visit: Visit, _ descriptor: Int32) -> Bool {
        let names = links.isInPlay ? names.filter { !isNoBusiness($0, visit, descriptor) } : names
        var found: [FileName] = []
        var foundSomething = followLinks(names, visit)
        for name in names where !isMount(name, of: visit) {
            let status: FileStatus?
            do throws(FolderError) {
                status = try FileStatus(existing: name, in: descriptor)
            } catch {
                trouble.note(error)
                continue
            }
            guard let status, status.isDirectory else {
                outlet.sayLate(.directoryGone(visit.place, name), about: name, of: visit)
                unfollow(below: name, isIgnored: false, of: visit)
                foundSomething = true
                continue
            }
            found.append(name)
            guard let place = place(ofChild: name, status, of: visit), !isIndexed(place, visit) else {
                continue
            }
            outlet.say(.directoryMoved(place), of: visit)
            foundSomething = true
        }
        if !found.isEmpty {
            lookBelow(watcher.discovered(found, of: visit.work), of: visit, haveChanged: true)
        }
        return foundSomething
    }

    /// With links, names of every kind are looked at. A file is none of our business, nor what was one.
    private func isNoBusiness(_ name: FileName, _ visit: Visit, _ descriptor: Int32) -> Bool {
        guard name.format == nil, !hasFollowed(at: name, of: visit) else { return false }
        if let status = try? FileStatus(of: name, in: descriptor), !status.isRegularFile { return false }
        // A directory of this name may be known, but only what is written can be asked for.
        outlet.waitForWriter()
        let isKnown = try? index.read { reader throws(IndexError) -> Bool in
            let folder = try KnownDirectory.find(reader, place: visit.place)
            guard let folder else { return false }
            return try reader.directory(root: visit.place.root, parent: folder.key, name: name) != nil
        }
        return isKnown == false
    }

    /// Whether the index has a directory as a child of the one that is visited: what has the parent's name there may
    /// still be one that has moved away. Without a snapshot it looks new; the writer, which compares again, finds what
    /// is not.
    private func isIndexed(_ place: DirectoryPlace, _ visit: Visit) -> Bool {
        let found = try? index.read { reader throws(IndexError) -> Bool in
            guard let child = try KnownDirectory.find(reader, place: place),
                let parent = try reader.directory(child.parent)
            else { return false }
            return child.inode == place.inode && child.birthTime == place.birthTime
                && parent.inode == visit.place.inode && parent.birthTime == visit.place.birthTime
        }
        return found ?? false
    }

    private struct Look {
        /// The names to observe, in byte order.
        var names: [FileName] = []
        var known: [FileName: FileStamp] = [:]
        /// Something differs from the index.
        var isNews = false
        /// What stamps say of it is not to be believed.
        var isBlurred = false
        /// A file the index has is gone, or another stands in its place.
        var isGone = false
        /// Events have told what became of all such files.
        var isExplained = true
    }

    /// Finds which files a stem has: those that events named, those the index has, and sidecars, which the index has
    /// only beside a photo.
    private func look(
        at stem: [UInt8],
        _ names: Set<FileName>,
        inDirectory key: Int64,
        _ pending: Set<FileName>,
        _ visit: Visit,
        _ observer: FileObserver
    ) throws(IndexError) -> Look {
        var look = Look()
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
            candidates.formUnion(
                Companions.sidecarNames(for: candidates, stem: stem).filter {
                    !visit.ignores($0, isDirectory: false)
                }
            )
        }
        for name in candidates {
            let known = look.known[name]
            switch observer.look(at: name) {
            case .file(let stamp):
                look.names.append(name)
                guard !pending.contains(name) else { continue }
                // An event has told of a change that a stamp may be too coarse to show.
                if stamp.isCoarse, names.contains(name) { look.isBlurred = true }
                if stamp != known || look.isBlurred || visit.work.force { look.isNews = true }
                // The file that stood here may have been moved to where this lane has yet to look.
                let fingerprint = indexed.first { $0.name == name }?.fingerprint
                if let known, let filesystem = indexed.first?.filesystem,
                    try isReplaced(known, by: stamp, on: filesystem),
                    !observer.hasStill(fingerprint, at: name, known, now: stamp)
                {
                    look.isGone = true
                    if !visit.explains(name) { look.isExplained = false }
                }
            case .absent:
                guard known != nil else { continue }
                look.isGone = true
                look.isNews = true
                if !visit.explains(name) { look.isExplained = false }
            case .unclear:
                look.names.append(name)
            }
        }
        look.names.sort()
        if !look.isNews, pending.isDisjoint(with: look.names) { look.isNews = !isPaired(look.names, indexed) }
        return look
    }

    /// Whether the files of a stem belong together as the index has them.
    private func isPaired(_ names: [FileName], _ indexed: [IndexedAsset]) -> Bool {
        var owners: [FileName: ShotPairing.Owner] = [:]
        for asset in indexed {
            owners[asset.name] = ShotPairing.Owner(asset: asset.key, isPrimary: true)
            for companion in asset.companions {
                owners[companion.name] = ShotPairing.Owner(asset: asset.key, isPrimary: false)
            }
        }
        return ShotPairing.isAsIndexed(
            names.compactMap { name in
                name.format.map { ShotPairing.Member(name: name, format: $0, owner: owners[name]) }
            }
        )
    }

    private func add(
        _ look: Look,
        _ stem: [UInt8],
        _ pending: Set<FileName>,
        _ observer: FileObserver,
        isForced: Bool,
        to chunk: inout FindingChunk
    ) throws(OpeningDelay) {
        var files: [ObservedFile] = []
        let formats = look.names.compactMap(\.format)
        for name in look.names {
            guard let format = name.format else { continue }
            if !pending.contains(name) {
                if let seen = try chunk.observe(name, format, among: formats, observer, readers) {
                    files.append(seen)
                }
            } else if let stamp = look.known[name] {
                files.append(ObservedFile(name: name, format: format, stamp: stamp, content: .pending))
            }
        }
        files = try chunk.readingLeftBehind(files, among: formats, observer, readers)
        let shot = ObservedShot(stem: stem, files: files, isForced: isForced)
        chunk.add(
            shot,
            gone: look.known.keys.filter { !look.names.contains($0) },
            isExplained: look.isExplained
        )
    }
}
