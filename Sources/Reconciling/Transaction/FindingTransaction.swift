import CaptureRules
import DiskReading
import Extraction
import Findings
import FolderWatch
import LibraryIndex
import PhotoModel
import Roots
import Shots

/// Applies findings within one transaction: loads what the index has now, lets the pure difference decide, and
/// carries it out. The index is compared again here, because a crawler's snapshot is a hint like an event is.
package struct FindingTransaction {
    let writer: IndexWriter
    let reader: IndexReader
    let builder: RecordBuilder
    let roots: RootTable
    let disk: DiskView
    let ownChanges: OwnChanges
    let time: IdentityTime
    /// The first sweep of a new index: nothing can have been moved within it unseen.
    let isFirstSweep: Bool
    var memory: WriterMemory
    /// There are identities without a file.
    var mayReclaim: Bool

    /// Files that photod brought to their places and that were found there.
    var arrivals: [FilePath: OwnChanges.Arrival] = [:]
    /// Work that is done once the transaction is.
    private(set) var finished: [FolderWork] = []
    /// A file was found that looks like another one.
    var hasTwins = false
    /// Roots that are roots no longer once the transaction is done.
    private(set) var removedRoots: [NodeID] = []
    private(set) var fileCount = 0
    var looks = SecondLooks()
    /// The daemon is stopping, and not all was read that was to be.
    let isStopping: Bool
    /// Folders may have options: a record is then made for the place it is in, and for no other.
    let hasFolderOptions: Bool
    /// With the options of the folder that is being written.
    private var localBuilder: RecordBuilder

    package init(
        writer: IndexWriter,
        builder: RecordBuilder,
        roots: RootTable,
        disk: DiskView? = nil,
        ownChanges: OwnChanges,
        time: IdentityTime,
        isFirstSweep: Bool,
        memory: WriterMemory,
        hasFolderOptions: Bool = false,
        isStopping: Bool = false
    ) throws(IndexError) {
        self.writer = writer
        reader = writer.reader
        self.builder = builder
        self.roots = roots
        self.disk = disk ?? DiskView(roots, asksAtOnce: true)
        self.ownChanges = ownChanges
        self.time = time
        self.isFirstSweep = isFirstSweep
        self.memory = memory
        self.hasFolderOptions = hasFolderOptions
        self.isStopping = isStopping
        localBuilder = builder
        mayReclaim = try reader.hasDeparted()
        try writer.keep(time)
    }

    mutating func apply(_ slot: FindingSlot) throws(IndexError) {
        switch slot.finding {
        case .directory(let place):
            guard let directory = try arrive(place), directory.isRowNew else { return }
            // A look at single names compares nothing else with the new row. And what the row has by now, of the directory
            // that stood here before, may have been written after a listing took its snapshot.
            if !directory.isFresh || place.work?.kind == .names { lookAgain(at: place, directory.key) }
        case .directoryMoved(let place):
            // Where its row is not to be found any more, its files are found one by one.
            guard let directory = try arrive(place), directory.isRowNew else { return }
            lookAgain(at: place, directory.key)
        case .shots(let place, let shots):
            guard let directory = try locate(place) else { return }
            let outcomes = slot.outcomes
            localBuilder = builder.following(place.making)
            for shot in shots { try apply(shot, outcomes, in: directory) }
        case .directoryGone(let place, let name):
            guard let directory = try locate(place) else { return }
            try removeDirectory(name, from: directory)
        case .directoryIgnored(let place, let name):
            guard let directory = try locate(place) else { return }
            try removeDirectory(name, from: directory, mayStand: true)
        case .rules(let place, let rules):
            guard !isStopping, let directory = try locate(place) else { return }
            try writer.setFolderRules(rules, ofDirectory: directory.key)
        case .linkGone(let node):
            try removeLinked(node)
        case .finished(let work):
            finished.append(contentsOf: work)
        }
    }

    /// Takes out what a link led to, with what links in there lead to.
    private mutating func removeLinked(_ node: NodeID) throws(IndexError) {
        guard let root = roots[node], root.isLinked else { return }
        for root in roots.linked(from: node) + [root] where !removedRoots.contains(root.node) {
            try removeRoot(root.key, name: root.library.name)
            removedRoots.append(root.node)
        }
    }

    /// The root that a finding is about; `nil` where it was removed since the crawler looked, and nothing of it may come
    /// back.
    func root(of place: DirectoryPlace) -> LibraryRoot? {
        roots.root(withKey: place.root).flatMap { removedRoots.contains($0.node) ? nil : $0 }
    }

    /// Takes a root and all that it holds out of the index. Its identities wait in case it comes back.
    package mutating func removeRoot(_ key: Int64, name: String) throws(IndexError) {
        if let directory = try reader.directory(root: key, parent: 0, name: FileName([])) {
            try removeTree(directory, rootName: name, isDeleted: false)
        }
        try writer.removeRoot(key)
    }

    // MARK: Shots

    private mutating func apply(
        _ shot: ObservedShot,
        _ outcomes: [ExtractionOutcome],
        in directory: ResolvedDirectory
    ) throws(IndexError) {
        fileCount += shot.files.count
        let indexed = directory.isFresh ? [] : try reader.assets(inDirectory: directory.key, stem: shot.stem)
        let shot = shot.leavingOutSlow(outcomes).joiningVideos(indexed: indexed, outcomes)
        let actions = ShotReconciler.actions(
            stem: shot.stem,
            indexed: indexed,
            observed: shot.files,
            isForced: shot.isForced,
            isRecent: isRecent
        )
        for (number, action) in actions.enumerated() {
            switch action {
            case .update(let asset, let files):
                let standing = try standing(asset, shot.stem, in: directory, before: number)
                let seen = SeenShot(observed: shot, own: files, outcomes: outcomes)
                if try !isDealtWith(standing, seen, in: directory) { try add(seen, in: directory) }
            case .add(let files):
                try add(SeenShot(observed: shot, own: files, outcomes: outcomes), in: directory)
            case .remove(let asset):
                switch departure(of: asset, in: directory) {
                // What photod moves is found where it went.
                case .open, .moved: continue
                case .none, .taken: if try isAsIndexed(asset, before: number) { try remove(asset) }
                }
            }
        }
        guard !actions.isEmpty else { return }
        // What is being written took no part in this: when it is complete, it must be news. So must a RAW file that nobody was
        // to read for the photo beside it: should that go before it is complete, nothing else would have the RAW file read.
        let waitsForStill = shot.files.contains { $0.isPending && $0.format.kind == .still }
        for file in shot.files where file.isPending || waitsForStill && file.isLeftUnread {
            try writer.setUnsettled(file.name, inDirectory: directory.key)
        }
    }

    /// Whether an asset goes on with files that are where it was, or is left until more is known. Else they are somebody else's, and
    /// it is not in their way any more.
    private mutating func isDealtWith(
        _ asset: IndexedAsset?,
        _ shot: SeenShot,
        in directory: ResolvedDirectory
    ) throws(IndexError) -> Bool {
        guard let asset else { return false }
        switch isNothingLeft(of: asset, shot) ? departure(of: asset, in: directory) : .none {
        case .none: try update(asset, shot, in: directory)
        case .open: break
        // What is here by now is no new content of it.
        case .moved, .taken:
            try remove(asset)
            return false
        }
        return true
    }

    /// What the index has of an asset before an action: another one may have been given its id back, and have left who it is now in its
    /// place.
    private func standing(
        _ asset: IndexedAsset,
        _ stem: [UInt8],
        in directory: ResolvedDirectory,
        before action: Int
    ) throws(IndexError) -> IndexedAsset? {
        if try isAsIndexed(asset, before: action) { return asset }
        return try reader.assets(inDirectory: directory.key, stem: stem).first { $0.name == asset.name }
    }

    /// Whether an asset still is what it was before the first action: one of the same stem may have found it under
    /// another name (`a.JPG` that is `a.jpg` now) and taken it there.
    private func isAsIndexed(_ asset: IndexedAsset, before action: Int) throws(IndexError) -> Bool {
        guard action > 0 else { return true }
        guard let current = try reader.asset(asset.id) else { return false }
        return current.key == asset.key && current.directory == asset.directory && current.name == asset.name
    }

    private mutating func add(_ shot: SeenShot, in directory: ResolvedDirectory) throws(IndexError) {
        let primary = shot.primary
        guard !primary.isPending, let record = record(for: shot.material, shot.outcomes) else { return }
        let assetPlace = directory.place(of: primary.name)
        // All is new while the index is, and nearly nothing has another name: nobody asks for those of the rest then.
        let isLinked = shot.observed.files.contains(where: \.isLinked)
        if !isFirstSweep || isLinked { try updateLinks(of: shot, on: directory) }
        let own = ownMove(of: shot, in: directory)
        if own == .underWay { return }
        if case .arrived(let arrival) = own, let id = arrival.id, let claim = try self.claim(ofMoved: id) {
            try settle(claim, record: record, at: assetPlace)
            try writer.setBatch(arrival.batch, of: claim.id)
            return try setCompanions(of: claim.id, shot, in: directory)
        }
        let isImported = if case .arrived(let arrival) = own { arrival.id == nil } else { false }
        let claim = try claim(of: shot, record, on: directory, isImported: isImported)
        if case .postponed = claim { return try putOff(shot, in: directory) }
        let id: AssetID
        if case .claim(let claim) = claim {
            try settle(claim, record: record, at: assetPlace)
            try setCompanions(of: claim.id, shot, in: directory)
            id = claim.id
        } else {
            id = try insert(shot, record, in: directory)
            if case .missing(let missing) = claim { memory.promised.promise(missing.id, to: id) }
            if primary.isUnfinished { memory.newcomers.insert(id) }
        }
        if case .arrived(let arrival) = own {
            try writer.setBatch(arrival.batch, of: id)
            return
        }
        // A copy that somebody made of it meanwhile, and that was believed to be it, is of no batch.
        let elsewhere = ownChanges.arrivals(of: id).filter { !stands(at: $0.key) }
        guard let arrival = elsewhere.values.first else { return }
        try writer.setBatch(arrival.batch, of: id)
        arrivals.merge(elsewhere) { known, _ in known }
    }

    /// Whose files these are, as far as the index knows somebody who was elsewhere or nowhere.
    private mutating func claim(
        of shot: SeenShot,
        _ record: AssetRecord,
        on directory: ResolvedDirectory,
        isImported: Bool
    ) throws(IndexError) -> Resemblance? {
        let primary = shot.primary
        var claim: IdentityClaim?
        switch try self.claim(primary, record, on: directory, isImported: isImported) {
        case .postponed: return .postponed
        case .claim(let found): claim = found
        case .missing, nil: break
        }
        if let joining = try joiningAsset(shot, on: directory, except: nil),
            claim.map({ !isEstablished($0) && joining.age < $0.age && joining.id != $0.id }) ?? true
        {
            // What only the primary file brought along goes where the file's old place is looked at.
            claim = .live(joining)
        }
        if claim.map({ $0.isTombstoneOfNobody && !isEstablished($0) }) ?? true {
            switch try joiningDeparted(shot, on: directory) {
            case .postponed: return .postponed
            // What has the file was not the one that is gone before the index was lost.
            case .claim(let found)
            where claim.map({ found.id < $0.id && ($0.isTombstone || !found.isTombstone) }) ?? true:
                claim = found
            case .claim, .missing, nil: break
            }
        }
        if claim == nil {
            switch try resemblance(of: primary, record, on: directory) {
            case .postponed: return .postponed
            case .claim(let found): claim = found
            case .missing(let lookalike): return .missing(lookalike)
            case nil: break
            }
        } else if case .live(let newcomer) = claim, newcomer.stamp.isSameInode(as: primary.stamp),
            isNewcomer(newcomer, as: record),
            let departed = try departed(ofContent: primary, record, in: directory)
        {
            // Half of it was seen, under another name.
            try lookAgain(atAllLeftBy: newcomer, for: directory.place(of: primary.name))
            try forget(newcomer)
            claim = .departed(departed)
        }
        return claim.map { .claim($0) }
    }

    /// `nil` where its facts were not to be had, as when the daemon is stopping: the file stays as it was.
    func record(for material: RecordMaterial, _ outcomes: [ExtractionOutcome]) -> AssetRecord? {
        guard !material.isCancelled(outcomes) else { return nil }
        return localBuilder.record(for: material, outcomes: outcomes, now: time.present)
    }
}
