import DiskReading
import Files
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
        on directory: ResolvedDirectory,
        except asset: IndexedAsset?
    ) throws(IndexError) -> Resemblance? {
        guard file.stamp.inode != 0 else { return nil }
        let known = try assets(of: file, on: directory, except: asset)
        if known.isEmpty, let written = try writtenFile(file, except: asset) { return .claim(written) }
        let here = place(of: file, in: directory)
        var left = try leftAssets(among: known, file, on: directory)
        var departed = try departedFiles(file, on: directory)
        if !left.isEmpty {
            // Who waits for this very file at this very place has it by a document: an index that a power cut has thrown back knows it
            // as who it was before.
            if let waiting = Self.waiting(among: departed, at: here) { return .claim(.departed(waiting)) }
            departed = []
        }
        if left.isEmpty {
            switch passing(file, try ownPaths(of: known) + departed.compactMap(ownPath), in: directory) {
            case .elsewhere: return .postponed
            case .moved: left = try leftAssets(among: known, file, on: directory)
            case .here: break
            }
        }
        if let nearer = try departedFile(nearerThan: left, file, on: directory) {
            return .claim(.departed(nearer))
        }
        if let choice = try nearest(of: left, to: file, in: directory) {
            return decide(choice, left.map(IdentityClaim.live), file, in: directory)
        }
        guard !departed.isEmpty else {
            if !known.isEmpty, isPast(file, in: directory) { return .postponed }
            if let own = try givenAway(file, on: directory, except: asset) { return .claim(own) }
            return known.isEmpty ? try forgotten(file, on: directory).map { .claim(.departed($0)) } : nil
        }
        // Of several names of one file, each has its own identity.
        if let own = Self.waiting(among: departed, at: here)
            ?? departed.first(where: { Self.place(of: $0) == here })
        {
            return .claim(.departed(own))
        }
        if let own = try givenAway(file, on: directory, except: asset) { return .claim(own) }
        let found = try departedFile(file, among: departed, on: directory)
        if found == nil, isPast(file, in: directory) { return .postponed }
        guard let later = try lookalike(file, leftAfter: found, except: asset) else { return found }
        return believe(later, of: file, in: directory)
    }

    /// The photo that photod has written into a file which was moved before anybody looked at it.
    private func writtenFile(_ file: ObservedFile, except asset: IndexedAsset?) throws(IndexError)
        -> IdentityClaim?
    {
        guard let id = ownChanges.owner(ofWritten: file.stamp), id != asset?.id else { return nil }
        guard let photo = try reader.asset(id) else { return try reader.departed(id).map { .departed($0) } }
        switch try sight(of: photo) {
        case .itself, .unclear: return nil
        // Where it was written to it still has this name.
        case .other(let status):
            return FileStamp(now: status).isSameInode(as: file.stamp) ? nil : .live(photo)
        case .nothing: return .live(photo)
        }
    }

    /// Who waits for its file at a place. Of two the younger was a newcomer's, and the older took its place: its document is not what it
    /// was before a power cut.
    private static func waiting(among departed: [DepartedAsset], at here: LinkPlace) -> DepartedAsset? {
        departed.filter { $0.deletedAt == nil && place(of: $0) == here }.min { $0.id < $1.id }
    }

    private static func place(of departed: DepartedAsset) -> LinkPlace {
        LinkPlace(root: departed.root, path: departed.path)
    }

    /// Without a birth time a number may be another file's by now: one that was known gone says no more than one of the same
    /// content that has left this moment and is not known to be gone yet. That one left later.
    private func lookalike(
        _ file: ObservedFile,
        leftAfter found: Resemblance?,
        except asset: IndexedAsset?
    ) throws(IndexError) -> IndexedAsset? {
        guard case .claim(.departed(let departed)) = found, departed.deletedAt != nil, !isFirstSweep,
            file.stamp.birthTime == 0
        else { return nil }
        let twins = try twins(of: file, departed.type, file.content.fingerprint, except: asset)
        guard case .gone(let later) = try lookalike(file, among: twins) else { return nil }
        return later
    }

    mutating func decide(
        _ choice: LinkPlace.Choice,
        _ claims: [IdentityClaim],
        _ file: ObservedFile,
        in directory: ResolvedDirectory
    ) -> Resemblance {
        switch choice {
        case .certain(let number): .claim(claims[number])
        case .vague(let number):
            memory.postponed.postpones(file.name, in: directory.key) ? .postponed : .claim(claims[number])
        }
    }

    private func nearest(
        of assets: [IndexedAsset],
        to file: ObservedFile,
        in directory: ResolvedDirectory
    ) throws(IndexError) -> LinkPlace.Choice? {
        guard assets.count > 1 else { return assets.isEmpty ? nil : .certain(0) }
        return place(of: file, in: directory).nearest(of: try places(of: assets))
    }

    func place(of file: ObservedFile, in directory: ResolvedDirectory) -> LinkPlace {
        LinkPlace(root: rootName(directory.seen.root), path: directory.seen.path(of: file.name))
    }

    func places(of assets: [IndexedAsset]) throws(IndexError) -> [LinkPlace] {
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

    /// Whether a file is the one that an asset has. Without a birth time a number may be another file's by now: what is in it has
    /// to tell besides, whatever time it has. Where there is no number, content and time tell.
    func isFile(_ file: ObservedFile, of asset: IndexedAsset) -> Bool {
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
        on directory: ResolvedDirectory,
        except asset: IndexedAsset?
    ) throws(IndexError) -> [IndexedAsset] {
        try reader.assets(onInode: file.stamp.inode, filesystem: directory.filesystem)
            .filter { $0.key != asset?.key && isFile(file, of: $0) }
    }

    /// The known assets at whose places the file is not any more, in the order of names.
    private func leftAssets(
        among known: [IndexedAsset],
        _ file: ObservedFile,
        on directory: ResolvedDirectory
    ) throws(IndexError) -> [IndexedAsset] {
        var left: [IndexedAsset] = []
        for candidate in known {
            if hasExchanged(candidate.id, file.stamp, unlessAt: path(of: file.name, in: directory)) {
                continue
            }
            let isFolderInPlace = try isFolderInPlace(candidate)
            // Of a file with several names, the other may lie in a folder that was moved.
            if !isFolderInPlace, hasOtherNames(file, in: directory) { continue }
            switch try sight(of: candidate) {
            // Two links lead to one folder, and the other one is about to go.
            case .itself
            where !isTaking(from: candidate.root, in: directory) || hasOtherNames(file, in: directory):
                continue
            // A file with one name is not where it was, though nobody can look there.
            case .unclear where hasOtherNames(file, in: directory): continue
            case .other(let status) where isFolderInPlace:
                // The asset goes on under the name that it exchanged with another photo.
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
        _ shot: SeenShot,
        on directory: ResolvedDirectory,
        except asset: IndexedAsset?
    ) throws(IndexError) -> IndexedAsset? {
        guard !isFirstSweep else { return nil }
        var oldest: IndexedAsset?
        for file in shot.companions where file.format.kind != .sidecar && !file.isPending {
            let known = try assets(of: file, on: directory, except: asset)
            let left = try leftAssets(among: known, file, on: directory)
            guard let choice = try nearest(of: left, to: file, in: directory) else { continue }
            let joining = left[choice.number]
            if oldest.map({ joining.age < $0.age }) ?? true { oldest = joining }
        }
        return oldest
    }

    /// Whether a file begins like one that is known: an inode number without a birth time may have been given anew, to one
    /// that was written in the same moment and is as long.
    func isSameHead(_ known: Fingerprint?, _ file: ObservedFile) -> Bool {
        known != nil && known == file.content.fingerprint
    }

    /// Whether what another root has is in this one too, and that one is about to go: two links lead to one folder.
    private func isTaking(from other: Int64, in directory: ResolvedDirectory) -> Bool {
        guard other != directory.seen.root, let here = roots.root(withKey: directory.seen.root),
            let other = roots.root(withKey: other)
        else { return false }
        return other.yields(to: here)
    }
}
