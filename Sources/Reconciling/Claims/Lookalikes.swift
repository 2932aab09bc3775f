import DiskReading
import Files
import FolderWatch
import LibraryIndex
import PhotoModel
import Roots
import Shots

/// Photos that a new file looks like, and which of them it was: one that is not at its place any more.
extension FindingTransaction {
    /// The asset that has this content and whose file is not at its place any more: copied here and deleted there, or
    /// moved from another file system.
    ///
    /// - Parameter twins: those that look like it.
    func lookalike(_ file: ObservedFile, among twins: Twins) throws(IndexError) -> Lookalike? {
        guard !twins.assets.isEmpty else { return nil }
        var missing: IndexedAsset?
        var unclear: (asset: IndexedAsset, isLikely: Bool)?
        let candidates = try ofSameContent(twins.assets, file, isElsewhere: twins.isContentStanding)
        if let empty = try displaced(file, among: candidates) { return empty }
        // Of several, the one that was called the same: whole folders are copied and then deleted.
        let order = candidates.sorted {
            $0.name != $1.name && ($0.name == file.name || $1.name == file.name)
                ? $0.name == file.name : $0.age < $1.age
        }
        for candidate in order {
            let isFolderInPlace = try isFolderInPlace(candidate)
            if isFolderInPlace, case .itself = try sight(of: candidate) {
                disk.standing.note(candidate.key, try reader.contentHash(of: candidate.id))
                continue
            }
            if try isHidden(candidate) { continue }
            // A folder that was moved may hold it still: only its inode could tell.
            guard isFolderInPlace else {
                if missing == nil, !isOffline(candidate.root), !memory.promised.isPromised(candidate.id) {
                    missing = candidate
                }
                continue
            }
            // Where a new file stands at its path, that one goes on as it: this is a copy made before. Where no number tells
            // the two apart, it goes on as the one that has its content and its time.
            if try isGone(candidate) { return .gone(candidate) }
            switch try replacement(of: candidate, by: file) {
            case .certain: return .gone(candidate)
            case .likely where unclear?.isLikely != true: unclear = (candidate, true)
            case .possible where unclear == nil: unclear = (candidate, false)
            case .likely, .possible, .none: break
            }
            if try isDisplaced(candidate) { return .gone(candidate) }
        }
        if let unclear { return .unclear(unclear.asset, isLikely: unclear.isLikely) }
        return missing.map { .missing($0) }
    }

    /// Where no number tells, of several that have a file's content and time the one at whose place nothing stands: it
    /// explains all that there is, while another one would have been copied here and then written to.
    private func displaced(
        _ file: ObservedFile,
        among candidates: [IndexedAsset]
    ) throws(IndexError) -> Lookalike? {
        guard file.stamp.inode == 0, candidates.count > 1 else { return nil }
        var missing: IndexedAsset?
        for candidate in candidates where candidate.stamp.seemsSameFile(as: file.stamp) {
            if try !isFolderInPlace(candidate) {
                if !isOffline(candidate.root), !memory.promised.isPromised(candidate.id) {
                    missing = missing ?? candidate
                }
            } else if try isGone(candidate) {
                return .gone(candidate)
            }
        }
        return missing.map { .missing($0) }
    }

    enum Lookalike {
        /// The asset's folder is there without it.
        case gone(IndexedAsset)
        /// The asset's folder is not where it was.
        case missing(IndexedAsset)
        /// What stands at the asset's place may be it, or go on as it: that has to be looked at first.
        case unclear(IndexedAsset, isLikely: Bool)
    }

    /// What a file looks like: of its size, and beginning the same.
    struct Twins {
        /// The assets that may be gone.
        var assets: [IndexedAsset] = []
        /// Whether there are any, gone or not.
        var isAny = false
        /// Whether one that stands where the index has it has the file's whole content.
        var isContentStanding = false
    }

    /// - Parameter asset: the one that the file is until now.
    func twins(
        of file: ObservedFile,
        _ type: AssetType,
        _ fingerprint: Fingerprint?,
        except asset: IndexedAsset? = nil
    ) throws(IndexError) -> Twins {
        var twins = Twins()
        guard !isFirstSweep, let fingerprint, file.stamp.size > 0 else { return twins }
        let keys = try reader.assetKeys(size: file.stamp.size, fingerprint: fingerprint)
            .filter { $0 != asset?.key }
        let (others, isThere) = disk.standing.sift(keys, for: file.contentHash)
        twins.isContentStanding = isThere
        for key in others {
            guard let twin = try reader.asset(withKey: key), twin.type == type else { continue }
            twins.assets.append(twin)
        }
        twins.isAny = !twins.assets.isEmpty || others.count < keys.count
        return twins
    }

    /// Of assets that look like a file those that have its whole content, as far as that is known of them and of the file.
    ///
    /// - Parameter isElsewhere: whether another has it: then what is not known of these says nothing.
    private func ofSameContent(
        _ candidates: [IndexedAsset],
        _ file: ObservedFile,
        isElsewhere: Bool
    ) throws(IndexError) -> [IndexedAsset] {
        guard let hash = file.contentHash else { return candidates }
        var known: [Fingerprint?] = []
        for candidate in candidates { known.append(try reader.contentHash(of: candidate.id)) }
        guard isElsewhere || known.contains(where: { $0 != nil }) else { return candidates }
        let same = zip(candidates, known).filter { $0.1 == hash }
        return (isElsewhere || !same.isEmpty ? same : zip(candidates, known).filter { $0.1 == nil }).map(\.0)
    }

    /// Whether nothing stands at an asset's path any more that may be a photo.
    private func isGone(_ asset: IndexedAsset) throws(IndexError) -> Bool {
        guard !isOffline(asset.root) else { return false }
        guard let folder = try reader.path(ofDirectory: asset.directory) else { return true }
        do throws(FolderError) {
            let status = try disk.status(
                at: folder.appending(asset.name),
                in: roots.root(withKey: asset.root)
            )
            // A folder that has taken its name is nobody's photo.
            return !status.isRegularFile
        } catch {
            guard error == .missing else { return false }
            return try isReachable(asset.root)
        }
    }

    private enum Replacement {
        case none
        /// The asset may have been written to, and this be a copy that was made before.
        case possible
        /// The file has all that is known of the asset; but what stands at its place is as long, and may be it with another time.
        case likely
        case certain
    }

    /// Whether something else stands where an asset of which no number is known was.
    private func replacement(
        of asset: IndexedAsset,
        by file: ObservedFile
    ) throws(IndexError) -> Replacement {
        guard asset.stamp.inode == 0 else { return .none }
        let hasItsStamp = asset.stamp.seemsSameFile(as: file.stamp)
        switch try sight(of: asset) {
        case .itself, .unclear: return .none
        case .nothing: return hasItsStamp ? .certain : .none
        case .other(let status):
            guard hasItsStamp else { return .possible }
            return status.isRegularFile && status.size == asset.stamp.size ? .likely : .certain
        }
    }
}
