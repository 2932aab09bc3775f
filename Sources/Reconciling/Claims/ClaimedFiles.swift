import DiskReading
import Files
import FolderWatch
import LibraryIndex
import PhotoModel
import Roots
import Shots

/// Whose file is this? In this order: the same inode (a number that may be reused, so the birth time, or the size where
/// there is none, must agree), the same content, of which what was at the same path comes first.
///
/// A path alone says nothing: every memory card has a `DCIM/100CANON/IMG_0001.JPG`. It says something for a minute, in
/// the very folder that the file was in then, and on the same disk.
extension FindingTransaction {
    /// The identity whose file this is.
    ///
    /// - Parameter isImported: photod has brought it here from elsewhere, so it is nothing that was here.
    mutating func claim(
        _ file: ObservedFile,
        _ record: AssetRecord,
        on directory: ResolvedDirectory,
        isImported: Bool
    ) throws(IndexError) -> Resemblance? {
        if let moved = try movedFile(file, on: directory, except: nil) { return moved }
        let here = mayReclaim ? try departed(in: directory, file, record, isImported: isImported) : nil
        if let here, !isByPathAlone(here, record) { return .claim(.departed(here)) }
        let departed = try departed(ofContent: file, record, in: directory)
        if let here, departed.map({ !hasJustLeft($0) || isTemporary(.departed($0), beside: here) }) ?? true {
            guard case .gone(let asset) = try lookalike(file, record),
                !isTemporary(.live(asset), beside: here)
            else { return .claim(.departed(here)) }
            return believe(asset, of: file, in: directory)
        }
        guard let departed else { return nil }
        guard !Self.isNamesake(departed, file.name) else { return .claim(.departed(departed)) }
        // What has left this moment, and is not known to be gone yet, left after it.
        switch try lookalike(file, record) {
        case .gone(let asset): return believe(asset, of: file, in: directory)
        // A whole folder was moved, and this is what it held.
        case .missing(let asset) where asset.name == file.name:
            return here.map { .claim(.departed($0)) }
        case .missing, .unclear, nil: return .claim(.departed(departed))
        }
    }

    /// One that has this file's content and has left, or may have.
    private func lookalike(_ file: ObservedFile, _ record: AssetRecord) throws(IndexError) -> Lookalike? {
        try lookalike(file, among: twins(of: file, record.type, record.fingerprint))
    }

    /// Whether nothing but the moment tells that one that was at a file's place is the file: what left in the same moment, and had
    /// what is in the file, is more likely.
    private func isByPathAlone(_ departed: DepartedAsset, _ record: AssetRecord) -> Bool {
        departed.deletedAt != nil && (record.fingerprint == nil || departed.fingerprint != record.fingerprint)
    }

    /// Whether it was an editor's file, from which the new content of a photo was copied.
    private func isTemporary(_ claim: IdentityClaim, beside here: DepartedAsset) -> Bool {
        !isEstablished(claim) && isEstablished(.departed(here))
    }

    private func hasJustLeft(_ departed: DepartedAsset) -> Bool {
        departed.deletedAt.map { time.isWithinMinute(of: $0.multipliedSaturating(by: 1000)) } ?? false
    }

    /// The identity without a file that had this content.
    func departed(
        ofContent file: ObservedFile,
        _ record: AssetRecord,
        in directory: ResolvedDirectory
    ) throws(IndexError) -> DepartedAsset? {
        // Nothing can be told by the content of a file that has none.
        guard mayReclaim, let fingerprint = record.fingerprint, file.stamp.size > 0 else { return nil }
        func looksLikeIt(_ departed: DepartedAsset) -> Bool {
            departed.type == record.type && departed.size == file.stamp.size
                && departed.fingerprint == fingerprint
        }
        let place = directory.seen
        let here = try reader.departed(root: rootName(place.root), path: place.path(of: file.name))
        if let departed = try first(of: here.filter(looksLikeIt), file) { return departed }
        // Of thousands of copies that come back all would be read for each, were they asked before the path.
        let found = try reader.departed(size: file.stamp.size, fingerprint: fingerprint)
        return try first(of: found.filter(looksLikeIt), file)
    }

    /// The first of those that look like a file that may be it: of thousands each would be looked for where it was.
    private func first(of candidates: [DepartedAsset], _ file: ObservedFile) throws(IndexError)
        -> DepartedAsset?
    {
        for candidates in try byContent(candidates, file) {
            for candidate in Self.byName(candidates, file.name) {
                guard !isMoving(candidate.id), try !isExpected(candidate), !hasExchanged(candidate),
                    try !isHidden(candidate),
                    try exchangedPath(of: candidate) == nil
                else { continue }
                return candidate
            }
        }
        return nil
    }

    /// The identity that was lost at this place, if it is this file's.
    private func departed(
        in directory: ResolvedDirectory,
        _ file: ObservedFile,
        _ record: AssetRecord,
        isImported: Bool
    ) throws(IndexError) -> DepartedAsset? {
        let place = directory.seen
        guard let root = roots.root(withKey: place.root)?.library.name else { return nil }
        let candidates = try reader.departed(root: root, path: place.path(of: file.name))
        guard !candidates.isEmpty else { return nil }
        let home = try reader.identity(ofDirectory: directory.key, root: place.root)
        let isPart = try isPart(file, on: directory)
        return candidates.first { departed in
            // What photod moves is found where it went.
            guard departed.type == record.type, !isMoving(departed.id) else { return false }
            if let fingerprint = record.fingerprint, departed.fingerprint == fingerprint { return true }
            guard departed.deletedAt != nil else { return departed.isKnownByPathAlone }
            // Some editors delete and write anew, while a camera that counts from 1 again uses old names for new photos, and so does
            // a card that is mounted over others, or copied to where another's folder was.
            return !isImported && !isPart && hasJustLeft(departed)
                && home != nil
                && departed.home == home
                && (departed.filesystem == nil || place.filesystems.contains { $0 == departed.filesystem })
        }
    }

    /// Whether a file belonged to another photo until now, or until a moment ago.
    private func isPart(_ file: ObservedFile, on directory: ResolvedDirectory) throws(IndexError) -> Bool {
        if memory.leftParts.contains(file.stamp, on: directory.filesystem) { return true }
        return try reader.companionPlaces(onInode: file.stamp.inode, filesystem: directory.filesystem)
            .contains { $0.stamp.isSameFile(as: file.stamp) }
    }

    /// The candidates whose whole content is a file's, then those of which it is not known; all, where the file's is not known.
    private func byContent(
        _ candidates: [DepartedAsset],
        _ file: ObservedFile
    ) throws(IndexError) -> [[DepartedAsset]] {
        guard let hash = file.contentHash else { return [candidates] }
        var (same, unknown): ([DepartedAsset], [DepartedAsset]) = ([], [])
        for candidate in candidates {
            switch try reader.contentHash(of: candidate.id) {
            case hash?: same.append(candidate)
            case nil: unknown.append(candidate)
            default: break
            }
        }
        return [same, unknown]
    }

    /// Of several gone files with a content those of a name come first, then those that left last, which a restored file comes
    /// after most likely.
    ///
    /// - Parameter candidates: the last to leave first.
    private static func byName(_ candidates: [DepartedAsset], _ name: FileName) -> [DepartedAsset] {
        candidates.filter { isNamesake($0, name) } + candidates.filter { !isNamesake($0, name) }
    }

    private static func isNamesake(_ departed: DepartedAsset, _ name: FileName) -> Bool {
        departed.path.split(separator: UInt8(ascii: "/")).last?.elementsEqual(name.bytes) ?? false
    }

    /// Whether the folder that the index has an asset in stands where the index has it.
    func isFolderInPlace(_ asset: IndexedAsset) throws(IndexError) -> Bool {
        guard let directory = try reader.directory(asset.directory) else { return false }
        return try mayStand(directory)
    }

    /// What an asset's path leads to.
    enum AssetSight {
        case itself
        /// The root is offline, or the disk does not say. For all that can be known it is its file: an id is never taken from what may
        /// come back.
        case unclear
        case other(FileStatus)
        case nothing
    }

    func sight(of asset: IndexedAsset) throws(IndexError) -> AssetSight {
        guard !isOffline(asset.root) else { return .unclear }
        guard let folder = try reader.path(ofDirectory: asset.directory) else { return .nothing }
        do throws(FolderError) {
            let status = try disk.status(
                at: folder.appending(asset.name),
                in: roots.root(withKey: asset.root)
            )
            let isItself = status.isRegularFile && asset.stamp.seemsSameFile(as: FileStamp(now: status))
            return isItself ? .itself : .other(status)
        } catch {
            guard error == .missing else { return .unclear }
            return try isReachable(asset.root) ? .nothing : .unclear
        }
    }

    /// Whether an asset's path still leads to its file, or may do so.
    func isStillThere(_ asset: IndexedAsset) throws(IndexError) -> Bool {
        switch try sight(of: asset) {
        case .itself, .unclear: true
        case .other, .nothing: false
        }
    }
}

extension DepartedAsset {
    /// Somebody wrote its record by hand, and there is nothing else to know it by.
    fileprivate var isKnownByPathAlone: Bool { inode == nil && fingerprint == nil }
}
