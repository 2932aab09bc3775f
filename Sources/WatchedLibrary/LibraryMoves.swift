import CaptureRules
import Files
import LibraryIndex
import PhotoModel
import PhotodConfiguration
import Reconciling
import Roots
import Sweeps

/// A shot that photod brings to a place: where its files are and where they come to, the primary file first.
public struct ShotMove: Sendable {
    public let from: [FilePath]
    public let to: [FilePath]
    /// Whether it leaves its old place; else it is another photo.
    public let leaves: Bool

    public init(from: [FilePath], to: [FilePath], leaves: Bool) {
        self.from = from
        self.to = to
        self.leaves = leaves
    }
}

/// The batch that moves shots, and what it makes of them.
public enum MovingBatch: Sendable, Hashable {
    /// The shots are what the batch brought.
    case brings(String)
    /// The batch is undone: no batch brought the shots.
    case isUndone(String)

    var name: String {
        switch self {
        case .brings(let name), .isUndone(let name): name
        }
    }

    /// The batch that brought the shots; `nil` where it is undone.
    var mark: String? {
        switch self {
        case .brings(let name): name
        case .isUndone: nil
        }
    }
}

extension LibraryRun {
    /// Has shots be known as what a batch brought, and those of the library keep their ids while they are moved within it.
    /// Call it before the first file is touched: where the daemon is killed before everything has been looked at, the batch
    /// is among `takeUnseenBatches` at the next start.
    package func beginMoves(_ moves: [ShotMove], by batch: MovingBatch) {
        expect(moves, by: batch)
        guard !ownChanges.isEmpty else { return }
        do throws(IndexError) {
            try change { writer throws(IndexError) in try writer.noteUnseen(batch: batch.name) }
        } catch { progress.note(problem: error) }
    }

    private func expect(_ moves: [ShotMove], by batch: MovingBatch) {
        var folders = KnownFolders(run: self)
        func isInRoot(_ paths: [FilePath]) -> Bool {
            paths.first.map { folders.place(of: $0.parent) != nil } ?? false
        }
        do throws(IndexError) {
            try index.read { reader throws(IndexError) in
                for move in moves {
                    guard let from = move.from.first else { continue }
                    // What leaves the library is gone at once: a photo that is on its way counts until it was found where it went.
                    guard move.leaves, isInRoot(move.to), let folder = folders.place(of: from.parent),
                        let asset = try asset(from.lastName, in: folder, reader)
                    else {
                        let arrival = OwnChanges.Arrival(id: nil, batch: batch.mark)
                        if arrival.batch != nil {
                            ownChanges.begin(arrival, from: nil, to: move.to, by: batch.name)
                        }
                        continue
                    }
                    let arrival = OwnChanges.Arrival(id: asset.id, batch: batch.mark)
                    ownChanges.begin(
                        arrival,
                        from: folder.appending(from.lastName),
                        to: move.to,
                        by: batch.name
                    )
                }
            }
        } catch {
            // Ids are then found by what the photos look like.
            progress.note(problem: error)
        }
    }

    /// Photos, by their primary files, leave the library, or may. Call it before the first file is touched.
    ///
    /// - Returns: those of the paths that are photos of the library.
    package func takesAway(_ paths: [FilePath]) -> [FilePath: AssetID] {
        var folders = KnownFolders(run: self)
        do throws(IndexError) {
            return try index.read { reader throws(IndexError) in
                var ids: [FilePath: AssetID] = [:]
                for path in paths {
                    guard let folder = folders.place(of: path.parent) else { continue }
                    if let asset = try asset(path.lastName, in: folder, reader) { ids[path] = asset.id }
                }
                // Two paths may lead to one.
                ownChanges.takesAway(Array(Set(ids.values)))
                return ids
            }
        } catch {
            // What is written to their paths then counts as new content of theirs.
            progress.note(problem: error)
            return [:]
        }
    }

    /// Call it before the first file is touched: where the daemon is killed before the index knows what is gone, the batch is among
    /// `takeUnseenBatches` at the next start.
    package func beginTaking(by batch: String) {
        do throws(IndexError) {
            try change { writer throws(IndexError) in try writer.noteUnseen(batch: batch) }
        } catch { progress.note(problem: error) }
    }

    /// Nothing that a batch was to take away is to be known as that any more.
    package func endTaking(by batch: String) { forgetUnseen([batch]) }

    /// Photos that were taken away when the daemon last ran, or that a recovery finds taken, and that the index may have still: what has
    /// their names by the time that somebody looks there is no new content of them.
    ///
    /// - Parameter files: where the primary files were, and which they were.
    package func tookAway(_ files: [(path: FilePath, stamp: FileStamp)]) {
        var folders = KnownFolders(run: self)
        do throws(IndexError) {
            let ids = try index.read { reader throws(IndexError) in
                var ids: Set<AssetID> = []
                for (path, stamp) in files {
                    guard let folder = folders.place(of: path.parent),
                        let asset = try asset(path.lastName, in: folder, reader),
                        asset.stamp.seemsSameFile(as: stamp)
                    else { continue }
                    ids.insert(asset.id)
                }
                return Array(ids)
            }
            ownChanges.takesAway(ids)
            hasTaken(ids)
            takenBefore.update { $0 += ids }
            guard readiness.withLock({ $0.isReady }), !ids.isEmpty else { return }
            watcher.whenDrained(watcher.barrier()) { [weak self] in self?.endTakenBefore() }
        } catch { progress.note(problem: error) }
    }

    /// Photos that were to leave have left.
    package func hasTaken(_ ids: [AssetID]) { lookAgain(at: ownChanges.hasTaken(ids)) }

    /// Photos that were to leave are gone, and the index knows, or stay after all.
    package func endTaking(_ ids: [AssetID], haveLeft: Bool) {
        lookAgain(at: ownChanges.endTaking(ids, haveLeft: haveLeft))
    }

    /// A photo is about to have another file under the name of its own. Call it before it has.
    package func writes(_ id: AssetID, into file: FileStatus) {
        ownChanges.writes(id, into: FileStamp(now: file))
    }

    /// A shot is through: it has come to its new place, or stays.
    package func endMove(to paths: [FilePath], by batch: MovingBatch, hasArrived: Bool) {
        lookAgain(at: ownChanges.end(paths, by: batch.name, haveArrived: hasArrived))
    }

    /// All shots are through. What is not where it went when everything has been looked at is gone.
    package func endMoves(by batch: MovingBatch) {
        let ending = ownChanges.end(batch: batch.name)
        watcher.whenDrained(watcher.barrier()) { [weak self] in
            self?.lookAgainAtMoved(ending)
            self?.forgetUnseen([batch.name])
        }
    }

    /// Before the start: the batches of which not everything was looked at where it went when the daemon last ran. They are
    /// forgotten when the first sweep is over.
    package func takeUnseenBatches() throws(IndexError) -> [String] {
        let names = try index.read { reader throws(IndexError) in try reader.unseenBatches() }
        unseenBatches.withLock { $0 = names }
        return names
    }

    /// The first sweep is over: what was moved when the daemon last ran has been looked at.
    func forgetUnseenBatches() {
        let names = unseenBatches.withLock { names in
            defer { names = [] }
            return names
        }
        forgetUnseen(names)
    }

    /// All has been looked at since.
    func endTakenBefore() {
        let ids = takenBefore.update { ids in
            defer { ids = [] }
            return ids
        }
        if !ids.isEmpty { endTaking(ids, haveLeft: true) }
    }

    /// In the writer's turn, and nobody waits for it: barriers end on any thread.
    private func forgetUnseen(_ names: [String]) {
        guard !names.isEmpty else { return }
        perform { writer throws(IndexError) in
            for name in names { try writer.forgetUnseen(batch: name) }
        } completion: { _ in
            // Where that fails the next start tells once more what is known then, which does no harm.
        }
    }

    /// Everything has been looked at since: what was moved and not found where it went is gone.
    func lookAgainAtMoved(_ ending: OwnChanges.Ending) {
        ownChanges.settle(ending) { lookAgain(at: $0) }
    }

    private func lookAgain(at places: [OwnChanges.Place]) {
        for place in places {
            // One that the tree has no more marks nothing: then the folder is another there by now, or is found anew.
            let folders = Set([place.folder, watcher.node(at: place.path.parent)].compactMap(\.self))
            for folder in folders { watcher.mark(folder, name: place.path.lastName) }
        }
    }

    /// Shots that were moved when the daemon last ran, and that the index may have at their old places: told before the start, or
    /// when a disk is back that had kept it from being known.
    package func tookPlace(_ moves: [ShotMove], by batch: MovingBatch) {
        expect(moves, by: batch)
        for move in moves { endMove(to: move.to, by: batch, hasArrived: true) }
        _ = ownChanges.end(batch: batch.name)
    }

    /// Folders that many files are in, each looked up once.
    private struct KnownFolders {
        let run: LibraryRun
        private var places: [FilePath: FilePath?] = [:]

        init(run: LibraryRun) { self.run = run }

        mutating func place(of folder: FilePath) -> FilePath? {
            let found = places[folder] ?? run.place(of: folder)
            places[folder] = .some(found)
            return found
        }
    }

    /// The path by which the library knows a folder; `nil` where it lies in no root.
    private func place(of folder: FilePath) -> FilePath? {
        // Before the start nobody has looked where roots really lie.
        guard !roots.all.isEmpty else { return folder }
        let real = Self.realPath(of: folder)
        let known = roots.all.map { (path: $0.library.path, real: $0.realPath) }
        let root = known.filter { real.isInside($0.real) }.max { $0.real.bytes.count < $1.real.bytes.count }
        guard let root else { return nil }
        return FilePath(root.path.bytes + real.bytes.dropFirst(root.real.bytes.count))
    }

    /// Where a folder really lies: one that a batch has still to make, below the nearest that is there.
    private static func realPath(of folder: FilePath) -> FilePath {
        if let real = HostFiles.local.resolved(folder) { return real }
        guard folder.bytes.count > 1 else { return folder }
        return realPath(of: folder.parent).appending(folder.lastName)
    }

    private func asset(
        _ name: FileName,
        in folder: FilePath,
        _ reader: IndexReader
    ) throws(IndexError) -> IndexedAsset? {
        let root = try reader.roots().filter { folder.isInside($0.path) }
            .max { $0.path.bytes.count < $1.path.bytes.count }
        guard let root else { return nil }
        let below = folder.bytes.dropFirst(root.path.bytes.count).drop { $0 == UInt8(ascii: "/") }
        guard let directory = try reader.directory(root: root.key, path: Array(below)) else { return nil }
        return try reader.asset(named: name, inDirectory: directory.key)
    }
}
