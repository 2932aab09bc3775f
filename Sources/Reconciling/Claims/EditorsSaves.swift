import DiskReading
import LibraryIndex
import PhotoModel
import Shots

/// An editor's save by way of a name that photod looks at, as in `convert a.jpg b.jpg && mv b.jpg a.jpg`: the newcomer
/// had an id for a moment, and is the new content of what it replaces.
extension FindingTransaction {
    /// File times are those of the kernel's last tick, which is a hundredth of a second ago at most: a file that seems to
    /// be as old as an id may be younger.
    private static let tickMilliseconds: Int64 = 10
    /// A ring of renames longer than this is nothing that anybody does within a minute.
    private static let ringLimit = 16

    /// Forgets the identity of a file that was moved over an asset's, if it is an editor's save: the asset goes on.
    mutating func takeIn(
        _ moved: IdentityClaim,
        _ file: ObservedFile,
        asNewContentOf asset: IndexedAsset
    ) throws(IndexError) -> Bool {
        guard asset.name == file.name, try isNewcomer(moved, file.stamp, beside: asset),
            try !isElsewhere(asset, movedBy: moved)
        else { return false }
        // Nobody needs its id back, unless the asset's own file turns up elsewhere.
        switch moved {
        case .live(let newcomer):
            try lookAgain(atAllLeftBy: newcomer, for: asset.place)
            let former = try identity(of: newcomer, isDeleted: false)
            memory.forgotten.note(former, whoseFileIs: file.stamp, file.content.fingerprint)
            try writer.remove(newcomer)
        case .departed(let newcomer):
            memory.forgotten.note(newcomer, whoseFileIs: file.stamp, file.content.fingerprint)
            try writer.reclaim(newcomer)
        }
        return true
    }

    /// Whether an identity was given a moment ago, after the asset's, and nobody has said anything about it. A photo that has
    /// lived for more than a minute under its own name is no temporary file.
    private func isNewcomer(
        _ claim: IdentityClaim,
        _ stamp: FileStamp,
        beside asset: IndexedAsset
    ) throws(IndexError) -> Bool {
        let (created, _) = claim.age
        guard created > asset.created, time.isWithinMinute(of: created), claim.marks == AssetMarks(),
            try reader.batch(of: claim.id) == nil
        else { return false }
        // Of two that are new, the one that comes is a temporary file only if it never was another: its id was given to
        // this very file. One that was gone for a moment and came back has a later revision, and counts as made then.
        let isAssetNew = asset.marks == AssetMarks() && time.isWithinMinute(of: asset.created)
        guard isAssetNew else { return true }
        guard claim.isPristine else { return false }
        // An import has filed it, or something was done with it since: an edit leaves no other trace once its file says the same.
        let batch = try reader.batch(of: asset.id)
        guard asset.revision == 1, batch == nil else { return true }
        guard stamp.birthTime > 0 else { return false }
        // Files have the machine's clock, and within this minute nobody has set it.
        let birth = stamp.birthTime / 1_000_000 + (time.stamp - time.wall)
        return birth + Self.tickMilliseconds <= created
    }

    /// Whether another photo's file has an asset's name and will go on as that photo, while the asset's own file has none of
    /// the names of those that moved: it is gone.
    func isDisplaced(_ asset: IndexedAsset) throws(IndexError) -> Bool {
        guard asset.stamp.inode != 0, case .other(let status) = try sight(of: asset), status.isRegularFile,
            let mover = try mover(status, from: asset),
            try !isNewcomer(.live(mover), FileStamp(now: status), beside: asset)
        else { return false }
        return try !isElsewhere(asset, movedBy: .live(mover))
    }

    /// Whether an asset's own file stands where the moved one was, or where that stood whose file is there, and so on:
    /// then names were exchanged.
    private func isElsewhere(_ asset: IndexedAsset, movedBy claim: IdentityClaim) throws(IndexError) -> Bool {
        guard case .live(let mover) = claim else { return false }
        switch try exchange(of: asset, movedBy: mover, limit: Self.ringLimit) {
        case .partners, .unclear: return true
        case .none: return false
        }
    }
}
