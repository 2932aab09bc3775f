import CaptureRules
import DiskReading
import Files
import FolderWatch
import LibraryIndex
import PhotoModel
import Roots
import Shots

/// Files that are known by their inodes at another place.
extension FindingTransaction {
    /// The identity whose file this is by its inode. Where a file with several names has left several places, it is
    /// the one whose place was nearest. Where several were as near it is put off: a name that is looked at later may be
    /// nearer to some of them. `nil` where the number says nothing.
    mutating func movedFile(
        _ file: ObservedFile,
        on directory: DirectoryResolver.Directory,
        place: DirectoryPlace,
        except asset: IndexedAsset?
    ) throws(IndexError) -> Resemblance? {
        guard file.stamp.inode != 0 else { return nil }
        let known = try assets(of: file, on: directory, except: asset)
        var left = try leftAssets(among: known, file, on: directory, place: place)
        let departed = left.isEmpty ? try departedFiles(file, on: directory) : []
        if left.isEmpty {
            switch passing(file, try ownPaths(of: known) + departed.compactMap(ownPath), directory, place) {
            case .elsewhere: return .postponed
            case .moved: left = try leftAssets(among: known, file, on: directory, place: place)
            case .here: break
            }
        }
        if left.count > 1, let renamed = renamed(left, to: file, in: directory.key, place) {
            return .claim(.live(renamed))
        }
        if let nearer = try departedFile(nearerThan: left, file, on: directory, place: place) {
            return .claim(.departed(nearer))
        }
        if let choice = try nearest(of: left, to: file, in: place) {
            return decide(choice, left.map(IdentityClaim.live), file, in: directory.key)
        }
        guard !departed.isEmpty else {
            if !known.isEmpty, isPast(file, in: place, directory.key) { return .postponed }
            return try givenAway(file, on: directory, except: asset).map { .claim(.live($0)) }
        }
        let here = LinkPlace(root: rootName(place.root), path: place.path(of: file.name))
        // Of several names of one file, each has its own identity.
        if let own = departed.first(where: { LinkPlace(root: $0.root, path: $0.path) == here }) {
            return .claim(.departed(own))
        }
        if let likely = try givenAway(file, on: directory, except: asset) { return .claim(.live(likely)) }
        let found = try departedFile(file, among: departed, at: here, on: directory, place: place)
        if found == nil, isPast(file, in: place, directory.key) { return .postponed }
        guard let later = try lookalike(file, leftAfter: found, place, except: asset) else { return found }
        return believe(later, of: file, in: directory.key)
    }

    /// Where a file is by now that was seen here.
    private enum Passing {
        /// It stands here, and this is a name of its own.
        case here
        /// It was where an identity has it a moment ago, and has come here since.
        case moved
        /// It has gone back, or comes and goes: it is looked at again.
        case elsewhere
    }

    /// Who is renamed back and forth was seen at two places, and stands at one. Another id, given to what was seen at the other, would
    /// be gone with the next look, and which of the two is the file's could not be told any more.
    ///
    /// - Parameter others: where identities have this very file.
    private mutating func passing(
        _ file: ObservedFile,
        _ others: [FilePath],
        _ directory: DirectoryResolver.Directory,
        _ place: DirectoryPlace
    ) -> Passing {
        guard let path = path(of: file, in: place), others.contains(where: { $0 != path }) else {
            return .here
        }
        guard others.contains(where: { $0 != path && isThere(file, $0) }) else { return .moved }
        let seen: FileStatus?
        do throws(FolderError) {
            seen = try status(where: file, in: place)
        } catch {
            guard error == .missing else { return .here }
            seen = nil
        }
        guard let seen, FileStamp(now: seen).isSameInode(as: file.stamp) else { return .elsewhere }
        let doubtful = others.filter { seen.linkCount == 1 && $0 != path && !isBound($0, file.name, place) }
        guard !doubtful.isEmpty else { return .here }
        guard doubtful.contains(where: { isThere(file, $0) }) else { return .moved }
        // Seen at both places once more, it comes and goes, or the disk says of all files that they have one name.
        return memory.postponed.postpones(file.name, in: directory.key) ? .elsewhere : .here
    }

    private func isThere(_ file: ObservedFile, _ path: FilePath) -> Bool {
        guard let status = try? disk.status(at: path) else { return false }
        return status.isRegularFile && FileStamp(now: status).isSameInode(as: file.stamp)
    }

    /// Whether a path is the very entry of a directory that has been looked at: the directory is bound to two places.
    private func isBound(_ path: FilePath, _ name: FileName, _ place: DirectoryPlace) -> Bool {
        guard path.lastName == name, let folder = try? disk.status(at: path.parent) else { return false }
        return folder.isDirectory(place.inode, place.birthTime)
    }

    private func ownPaths(of assets: [IndexedAsset]) throws(IndexError) -> [FilePath] {
        var paths: [FilePath] = []
        for asset in assets {
            if let folder = try reader.path(ofDirectory: asset.directory) {
                paths.append(folder.appending(asset.name))
            }
        }
        return paths
    }

    /// Whether a file is not where it was seen any more. Where the index knows it, it may be back there by now: then it is nobody new,
    /// and whoever gave it another id would find both later, and could not tell which one is its own.
    ///
    /// A disk that said one number when a folder was listed and always another when a path is asked for must not be looked at for ever:
    /// it is put off as often as what is told by its content.
    private mutating func isPast(_ file: ObservedFile, in place: DirectoryPlace, _ directory: Int64) -> Bool {
        do throws(FolderError) {
            let stamp = try FileStamp(now: status(where: file, in: place))
            if stamp.isSameInode(as: file.stamp) { return false }
        } catch {
            guard error == .missing else { return false }
        }
        return memory.postponed.postpones(file.name, in: directory)
    }

    /// Without a birth time a number may be another file's by now: one that was known gone says no more than one of the same
    /// content that has left this moment and is not known to be gone yet. That one left later.
    private func lookalike(
        _ file: ObservedFile,
        leftAfter found: Resemblance?,
        _ place: DirectoryPlace,
        except asset: IndexedAsset?
    ) throws(IndexError) -> IndexedAsset? {
        guard case .claim(.departed(let departed)) = found, departed.deletedAt != nil, !isFirstSweep,
            file.stamp.birthTime == 0
        else { return nil }
        let twins = try twins(of: file, departed.type, file.content.fingerprint, except: asset)
        guard case .gone(let later) = try lookalike(file, among: twins, place) else { return nil }
        return later
    }

    /// The one of a file's several names that an event has seen become this one.
    private func renamed(
        _ assets: [IndexedAsset],
        to file: ObservedFile,
        in directory: Int64,
        _ place: DirectoryPlace
    ) -> IndexedAsset? {
        guard let work = place.work else { return nil }
        let hint = work.moves.last {
            $0.toNode == work.node && $0.fromNode == work.node && $0.toName == file.name
        }
        return assets.first { $0.directory == directory && $0.name == hint?.fromName }
    }

    /// The identities without a file that had this inode.
    private func departedFiles(
        _ file: ObservedFile,
        on directory: DirectoryResolver.Directory
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

    /// The one of them whose place was nearest.
    private mutating func departedFile(
        _ file: ObservedFile,
        among departed: [DepartedAsset],
        at here: LinkPlace,
        on directory: DirectoryResolver.Directory,
        place: DirectoryPlace
    ) throws(IndexError) -> Resemblance? {
        guard let path = path(of: file, in: place) else { return nil }
        let stamp = file.stamp
        var candidates: [DepartedAsset] = []
        for candidate in departed where !hasExchanged(candidate.id, stamp, unlessAt: path) {
            if try isLink(candidate) { continue }
            if memory.exchanged[candidate.id] == path { return .claim(.departed(candidate)) }
            let exchanged = try exchangedPath(of: candidate)
            if exchanged == path {
                try noteExchange(of: candidate, at: path)
                return .claim(.departed(candidate))
            }
            if exchanged == nil { candidates.append(candidate) }
        }
        // Those that no sweep has found yet have a file somewhere.
        if candidates.contains(where: { $0.deletedAt == nil }) {
            candidates.removeAll { $0.deletedAt != nil }
        } else {
            candidates = Array(candidates.prefix(try namesToClaim(file, on: directory, at: path)))
        }
        guard let choice = here.nearest(of: candidates.map { LinkPlace(root: $0.root, path: $0.path) }) else {
            return nil
        }
        return decide(choice, candidates.map(IdentityClaim.departed), file, in: directory.key)
    }

    /// Of several names that a file had, one that was found gone before the others were may have been nearer to this one than
    /// those that are gone as well, and are not found gone yet.
    private func departedFile(
        nearerThan left: [IndexedAsset],
        _ file: ObservedFile,
        on directory: DirectoryResolver.Directory,
        place: DirectoryPlace
    ) throws(IndexError) -> DepartedAsset? {
        guard !left.isEmpty, hasOtherNames(file, in: place), let path = path(of: file, in: place) else {
            return nil
        }
        let departed = try departedFiles(file, on: directory)
        guard !departed.isEmpty else { return nil }
        let here = LinkPlace(root: rootName(place.root), path: place.path(of: file.name))
        var best = try places(of: left).map { $0.nearness(to: here) }.max()
        var found: DepartedAsset?
        for candidate in departed.prefix(try namesWithoutAsset(file, on: directory, at: path))
        where !hasExchanged(candidate.id, file.stamp, unlessAt: path) {
            if try isLink(candidate) { continue }
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
    private func namesToClaim(
        _ file: ObservedFile,
        on directory: DirectoryResolver.Directory,
        at path: FilePath
    ) throws(IndexError) -> Int {
        max(1, try namesWithoutAsset(file, on: directory, at: path))
    }

    private func namesWithoutAsset(
        _ file: ObservedFile,
        on directory: DirectoryResolver.Directory,
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

    private mutating func decide(
        _ choice: LinkPlace.Choice,
        _ claims: [IdentityClaim],
        _ file: ObservedFile,
        in directory: Int64
    ) -> Resemblance {
        switch choice {
        case .certain(let number): .claim(claims[number])
        case .vague(let number):
            memory.postponed.postpones(file.name, in: directory) ? .postponed : .claim(claims[number])
        }
    }

    private func nearest(
        of assets: [IndexedAsset],
        to file: ObservedFile,
        in place: DirectoryPlace
    ) throws(IndexError) -> LinkPlace.Choice? {
        guard assets.count > 1 else { return assets.isEmpty ? nil : .certain(0) }
        return LinkPlace(root: rootName(place.root), path: place.path(of: file.name))
            .nearest(of: try places(of: assets))
    }

    private func places(of assets: [IndexedAsset]) throws(IndexError) -> [LinkPlace] {
        var places: [LinkPlace] = []
        for asset in assets {
            places.append(
                LinkPlace(
                    root: rootName(asset.root),
                    folder: try reader.location(ofDirectory: asset.directory)?.path ?? [],
                    name: asset.name.bytes
                )
            )
        }
        return places
    }

    /// The asset that was taken for this file, when only what it looks like was known: it is a copy, and found once more.
    mutating func givenAway(
        _ file: ObservedFile,
        on directory: DirectoryResolver.Directory,
        except asset: IndexedAsset?
    ) throws(IndexError) -> IndexedAsset? {
        guard memory.likely.hasClaims, let filesystem = try reader.filesystem(directory.filesystem),
            let id = memory.likely.identity(of: file.stamp, file.content.fingerprint, on: filesystem),
            let copy = try reader.asset(id), copy.key != asset?.key, !isFile(file, of: copy)
        else { return nil }
        try lookAgain(at: copy.name, in: copy.directory)
        // Two that each took the other for the copy would take turns for ever.
        memory.likely.forget(file.stamp, file.content.fingerprint, on: filesystem)
        return copy
    }

    /// Whether a file is the one that an asset has. Without a birth time a number may be another file's by now: what is in it has
    /// to tell besides, whatever time it has. Where there is no number, content and time tell.
    private func isFile(_ file: ObservedFile, of asset: IndexedAsset) -> Bool {
        guard file.stamp.inode != 0 else {
            return asset.stamp.seemsSameFile(as: file.stamp) && isSameHead(asset.fingerprint, file)
        }
        return asset.stamp.isSameInode(as: file.stamp)
            && (file.stamp.birthTime != 0
                || asset.stamp.size == file.stamp.size && isSameHead(asset.fingerprint, file))
    }

    /// The assets whose primary file this is or was.
    private func assets(
        of file: ObservedFile,
        on directory: DirectoryResolver.Directory,
        except asset: IndexedAsset?
    ) throws(IndexError) -> [IndexedAsset] {
        try reader.assets(onInode: file.stamp.inode, filesystem: directory.filesystem)
            .filter { $0.key != asset?.key && isFile(file, of: $0) }
    }

    /// Those of them at whose places it is not any more, in the order of names.
    private func leftAssets(
        among known: [IndexedAsset],
        _ file: ObservedFile,
        on directory: DirectoryResolver.Directory,
        place: DirectoryPlace
    ) throws(IndexError) -> [IndexedAsset] {
        var left: [IndexedAsset] = []
        for candidate in known {
            if hasExchanged(candidate.id, file.stamp, unlessAt: path(of: file, in: place)) { continue }
            let isFolderInPlace = try isFolderInPlace(candidate)
            // Of a file with several names, the other may lie in a folder that was moved.
            if !isFolderInPlace, hasOtherNames(file, in: place) { continue }
            switch try sight(of: candidate) {
            // Two links lead to one folder, and the other one is about to go.
            case .itself where !isTaking(from: candidate.root, in: place) || hasOtherNames(file, in: place):
                continue
            // A file with one name is not where it was, though nobody can look there.
            case .unclear where hasOtherNames(file, in: place): continue
            case .other(let status) where isFolderInPlace:
                // It goes on under the name that it exchanged with another photo.
                guard let mover = try mover(status, from: candidate),
                    case .partners(let partners) = try exchange(of: candidate, movedBy: mover),
                    let partner = partners.last
                else { break }
                if partner.directory == directory.key, partner.name == file.name { return [candidate] }
                continue
            case .itself, .unclear, .other, .nothing: break
            }
            left.append(candidate)
        }
        return left.sorted { $0.name < $1.name }
    }

    /// The oldest asset that was moved here to be a part of this shot: its RAW file was what it stood for. While a shot is
    /// renamed a file at a time, it may have gone on as the file that was last to come.
    func joiningAsset(
        _ files: Shot,
        of shot: ObservedShot,
        on directory: DirectoryResolver.Directory,
        place: DirectoryPlace,
        except asset: IndexedAsset?
    ) throws(IndexError) -> IndexedAsset? {
        guard !isFirstSweep else { return nil }
        var oldest: IndexedAsset?
        for position in files.companions {
            let file = shot.files[position]
            guard file.format.kind != .sidecar, !file.isPending else { continue }
            let known = try assets(of: file, on: directory, except: asset)
            let left = try leftAssets(among: known, file, on: directory, place: place)
            guard let choice = try nearest(of: left, to: file, in: place) else { continue }
            let joining = left[choice.number]
            if oldest.map({ joining.age < $0.age }) ?? true { oldest = joining }
        }
        return oldest
    }

    /// The identity without a file that stood for another file of this shot when it was lost: a shot that is taken away a file at a time
    /// goes on as the one that is last to go, and is that no longer when all come back at once.
    mutating func joiningDeparted(
        _ files: Shot,
        of shot: ObservedShot,
        on directory: DirectoryResolver.Directory,
        place: DirectoryPlace
    ) throws(IndexError) -> Resemblance? {
        for position in files.companions {
            let file = shot.files[position]
            guard file.format.kind != .sidecar, !file.isPending else { continue }
            let departed = try departedFiles(file, on: directory)
            guard !departed.isEmpty else { continue }
            let here = LinkPlace(root: rootName(place.root), path: place.path(of: file.name))
            if let own = departed.first(where: { LinkPlace(root: $0.root, path: $0.path) == here }) {
                return .claim(.departed(own))
            }
            if let found = try departedFile(file, among: departed, at: here, on: directory, place: place) {
                return found
            }
        }
        return nil
    }

    /// Whether a file begins like one that is known: an inode number without a birth time may have been given anew, to one
    /// that was written in the same moment and is as long.
    private func isSameHead(_ known: Fingerprint?, _ file: ObservedFile) -> Bool {
        known != nil && known == file.content.fingerprint
    }

    private func path(of file: ObservedFile, in place: DirectoryPlace) -> FilePath? {
        roots.root(withKey: place.root)?.library.path.appending(FileName(place.path(of: file.name)))
    }

    /// Whether what another root has is in this one too, and that one is about to go: two links lead to one folder.
    private func isTaking(from other: Int64, in place: DirectoryPlace) -> Bool {
        guard other != place.root, let here = roots.root(withKey: place.root),
            let other = roots.root(withKey: other)
        else { return false }
        return other.yields(to: here)
    }

    private func hasOtherNames(_ file: ObservedFile, in place: DirectoryPlace) -> Bool {
        // One that is gone again by now is nobody's for now.
        guard let status = try? status(where: file, in: place) else { return true }
        return status.linkCount > 1
    }

    /// What stands now where a file was seen. Of a root that was taken out meanwhile nothing can be said.
    private func status(
        where file: ObservedFile,
        in place: DirectoryPlace
    ) throws(FolderError) -> FileStatus {
        guard let root = roots.root(withKey: place.root) else { throw .unreachable(errno: 0) }
        return try disk.status(
            at: root.library.path.appending(FileName(place.path(of: file.name))),
            in: root
        )
    }
}
