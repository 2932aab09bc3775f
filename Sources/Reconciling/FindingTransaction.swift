import CaptureRules
import Extraction
import FolderWatch
import LibraryIndex
import PhotoModel

/// Applies findings within one transaction: loads what the index has now, lets the pure difference decide, and
/// carries it out. The index is compared again here, because a crawler's snapshot is a hint like an event is.
struct FindingTransaction {
    let writer: IndexWriter
    let reader: IndexReader
    let builder: RecordBuilder
    let roots: RootTable
    /// Nanoseconds since 1970.
    let now: Int64
    /// The first sweep of a new index: nothing can have been moved within it unseen.
    let isFirstSweep: Bool
    var directories: DirectoryResolver
    /// There are identities without a file.
    var mayReclaim: Bool

    /// Work that is done once the transaction is.
    private(set) var finished: [FolderWork] = []
    /// Files whose facts were not to be had because the daemon is stopping: they stay as they were.
    private(set) var cancelled = 0
    private(set) var fileCount = 0
    /// Directories of which rows were removed that a later look may have to bring back.
    var disturbed: [DirectoryPlace] = []
    /// Work of which findings were dropped, because their directory was no longer where they said.
    private(set) var outdated: [FolderWork] = []
    /// Files that no event tells of and that have to be looked at because of what was found elsewhere.
    private(set) var filesToLookAt: [FilePath] = []

    var seconds: Int64 { now / 1_000_000_000 }

    init(
        writer: IndexWriter,
        builder: RecordBuilder,
        roots: RootTable,
        now: Int64,
        isFirstSweep: Bool,
        directories: DirectoryResolver
    ) throws(IndexError) {
        self.writer = writer
        reader = writer.reader
        self.builder = builder
        self.roots = roots
        self.now = now
        self.isFirstSweep = isFirstSweep
        self.directories = directories
        mayReclaim = try reader.hasDeparted()
    }

    mutating func apply(_ slot: FindingSlot) throws(IndexError) {
        switch slot.finding {
        case .directory(let place):
            guard isCurrent(place) else { return }
            _ = try resolve(place)
        case .directoryMoved(let place):
            guard isCurrent(place) else { return }
            // Where its row is not to be found any more, its files are found one by one.
            if try resolve(place).isStranger { disturbed.append(place) }
        case .shots(let place, let shots):
            guard isCurrent(place) else { return }
            let directory = try resolve(place)
            let outcomes = slot.outcomes
            for shot in shots { try apply(shot, in: directory, place: place, outcomes: outcomes) }
        case .directoryGone(let place, let name):
            guard isCurrent(place) else { return }
            try removeDirectory(name, from: place)
        case .directoryIgnored(let place, let name):
            guard isCurrent(place) else { return }
            try removeDirectory(name, from: place, mayStand: true)
        case .finished(let work):
            finished.append(contentsOf: work)
        }
    }

    /// Whether a finding still tells of what is at its place. A root may have been removed since the crawler looked, and
    /// nothing of it may come back; a folder may have moved, and its files would be taken for files of the place it left.
    private mutating func isCurrent(_ place: DirectoryPlace) -> Bool {
        guard let root = roots.root(withKey: place.root) else { return false }
        guard !place.components.isEmpty, let work = place.work, directories.remembered(place) == nil
        else { return true }
        let path = place.components.reduce(root.library.path) { $0.appending($1) }
        do throws(FolderError) {
            let status = try FileStatus(at: path)
            if status.isDirectory, status.inode == place.inode, status.birthTime == place.birthTime {
                return true
            }
        } catch {
            guard error == .missing else { return true }
        }
        outdated.append(work)
        return false
    }

    // MARK: Shots

    private mutating func apply(
        _ shot: ObservedShot,
        in directory: DirectoryResolver.Directory,
        place: DirectoryPlace,
        outcomes: [ExtractionOutcome]
    ) throws(IndexError) {
        fileCount += shot.files.count
        let indexed = directory.isFresh ? [] : try reader.assets(inDirectory: directory.key, stem: shot.stem)
        let actions = ShotReconciler.actions(
            stem: shot.stem,
            indexed: indexed,
            observed: shot.files,
            isForced: shot.isForced
        )
        for (number, action) in actions.enumerated() {
            switch action {
            case .update(let asset, let files):
                if try isAsIndexed(asset, before: number) {
                    try update(asset, files, of: shot, in: directory, place: place, outcomes: outcomes)
                } else {
                    try add(files, of: shot, in: directory, place: place, outcomes: outcomes)
                }
            case .add(let files):
                try add(files, of: shot, in: directory, place: place, outcomes: outcomes)
            case .remove(let asset):
                if try isAsIndexed(asset, before: number) { try remove(asset) }
            }
        }
    }

    /// Whether an asset still is what it was before the first action: one of the same stem may have found it under
    /// another name (`a.JPG` that is `a.jpg` now) and taken it there.
    private func isAsIndexed(_ asset: IndexedAsset, before action: Int) throws(IndexError) -> Bool {
        guard action > 0 else { return true }
        guard let current = try reader.asset(asset.id) else { return false }
        return current.key == asset.key && current.directory == asset.directory && current.name == asset.name
    }

    private mutating func update(
        _ asset: IndexedAsset,
        _ files: Shot,
        of shot: ObservedShot,
        in directory: DirectoryResolver.Directory,
        place: DirectoryPlace,
        outcomes: [ExtractionOutcome]
    ) throws(IndexError) {
        let primary = shot.files[files.primary]
        let companions = companions(files, shot)
        guard !primary.isPending else {
            // Another file is to carry the asset on, once it can be read.
            guard asset.name == primary.name else { return }
            // What it is will be read when it is complete; what belongs to it may be new already.
            try writer.setCompanions(companions, of: asset.key, in: directory.key)
            try writer.touch(asset)
            return
        }
        guard let read = record(for: primary, outcomes) else { return }
        let record = try keepingFacts(of: asset, in: read, name: primary.name)
        if shot.isForced, companions == asset.companions,
            try isRecorded(record, of: asset, name: primary.name)
        {
            return
        }
        if try onlyStatusChanged(record, of: asset, name: primary.name, companions) {
            try writer.setChangeTime(record.stamp.changeTime, of: asset)
            try writer.setCompanions(companions, of: asset.key, in: directory.key)
            return
        }
        // A file that belonged to the asset all along goes on as it, whatever id its inode had once.
        let wasCompanion = asset.companions.contains {
            $0.name == primary.name && $0.stamp.isSameFile(as: primary.stamp)
        }
        let isOtherFile =
            !wasCompanion
            && (!asset.stamp.isSameFile(as: primary.stamp) || asset.filesystem != directory.filesystem)
        if isOtherFile, let moved = try movedFile(primary, on: directory, place: place, except: asset) {
            // A file that was moved over this one brings its id along. Where the file joins what was there, the id
            // that existed first survives.
            if asset.name == primary.name || moved.age < (asset.created, asset.id) {
                try remove(asset)
                try settle(moved, record: record, at: directory.place(of: primary.name))
                try setCompanions(files, shot, id: moved.id, in: directory)
                return
            }
            if case .live(let other) = moved {
                try lookAgain(atCompanionsOf: other)
                try remove(other)
            }
        }
        // Else an editor replaced the file, and the asset goes on.
        try writer.update(asset, record: record, marks: asset.marks, at: directory.place(of: primary.name))
        if companions != asset.companions {
            try writer.setCompanions(companions, of: asset.key, in: directory.key)
        }
        try updateLinks(of: primary, on: directory, outcomes: outcomes)
        try lookAtLinks(ofCompanions: files, shot, on: directory)
    }

    /// A file that just now may not be read is still the file it was: what is known of it stays.
    private func keepingFacts(
        of asset: IndexedAsset,
        in record: AssetRecord,
        name: FileName
    ) throws(IndexError) -> AssetRecord {
        guard record.unreadable == .permission || record.unreadable == .inputOutput, asset.name == name,
            asset.stamp.isSameFile(as: record.stamp), asset.stamp.size == record.stamp.size,
            asset.stamp.modificationTime == record.stamp.modificationTime,
            var known = try reader.record(ofAsset: asset.key)
        else { return record }
        known.stamp = record.stamp
        known.unreadable = record.unreadable
        return known
    }

    /// Whether nothing happened but that a file's mode or its number of links is another: nothing that anybody has to
    /// be told of.
    private func onlyStatusChanged(
        _ record: AssetRecord,
        of asset: IndexedAsset,
        name: FileName,
        _ companions: [IndexedCompanion]
    ) throws(IndexError) -> Bool {
        guard asset.name == name, asset.stamp.isSameContent(as: record.stamp),
            companions.elementsEqual(
                asset.companions,
                by: { $0.name == $1.name && $0.stamp.isSameContent(as: $1.stamp) }
            )
        else { return false }
        var known = record
        known.stamp.changeTime = asset.stamp.changeTime
        return try isRecorded(known, of: asset, name: name)
    }

    private func isRecorded(
        _ record: AssetRecord,
        of asset: IndexedAsset,
        name: FileName
    ) throws(IndexError) -> Bool {
        guard asset.name == name, var known = try reader.record(ofAsset: asset.key) else { return false }
        // Under an override the index does not say which group the description names.
        if asset.marks.groupOverride != nil { known.describedGroup = record.describedGroup }
        return known == record
    }

    /// The other names of files that belong to a shot. What is read of them there is not what is read of them here.
    private mutating func lookAtLinks(
        ofCompanions files: Shot,
        _ shot: ObservedShot,
        on directory: DirectoryResolver.Directory
    ) throws(IndexError) {
        for companion in files.companions.map({ shot.files[$0] }) where companion.format.kind != .sidecar {
            for link in try reader.assets(onInode: companion.stamp.inode, filesystem: directory.filesystem)
            where link.stamp.isSameFile(as: companion.stamp) && !link.stamp.isSameContent(as: companion.stamp)
            {
                guard let folder = try reader.path(ofDirectory: link.directory) else { continue }
                filesToLookAt.append(folder.appending(link.name))
            }
        }
    }

    /// A file's other names: a write through one is a write to all, and only that one has an event.
    private mutating func updateLinks(
        of file: ObservedFile,
        on directory: DirectoryResolver.Directory,
        outcomes: [ExtractionOutcome]
    ) throws(IndexError) {
        for link in try reader.assets(onInode: file.stamp.inode, filesystem: directory.filesystem)
        where link.stamp.isSameFile(as: file.stamp)
            && (link.stamp.size != file.stamp.size
                || link.stamp.modificationTime != file.stamp.modificationTime)
        {
            guard try isStillThere(link) else { continue }
            guard link.format == file.format else {
                if let folder = try reader.path(ofDirectory: link.directory) {
                    filesToLookAt.append(folder.appending(link.name))
                }
                continue
            }
            let linked = ObservedFile(
                name: link.name,
                format: file.format,
                stamp: file.stamp,
                content: file.content
            )
            guard let record = record(for: linked, outcomes) else { continue }
            let place = AssetPlace(
                directory: link.directory,
                root: link.root,
                filesystem: link.filesystem,
                name: link.name
            )
            try writer.update(link, record: record, marks: link.marks, at: place)
        }
    }

    private mutating func add(
        _ files: Shot,
        of shot: ObservedShot,
        in directory: DirectoryResolver.Directory,
        place: DirectoryPlace,
        outcomes: [ExtractionOutcome]
    ) throws(IndexError) {
        let primary = shot.files[files.primary]
        guard !primary.isPending, let record = record(for: primary, outcomes) else { return }
        let assetPlace = directory.place(of: primary.name)
        if !isFirstSweep {
            try updateLinks(of: primary, on: directory, outcomes: outcomes)
            try lookAtLinks(ofCompanions: files, shot, on: directory)
        }
        if let claim = try claim(primary, record: record, on: directory, place: place) {
            try settle(claim, record: record, at: assetPlace)
            try setCompanions(files, shot, id: claim.id, in: directory)
            return
        }
        let key = try writer.insert(
            id: AssetID.random(),
            record: record,
            marks: AssetMarks(),
            at: assetPlace,
            created: now / 1_000_000
        )
        let companions = companions(files, shot)
        if !companions.isEmpty { try writer.setCompanions(companions, of: key, in: directory.key) }
    }

    /// What belonged to a photo that is elsewhere now may have stayed behind, and belongs to another one or to none.
    private mutating func lookAgain(atCompanionsOf asset: IndexedAsset) throws(IndexError) {
        guard let folder = try reader.path(ofDirectory: asset.directory) else { return }
        for companion in try reader.companions(of: asset.key) {
            filesToLookAt.append(folder.appending(companion.name))
        }
    }

    /// Gives an identity its file.
    private mutating func settle(_ claim: IdentityClaim, record: AssetRecord, at place: AssetPlace)
        throws(IndexError)
    {
        switch claim {
        case .live(let asset):
            try lookAgain(atCompanionsOf: asset)
            try writer.update(asset, record: record, marks: asset.marks, at: place)
        case .departed(let asset):
            try writer.reclaim(asset)
            try writer.insert(
                id: asset.id,
                record: record,
                marks: asset.marks,
                at: place,
                created: asset.created,
                revision: asset.revision + 1
            )
        }
    }

    private func setCompanions(
        _ files: Shot,
        _ shot: ObservedShot,
        id: AssetID,
        in directory: DirectoryResolver.Directory
    ) throws(IndexError) {
        guard let asset = try reader.asset(id) else { return }
        try writer.setCompanions(companions(files, shot), of: asset.key, in: directory.key)
    }

    private func companions(_ files: Shot, _ shot: ObservedShot) -> [IndexedCompanion] {
        files.companions.map { index in
            let file = shot.files[index]
            return IndexedCompanion(name: file.name, format: file.format, stamp: file.stamp)
        }.sorted { $0.name < $1.name }
    }

    private mutating func record(for file: ObservedFile, _ outcomes: [ExtractionOutcome]) -> AssetRecord? {
        let built = builder.record(for: file, outcomes: outcomes, now: now)
        guard !built.isCancelled else {
            cancelled += 1
            return nil
        }
        return built.record
    }
}
