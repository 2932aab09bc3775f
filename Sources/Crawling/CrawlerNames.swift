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
    func look(atNamesOf visit: Visit) throws(FolderError) -> Bool? {
        var foundSomething: Bool
        let look: NamesLook?
        do throws(IndexError) {
            // With other options than the rest some of its records would be as the rest was before, and nobody could tell.
            if options.isInPlay, mustRemakeRecords(of: visit, try find(visit)?.key ?? 0) { return nil }
            let names = try sort(namesOf: visit)
            foundSomething = self.look(atDirectories: names.directories, visit)
            if names.stems.isEmpty {
                look = nil
            } else {
                // A stem that the index has files of must not be judged without them.
                let (row, wasNews) = try introduce(visit)
                if wasNews { foundSomething = true }
                look = try self.look(atStems: names.stems, inDirectory: row?.key ?? 0, visit)
            }
        } catch {
            progress.note(problem: error)
            return nil
        }
        guard let look else { return foundSomething }
        return try tell(look, visit) || foundSomething
    }

    /// What the stems of some names are on the disk and in the index.
    private struct NamesLook {
        /// Files that were being written before any was looked at, as of a listing.
        let written: FolderWatcher.WrittenNames
        var listing = DirectoryListing()
        var sights: [FileName: FileObserver.Sight] = [:]
        /// In the order of names.
        var known: [KnownDirectory.File] = []
        /// As the index numbers file systems.
        var filesystem: Int64 = 0
        /// Names that events named.
        var told: Set<FileName> = []
    }

    /// The files that stems have, as a listing of those alone would tell: those that events named, those the index has, and
    /// sidecars, which the index has only beside a photo.
    private func look(
        atStems stems: [[UInt8]: Set<FileName>],
        inDirectory key: Int64,
        _ visit: Visit
    ) throws(IndexError) -> NamesLook {
        var look = NamesLook(written: watcher.writtenNames(visit.work))
        let observer = observer(for: visit)
        var spelling = NameSpelling(in: visit.descriptor)
        for (stem, names) in stems {
            let indexed = try index.read { reader throws(IndexError) in
                try reader.assets(inDirectory: key, stem: stem)
            }
            let known = indexed.flatMap(KnownDirectory.files(of:)).filter {
                Companions.stem(of: $0.name).elementsEqual(stem)
            }
            look.known += known
            look.filesystem = indexed.first?.filesystem ?? look.filesystem
            look.told.formUnion(names)
            var candidates = names.union(known.map(\.name))
            if candidates.contains(where: { $0.format?.kind != .sidecar }) {
                candidates.formUnion(
                    Companions.sidecarNames(for: candidates, stem: stem).filter {
                        !visit.ignores($0, isDirectory: false)
                    }
                )
            }
            for name in candidates {
                guard let format = name.format else { continue }
                let sight = observer.look(at: name, calledSo: &spelling)
                if sight == .absent { continue }
                look.sights[name] = sight
                look.listing.files.append(DirectoryListing.File(name: name, format: format))
            }
        }
        look.listing.sort()
        look.known.sort { $0.name < $1.name }
        return look
    }

    private func tell(_ look: NamesLook, _ visit: Visit) throws(FolderError) -> Bool {
        let difference = ListingDifference(
            listing: look.listing,
            known: look.known,
            pending: look.written.left.subtracting(visit.work.names),
            force: visit.work.force,
            look: { look.sights[$0] ?? .unclear },
            doubted: DoubtedTimes.now(visit.work),
            isTold: { look.told.contains($0) }
        )
        var observer = observer(for: visit)
        observer.written = look.written.all
        let replaced = replacedStems(difference, on: look.filesystem, observer)
        return try tell(difference, replaced, look.listing, visit, observer)
    }

    /// A name that is a directory's: made, renamed or gone. A renamed one keeps what is below it, so it is enough to
    /// tell the writer where it is now.
    private func look(atDirectories names: [FileName], _ visit: Visit) -> Bool {
        let names = links.isInPlay ? names.filter { !isNoBusiness($0, visit) } : names
        var found: [FileName] = []
        var onOtherDisks: Set<FileName> = []
        var spelling = NameSpelling(in: visit.descriptor)
        var foundSomething = followLinks(names, visit)
        for name in names where !isMount(name, of: visit) {
            let status: FileStatus?
            do throws(FolderError) {
                status = try FileStatus(existing: name, in: visit.descriptor)
            } catch {
                trouble.note(error)
                continue
            }
            guard let status, status.isDirectory, spelling.isOwn(name) else {
                findings.sayLate(.directoryGone(visit.place, name), about: name, of: visit)
                unfollow(below: name, isIgnored: false, of: visit)
                foundSomething = true
                continue
            }
            found.append(name)
            guard let place = place(ofChild: name, status, of: visit) else {
                onOtherDisks.insert(name)
                continue
            }
            guard !isIndexed(place, visit) else { continue }
            findings.say(.directoryMoved(place), of: visit)
            foundSomething = true
        }
        if !found.isEmpty {
            let folders = watcher.discovered(found, of: visit.work)
            // A subvolume has a device of its own, and is renamed all the same. What is watched already is visited by itself only
            // where it is marked.
            for folder in folders where !folder.isNew && onOtherDisks.contains(folder.name) {
                watcher.markAgain(folder.node, .tree)
            }
            lookBelow(folders, of: visit, haveChanged: true)
        }
        return foundSomething
    }

    /// With links, names of every kind are looked at. A file is none of our business, nor what was one.
    private func isNoBusiness(_ name: FileName, _ visit: Visit) -> Bool {
        guard name.format == nil, !hasFollowed(at: name, of: visit) else { return false }
        if let status = try? FileStatus(of: name, in: visit.descriptor), !status.isRegularFile {
            return false
        }
        // A directory of this name may be known, but only what is written can be asked for.
        findings.waitForWriter()
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
            return child.isDirectory(of: place) && parent.isDirectory(of: visit.place)
        }
        return found ?? false
    }
}
