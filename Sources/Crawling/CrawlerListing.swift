import CaptureRules
import DiskReading
import Files
import Findings
import FolderWatch
import Glibc
import LibraryIndex
import OptionFiles
import PhotoModel
import PhotodConfiguration
import Roots
import Shots
import Sweeps
import Threads

/// Looking at a whole directory.
extension Crawler {
    /// Compares the directory with the index. Returns whether anything was said.
    func list(
        _ visit: Visit,
        _ directory: borrowing DirectoryReader,
        buffer: UnsafeMutableRawBufferPointer
    ) throws(FolderError) -> Bool {
        var visit = visit
        let folder = visit.folder
        // The directory's own options count as they are when it is listed.
        var listing = try DirectoryListing(
            of: directory,
            rules: visit.options.cascade.replacing(depth: folder.count, with: nil),
            in: folder,
            buffer: buffer,
            heartbeat: heartbeat,
            statuses: { names throws(FolderError) in try statuses(of: names, visit) }
        )
        // Other rules of a root are like other options of its topmost folder.
        let haveRulesChanged =
            visit.work.node == visit.root.node
            && ruleChanges[visit.root.node, default: 0] != visit.root.ruleChanges
        let haveOptionsChanged = try readOptions(of: &visit, &listing) || haveRulesChanged
        if haveRulesChanged {
            ruleChanges = ruleChanges.filter { roots[$0.key] != nil }
            ruleChanges[visit.root.node] = visit.root.ruleChanges
        }
        if links.isInPlay { listing.takeOutMounts { isMount($0, of: visit) } }
        watcher.setIgnored(visit.work, listing.isHidden)
        let children = watcher.discovered(listing.directories, of: visit.work)
        lookBelow(children, of: visit, haveChanged: haveOptionsChanged)
        let hasUnfollowed = followLinks(of: listing, visit, haveOptionsChanged: haveOptionsChanged)
        let names = watcher.writtenNames(visit.work)
        let written = names.all
        // A hidden directory has no files, those that are being written included.
        var pending = visit.work.includesPending || listing.isHidden ? [] : names.left
        if written.isEmpty, !haveOptionsChanged, isAsDigested(listing, visit) {
            return hasUnfollowed
        }
        // What was found below it before it was hidden, or a part of it ignored, goes too.
        if listing.isHidden || haveOptionsChanged { findings.settle() }
        var known = known(visit)
        let hasStrangers = zip(children, listing.directoryInodes).contains { child, inode in
            !child.isNew && known.value.isOtherDirectory(child.name, inode)
        }
        if hasStrangers {
            // A directory that came by a rename may have been found where it was, only a moment ago.
            findings.waitForWriter()
            known = self.known(visit)
        }
        if !listing.isHidden, mustRemakeRecords(of: visit, known.value.key) {
            visit.isForcedByOptions = true
            // What is being written may have been read as it stood, and would not be read again.
            pending.subtract(known.value.files.map(\.name))
        }
        var foundSomething = known.wasNews || hasUnfollowed
        for (child, inode) in zip(children, listing.directoryInodes)
        where tellIfMoved(child, inode, known.value, visit) {
            foundSomething = true
        }
        if tellOfDirectories(lackingIn: listing, known.value, visit) { foundSomething = true }
        if try tellOfFiles(in: listing, known.value, pending, written, visit) { foundSomething = true }
        if visit.isForcedByOptions {
            findings.say(.rules(visit.place, visit.options.rules), of: visit)
            foundSomething = true
        }
        return foundSomething
    }

    private func tellOfDirectories(
        lackingIn listing: DirectoryListing,
        _ known: KnownDirectory,
        _ visit: Visit
    ) -> Bool {
        let present = Set(listing.directories)
        var foundSomething = false
        for name in known.directories.keys where !present.contains(name) {
            let isIgnored = listing.isHidden || isIgnored(name, visit) || listing.mounts.contains(name)
            findings.sayLate(
                isIgnored ? .directoryIgnored(visit.place, name) : .directoryGone(visit.place, name),
                about: isIgnored ? nil : name,
                of: visit
            )
            foundSomething = true
        }
        return foundSomething
    }

    /// - Parameters:
    ///   - pending: names that are being written.
    ///   - written: names that have been written since somebody looked.
    private func tellOfFiles(
        in listing: DirectoryListing,
        _ known: KnownDirectory,
        _ pending: Set<FileName>,
        _ written: Set<FileName>,
        _ visit: Visit
    ) throws(FolderError) -> Bool {
        let told = visit.heldNames.union(visit.work.names)
        let unread = pending.subtracting(visit.work.names)
        let sights = sights(
            of: { ListingDifference.names(of: listing, among: known.files, pending: unread) },
            visit
        )
        defer { sights.end() }
        let difference = ListingDifference(
            listing: listing,
            known: known.files,
            pending: unread,
            force: visit.isForced,
            look: { sights.answer(to: $0) },
            doubted: DoubtedTimes.now(visit.work),
            // Of very many names it is not kept which they were.
            isTold: { visit.work.includesPending || told.contains($0) }
        )
        progress.advance(by: difference.unchangedCount)
        var observer = observer(for: visit)
        let replaced = replacedStems(difference, on: known.filesystem, observer)
        observer.written = written
        observer.unfinishedSince = WallClock.now() - Self.writingTime
        return try tell(difference, replaced, listing, visit, observer)
    }

    private func statuses(of names: [FileName], _ visit: Visit) throws(FolderError) -> [FileStatus?] {
        let looks = PacedLooks({ names }, by: self, isNetwork: visit.mayHang) {
            [descriptor = visit.descriptor] name in
            Result { () throws(FolderError) in try FileStatus(existing: name, in: descriptor) }
        }
        defer { looks.end() }
        var found: [FileStatus?] = []
        for name in names { found.append(try looks.answer(to: name).get()) }
        return found
    }

    func sights(
        of names: @escaping () -> [FileName],
        _ visit: Visit
    ) -> PacedLooks<FileName, FileObserver.Sight> {
        var observer = observer(for: visit)
        // The crawler waits for the answers, and its own tells where they do not come.
        observer.heartbeat = LaneHeartbeat()
        return PacedLooks(names, by: self, isNetwork: visit.mayHang) { [observer] in observer.look(at: $0) }
    }

    /// Nanoseconds: who writes a file pauses for less.
    private static let writingTime: Int64 = 60_000_000_000

    func isIgnored(_ directory: FileName, _ visit: Visit) -> Bool {
        visit.ignores(directory, isDirectory: true)
    }

    /// Tells of a directory that the index has elsewhere, or in whose place it has another one. What is below it has not
    /// changed, so no visit of its own may follow that would tell. One that the index has nowhere is looked at: it may
    /// have moved on while it was told of, and been taken for gone. Returns whether there was anything to say.
    ///
    /// - Parameter inode: as the kernel lists it, which is another where something is mounted.
    private func tellIfMoved(
        _ child: DiscoveredFolder,
        _ inode: UInt64,
        _ known: KnownDirectory,
        _ visit: Visit
    ) -> Bool {
        let indexed = known.directories[child.name]
        // One that is new to the watcher as well is visited, and that visit tells.
        guard known.isOtherDirectory(child.name, inode), indexed != nil || !child.isNew,
            let status = try? FileStatus(of: child.name, in: visit.descriptor), status.isDirectory,
            status.inode != indexed
        else { return false }
        let place = place(ofChild: child.name, status, of: visit)
        // Of a subvolume only its own visit can tell. One that the index has at this name is not marked: the number that the kernel
        // lists is never its own, and each look at the folder around it would crawl it.
        guard indexed != nil || place.map(isIndexedSomewhere) ?? false else {
            watcher.markAgain(child.node, .tree)
            return false
        }
        guard let place else { return false }
        findings.say(.directoryMoved(place), of: visit)
        return true
    }

    /// Whether the index has a directory, be it at another place. Without a snapshot it may: the writer compares again.
    private func isIndexedSomewhere(_ place: DirectoryPlace) -> Bool {
        guard place.isNumbered else { return true }
        let found = try? index.read { reader throws(IndexError) in
            try reader.directories(onInode: place.inode).contains { $0.birthTime == place.birthTime }
        }
        return found ?? true
    }

    // MARK: What the index has

    /// The index's row of the directory; a directory that it has elsewhere, or not at all, is told to the writer first.
    func introduce(_ visit: Visit) throws(IndexError) -> (row: IndexedDirectory?, wasNews: Bool) {
        let found = try find(visit)
        if let found, found.isDirectory(of: visit.place) { return (found, false) }
        let mayHaveMoved = try index.read { reader throws(IndexError) in
            try !reader.directories(onInode: visit.place.inode).isEmpty
        }
        findings.say(.directory(visit.place), of: visit)
        guard found != nil || mayHaveMoved else { return (nil, true) }
        findings.waitForWriter()
        return (try find(visit), true)
    }

    /// The row at the directory's place, be it another one's.
    func find(_ visit: Visit) throws(IndexError) -> IndexedDirectory? {
        try index.read { reader throws(IndexError) in try KnownDirectory.find(reader, place: visit.place) }
    }

    /// The same, with all that is in it.
    private func known(_ visit: Visit) -> (value: KnownDirectory, wasNews: Bool) {
        do throws(IndexError) {
            let (row, wasNews) = try introduce(visit)
            guard let row else { return (KnownDirectory(), wasNews) }
            let known = try index.read { reader throws(IndexError) in try KnownDirectory(reader, row) }
            return (known, wasNews)
        } catch {
            // Without a snapshot everything looks new: the writer, which compares again, finds what is not. What is gone
            // nobody finds before the index can be asked.
            progress.note(problem: error, asking: visit.work.node)
            return (KnownDirectory(), false)
        }
    }

    // MARK: Telling the difference

    /// Stems of which a file may have been moved to where this lane has yet to look.
    func replacedStems(
        _ difference: ListingDifference,
        on filesystem: Int64,
        _ observer: FileObserver
    ) -> [[UInt8]] {
        let gone = Set(difference.goneStems)
        do throws(IndexError) {
            var stems: [[UInt8]] = []
            for (stem, files) in difference.replaced where !gone.contains(stem) {
                for file in files where try isReplaced(file.known.stamp, by: file.seen, on: filesystem) {
                    if try hasStillItsContent(file, observer) { continue }
                    stems.append(stem)
                    break
                }
            }
            return stems
        } catch {
            progress.note(problem: error)
            return []
        }
    }

    private func hasStillItsContent(_ file: ListingDifference.Replaced, _ observer: FileObserver)
        throws(IndexError) -> Bool
    {
        guard file.seen.inode == 0, file.known.owner.isPrimary else { return false }
        let record = try index.read { reader throws(IndexError) in
            try reader.record(ofAsset: file.known.owner.asset)
        }
        return observer.hasStill(record?.fingerprint, at: file.known.name, file.known.stamp, now: file.seen)
    }

    /// Whether another file stands where the index has one, and none that has left its own place: such a one was moved
    /// here, and is told at once. A hard link to a file that stays where it is replaces like any other.
    func isReplaced(_ known: FileStamp, by seen: FileStamp, on filesystem: Int64) throws(IndexError) -> Bool {
        guard !known.isSameInode(as: seen) else { return false }
        let places: [FilePath] = try index.read { reader throws(IndexError) in
            var places: [FilePath] = []
            for asset in try Self.lookalikes(seen, on: filesystem, reader) {
                guard let folder = try reader.path(ofDirectory: asset.directory) else { continue }
                places.append(folder.appending(asset.name))
            }
            return places
        }
        // Of so many of one size and time nobody could tell which was moved, and each would be held against each.
        guard places.count <= Self.mostLookalikes else { return false }
        return places.allSatisfy { path in
            if let status = try? FileStatus(at: path) {
                return seen.seemsSameFile(as: FileStamp(now: status))
            }
            // The asset's folder may have been moved with the file in it, which no number would tell.
            return seen.inode == 0 && (try? FileStatus(at: path.parent)) == nil
        }
    }

    private static let mostLookalikes = 16

    /// The assets that a file may have been, by its inode, else by size and modification time.
    private static func lookalikes(
        _ seen: FileStamp,
        on filesystem: Int64,
        _ reader: IndexReader
    ) throws(IndexError) -> [IndexedAsset] {
        let found =
            seen.inode == 0
            ? try reader.unnumberedAssets(
                size: seen.size,
                modificationTime: seen.modificationTime,
                limit: mostLookalikes + 1
            )
            : try reader.assets(onInode: seen.inode, filesystem: filesystem)
        return found.filter {
            seen.inode == 0 ? $0.stamp.seemsSameFile(as: seen) : $0.stamp.isSameFile(as: seen)
        }
    }

    /// Only a look that somebody asked for has everything read. New options of a folder, say, make new records of it and
    /// no other facts.
    func observer(for visit: Visit) -> FileObserver {
        FileObserver(
            directory: visit.descriptor,
            keepsInodes: visit.keepsInodes,
            heartbeat: heartbeat,
            trouble: trouble,
            mayHang: visit.mayHang,
            readsPoison: visit.work.force,
            // Nothing is told apart by its content while all is new.
            contents: index.isNew && progress.isScanning ? nil : ContentComparison(index: index)
        )
    }
}
