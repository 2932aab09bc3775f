import DiskReading
import Files
import LibraryIndex
import PhotoModel
import Shots

/// Identities without a file, by the inode that their file had.
extension FindingTransaction {
    /// The identities without a file that had this inode.
    func departedFiles(
        _ file: ObservedFile,
        on directory: ResolvedDirectory
    ) throws(IndexError) -> [DepartedAsset] {
        let stamp = file.stamp
        guard mayReclaim, let filesystem = try reader.filesystem(directory.filesystem) else { return [] }
        return try reader.departed(
            onInode: stamp.inode,
            birthTime: stamp.birthTime,
            filesystem: filesystem
        ).filter {
            stamp.birthTime != 0 || $0.size == stamp.size && isSameHead($0.fingerprint, file)
        }
    }

    /// Of departed identities, the one whose place was nearest.
    mutating func departedFile(
        _ file: ObservedFile,
        among departed: [DepartedAsset],
        on directory: ResolvedDirectory
    ) throws(IndexError) -> Resemblance? {
        guard let path = path(of: file.name, in: directory) else { return nil }
        let stamp = file.stamp
        var candidates: [DepartedAsset] = []
        for candidate in departed where !hasExchanged(candidate.id, stamp, unlessAt: path) {
            if try isLink(candidate, of: file, in: directory) { continue }
            if memory.exchanged[candidate.id] == path { return .claim(.departed(candidate)) }
            let exchanged = try exchangedPath(of: candidate)
            if exchanged == path {
                try noteExchange(of: candidate, at: path)
                return .claim(.departed(candidate))
            }
            if exchanged == nil { candidates.append(candidate) }
        }
        // Identities that no sweep has found yet have a file somewhere.
        if candidates.contains(where: { $0.deletedAt == nil }) {
            candidates.removeAll { $0.deletedAt != nil }
        } else {
            candidates = Array(candidates.prefix(try namesToClaim(file, on: directory, at: path)))
        }
        let places = candidates.map { LinkPlace(root: $0.root, path: $0.path) }
        guard let choice = place(of: file, in: directory).nearest(of: places) else { return nil }
        return decide(choice, candidates.map(IdentityClaim.departed), file, in: directory)
    }

    /// Of several names that a file had, one that was found gone before the others were may have been nearer to this one than
    /// those that are gone as well, and are not found gone yet.
    func departedFile(
        nearerThan left: [IndexedAsset],
        _ file: ObservedFile,
        on directory: ResolvedDirectory
    ) throws(IndexError) -> DepartedAsset? {
        guard !left.isEmpty, hasOtherNames(file, in: directory), let path = path(of: file.name, in: directory)
        else { return nil }
        let departed = try departedFiles(file, on: directory)
        guard !departed.isEmpty else { return nil }
        let here = place(of: file, in: directory)
        var best = try places(of: left).map { $0.nearness(to: here) }.max()
        var found: DepartedAsset?
        for candidate in departed.prefix(try namesWithoutAsset(file, on: directory, at: path))
        where !hasExchanged(candidate.id, file.stamp, unlessAt: path) {
            if try isLink(candidate, of: file, in: directory) { continue }
            let nearness = LinkPlace(root: candidate.root, path: candidate.path).nearness(to: here)
            guard best.map({ $0 < nearness }) ?? true, try exchangedPath(of: candidate) == nil else {
                continue
            }
            (best, found) = (nearness, candidate)
        }
        return found
    }

    /// How many of the identities that had this inode may be its again: so many as it has names that none has. Those
    /// that left before them are of names that were given up, wherever those were.
    func namesToClaim(
        _ file: ObservedFile,
        on directory: ResolvedDirectory,
        at path: FilePath
    ) throws(IndexError) -> Int {
        max(1, try namesWithoutAsset(file, on: directory, at: path))
    }

    func namesWithoutAsset(
        _ file: ObservedFile,
        on directory: ResolvedDirectory,
        at path: FilePath
    ) throws(IndexError) -> Int {
        guard let status = try? disk.status(at: path) else { return 0 }
        let inode = file.stamp.inode
        let live = try reader.assets(onInode: inode, filesystem: directory.filesystem)
        let parts = try reader.companionPlaces(onInode: inode, filesystem: directory.filesystem)
        let taken =
            live.count { $0.stamp.isSameInode(as: file.stamp) }
            + parts.count { $0.stamp.isSameInode(as: file.stamp) }
        return max(0, Int(status.linkCount) - taken)
    }

    /// The identity without a file that stood for another file of this shot when it was lost: a shot that is taken away a file at a time
    /// goes on as the one that is last to go, and is that no longer when all come back at once.
    mutating func joiningDeparted(
        _ shot: SeenShot,
        on directory: ResolvedDirectory
    ) throws(IndexError) -> Resemblance? {
        for file in shot.companions where file.format.kind != .sidecar && !file.isPending {
            let departed = try departedFiles(file, on: directory)
            guard !departed.isEmpty else { continue }
            let here = place(of: file, in: directory)
            if let own = departed.first(where: { LinkPlace(root: $0.root, path: $0.path) == here }) {
                return .claim(.departed(own))
            }
            if let found = try departedFile(file, among: departed, on: directory) { return found }
        }
        return nil
    }
}
