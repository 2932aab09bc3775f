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
    var looks = SecondLooks()
    var unsettled: UnsettledDirectories

    var seconds: Int64 { now / 1_000_000_000 }

    init(
        writer: IndexWriter,
        builder: RecordBuilder,
        roots: RootTable,
        now: Int64,
        isFirstSweep: Bool,
        directories: DirectoryResolver,
        unsettled: UnsettledDirectories = UnsettledDirectories()
    ) throws(IndexError) {
        self.writer = writer
        reader = writer.reader
        self.builder = builder
        self.roots = roots
        self.now = now
        self.isFirstSweep = isFirstSweep
        self.directories = directories
        self.unsettled = unsettled
        mayReclaim = try reader.hasDeparted()
    }

    mutating func apply(_ slot: FindingSlot) throws(IndexError) {
        switch slot.finding {
        case .directory(let place):
            // A look at single names compares nothing else with the new row.
            guard let directory = try arrive(place), place.work?.kind == .names else { return }
            if directory.isStranger { lookAgain(at: place, directory.key) }
        case .directoryMoved(let place):
            // Where its row is not to be found any more, its files are found one by one.
            guard let directory = try arrive(place), directory.isStranger else { return }
            lookAgain(at: place, directory.key)
        case .shots(let place, let shots):
            guard let directory = try locate(place) else { return }
            let outcomes = slot.outcomes
            for shot in shots { try apply(shot, in: directory, place: place, outcomes: outcomes) }
        case .directoryGone(let place, let name):
            guard let directory = try locate(place) else { return }
            try removeDirectory(name, from: directory)
        case .directoryIgnored(let place, let name):
            guard let directory = try locate(place) else { return }
            try removeDirectory(name, from: directory, mayStand: true)
        case .finished(let work):
            finished.append(contentsOf: work)
        }
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
                if other.directory != directory.key { try lookAgain(at: other.name, in: other.directory) }
                try remove(other)
            }
        }
        // Else an editor replaced the file, and the asset goes on.
        if isOtherFile {
            try lookAtLinks(ofGone: asset.stamp, filesystem: asset.filesystem, except: asset.key)
        }
        for companion in asset.companions where !shot.files.contains(where: { $0.name == companion.name }) {
            try lookAtLinks(ofGone: companion.stamp, filesystem: asset.filesystem, except: asset.key)
        }
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

    /// Gives an identity its file.
    private mutating func settle(_ claim: IdentityClaim, record: AssetRecord, at place: AssetPlace)
        throws(IndexError)
    {
        switch claim {
        case .live(let asset):
            try lookAgain(atCompanionsOf: asset)
            if asset.directory != place.directory { try lookAgain(at: asset.name, in: asset.directory) }
            try writer.update(asset, record: record, marks: asset.marks, at: place)
        case .departed(let asset):
            try writer.reclaim(asset)
            // Of two assets that become one, the older survives. One that was gone until now is the younger: a RAW file
            // that is by itself for a moment, while its pair is moved a file at a time, takes up what it once was.
            let created = asset.deletedAt == nil ? asset.created : now / 1_000_000
            try writer.insert(
                id: asset.id,
                record: record,
                marks: asset.marks,
                at: place,
                created: created,
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

    mutating func record(for file: ObservedFile, _ outcomes: [ExtractionOutcome]) -> AssetRecord? {
        let built = builder.record(for: file, outcomes: outcomes, now: now)
        guard !built.isCancelled else {
            cancelled += 1
            return nil
        }
        return built.record
    }
}
