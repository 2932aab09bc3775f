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
    private(set) var mayReclaim: Bool

    /// Work that is done once the transaction is.
    private(set) var finished: [FolderWork] = []
    /// Files whose facts were not to be had because the daemon is stopping: they stay as they were.
    private(set) var cancelled = 0
    private(set) var fileCount = 0
    /// Directories of which rows were removed that a later look may have to bring back.
    private(set) var disturbed: [DirectoryPlace] = []

    var seconds: Int64 { now / 1_000_000_000 }

    init(
        writer: IndexWriter, builder: RecordBuilder, roots: RootTable, now: Int64, isFirstSweep: Bool,
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
            _ = try resolve(place)
        case .shots(let place, let shots):
            let directory = try resolve(place)
            let outcomes = slot.outcomes
            for shot in shots { try apply(shot, in: directory, place: place, outcomes: outcomes) }
        case .directoryGone(let place, let name):
            try removeDirectory(name, from: place)
        case .finished(let work):
            finished.append(contentsOf: work)
        }
    }

    // MARK: Shots

    private mutating func apply(
        _ shot: ObservedShot, in directory: DirectoryResolver.Directory, place: DirectoryPlace,
        outcomes: [ExtractionOutcome]
    ) throws(IndexError) {
        fileCount += shot.files.count
        let indexed = directory.isFresh ? [] : try reader.assets(inDirectory: directory.key, stem: shot.stem)
        for action in ShotReconciler.actions(stem: shot.stem, indexed: indexed, observed: shot.files, isForced: shot.isForced)
        {
            switch action {
            case .update(let asset, let files):
                try update(asset, files, of: shot, in: directory, outcomes: outcomes)
            case .add(let files):
                try add(files, of: shot, in: directory, place: place, outcomes: outcomes)
            case .remove(let asset):
                try remove(asset)
            }
        }
    }

    private mutating func update(
        _ asset: IndexedAsset, _ files: Shot, of shot: ObservedShot, in directory: DirectoryResolver.Directory,
        outcomes: [ExtractionOutcome]
    ) throws(IndexError) {
        let primary = shot.files[files.primary]
        guard !primary.isPending else {
            // What it is will be read when it is complete; what belongs to it may be new already.
            try writer.setCompanions(companions(files, shot), of: asset.key, in: directory.key)
            try writer.touch(asset)
            return
        }
        guard let record = record(for: primary, outcomes) else { return }
        if shot.isForced, asset.name == primary.name, try reader.record(ofAsset: asset.key) == record { return }
        let place = directory.place(of: primary.name)
        // Another file stands at this path. If it is one that lived elsewhere until now, that one has moved here; else
        // an editor replaced the file, and the asset goes on.
        if !asset.stamp.isSameFile(as: primary.stamp) || asset.filesystem != directory.filesystem,
            let moved = try movedFile(primary.stamp, on: directory, except: asset)
        {
            try remove(asset)
            try settle(moved, record: record, at: place)
            try setCompanions(files, shot, id: moved.id, in: directory)
            return
        }
        try writer.update(asset, record: record, marks: asset.marks, at: place)
        let companions = companions(files, shot)
        if companions != asset.companions {
            try writer.setCompanions(companions, of: asset.key, in: directory.key)
        }
    }

    private mutating func add(
        _ files: Shot, of shot: ObservedShot, in directory: DirectoryResolver.Directory, place: DirectoryPlace,
        outcomes: [ExtractionOutcome]
    ) throws(IndexError) {
        let primary = shot.files[files.primary]
        guard let record = record(for: primary, outcomes) else { return }
        let assetPlace = directory.place(of: primary.name)
        if let claim = try claim(primary, record: record, on: directory, place: place) {
            try settle(claim, record: record, at: assetPlace)
            try setCompanions(files, shot, id: claim.id, in: directory)
            return
        }
        let key = try writer.insert(
            id: AssetID.random(), record: record, marks: AssetMarks(), at: assetPlace, created: now / 1_000_000)
        let companions = companions(files, shot)
        if !companions.isEmpty { try writer.setCompanions(companions, of: key, in: directory.key) }
    }

    /// Gives an identity its file.
    private func settle(_ claim: IdentityClaim, record: AssetRecord, at place: AssetPlace) throws(IndexError) {
        switch claim {
        case .live(let asset):
            try writer.update(asset, record: record, marks: asset.marks, at: place)
        case .departed(let asset):
            try writer.reclaim(asset)
            try writer.insert(
                id: asset.id, record: record, marks: asset.marks, at: place, created: asset.created,
                revision: asset.revision + 1)
        }
    }

    private func setCompanions(
        _ files: Shot, _ shot: ObservedShot, id: AssetID, in directory: DirectoryResolver.Directory
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

    // MARK: Gone

    /// Takes an asset out of the index and keeps its identity.
    ///
    /// - Parameter isDeleted: `false` where only the root is no longer watched: its files are still there.
    mutating func remove(
        _ asset: IndexedAsset, rootName: String? = nil, isDeleted: Bool = true
    ) throws(IndexError) {
        let location = try reader.location(ofDirectory: asset.directory)
        let root = rootName ?? roots.root(withKey: asset.root)?.library.name ?? ""
        let folder = location.map { $0.path.isEmpty ? [] : $0.path + [UInt8(ascii: "/")] } ?? []
        try writer.remove(asset)
        try writer.depart(
            DepartedAsset(
                id: asset.id, month: asset.month, type: asset.type, root: root, path: folder + asset.name.bytes,
                filesystem: try reader.filesystem(asset.filesystem), inode: asset.stamp.inode,
                birthTime: asset.stamp.birthTime, size: asset.stamp.size, fingerprint: asset.fingerprint,
                marks: asset.marks, revision: asset.revision + 1, created: asset.created,
                deletedAt: isDeleted ? seconds : nil))
        mayReclaim = true
    }

    private mutating func removeDirectory(_ name: FileName, from place: DirectoryPlace) throws(IndexError) {
        guard
            let parent = try directories.find(place, reader),
            let directory = try reader.directory(root: place.root, parent: parent, name: name)
        else { return }
        if let path = try reader.path(ofDirectory: directory.key), isDirectory(directory, at: path) { return }
        try removeTree(directory)
    }

    mutating func removeTree(
        _ directory: IndexedDirectory, rootName: String? = nil, isDeleted: Bool = true
    ) throws(IndexError) {
        for key in try reader.directoryKeys(below: directory.key).reversed() {
            for asset in try reader.assets(inDirectory: key) {
                try remove(asset, rootName: rootName, isDeleted: isDeleted)
            }
            try writer.removeDirectory(key)
        }
        directories.forgetAll()
    }

    /// Whether the very directory still stands at a path.
    func isDirectory(_ directory: IndexedDirectory, at path: FilePath) -> Bool {
        guard let status = try? FileStatus(at: path), status.isDirectory else { return false }
        return status.inode == directory.inode && status.birthTime == directory.birthTime
    }

    // MARK: Directories

    private mutating func resolve(_ place: DirectoryPlace) throws(IndexError) -> DirectoryResolver.Directory {
        if let known = directories.remembered(place) { return known }
        let filesystem = try writer.ensureFilesystem(place.filesystem)
        var parent: Int64 = 0
        for name in [FileName([])] + place.components.dropLast() {
            if !place.components.isEmpty {
                parent = try ensureParent(name, in: parent, root: place.root, filesystem: filesystem)
            }
        }
        let name = place.components.last ?? FileName([])
        let found = try reader.directory(root: place.root, parent: parent, name: name)
        if let found, found.inode == place.inode, found.birthTime == place.birthTime, found.filesystem == filesystem {
            return directories.remember(place, key: found.key, filesystem: filesystem, isFresh: false)
        }
        if let moved = try movedDirectory(place, filesystem: filesystem) {
            if let found {
                // What stood here is gone, and the one that moves may have lived below it: it leaves first, under a
                // name that no file can have.
                try writer.moveDirectory(moved, toRoot: place.root, parent: parent, name: FileName("/moving"))
                try removeTree(found)
                disturbed.append(place)
            }
            try writer.moveDirectory(moved, toRoot: place.root, parent: parent, name: name)
            directories.forgetAll()
            return directories.remember(place, key: moved.key, filesystem: filesystem, isFresh: false)
        }
        if let found {
            try writer.setIdentity(
                ofDirectory: found.key, filesystem: filesystem, inode: place.inode, birthTime: place.birthTime)
            return directories.remember(place, key: found.key, filesystem: filesystem, isFresh: false)
        }
        let key = try writer.insertDirectory(
            root: place.root, parent: parent, name: name, filesystem: filesystem, inode: place.inode,
            birthTime: place.birthTime)
        return directories.remember(place, key: key, filesystem: filesystem, isFresh: true)
    }

    private func ensureParent(
        _ name: FileName, in parent: Int64, root: Int64, filesystem: Int64
    ) throws(IndexError) -> Int64 {
        if let found = try reader.directory(root: root, parent: parent, name: name) { return found.key }
        // Its own visit is still to come and will say which inode it is.
        return try writer.insertDirectory(
            root: root, parent: parent, name: name, filesystem: filesystem, inode: 0, birthTime: 0)
    }

    /// The directory that lived elsewhere until now and stands at this place.
    private func movedDirectory(
        _ place: DirectoryPlace, filesystem: Int64
    ) throws(IndexError) -> IndexedDirectory? {
        guard !isFirstSweep || mayReclaim else { return nil }
        for candidate in try reader.directories(onInode: place.inode)
        where candidate.filesystem == filesystem && candidate.birthTime == place.birthTime && candidate.parent != 0 {
            guard let path = try reader.path(ofDirectory: candidate.key) else { continue }
            if !isOffline(candidate.root), !isDirectory(candidate, at: path) { return candidate }
        }
        return nil
    }

    func isOffline(_ root: Int64) -> Bool {
        roots.root(withKey: root)?.state == .offline
    }
}
