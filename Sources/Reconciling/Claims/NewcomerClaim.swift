import DiskReading
import LibraryIndex
import PhotoModel
import Shots

/// Photos that are new, and those whose id is not their last word: a file that is put back is itself again however little
/// of it was there when it was first met.
extension FindingTransaction {
    /// What can be told of a file that is new by its content.
    enum Resemblance {
        /// The likeness is believed once more has been looked at: whoever gets this puts the shot off.
        case postponed
        case claim(IdentityClaim)
        /// The asset's folder is not where it was: should the asset turn out to be gone, the file was that one.
        case missing(IndexedAsset)
    }

    /// Which photo that is gone from its place a new file looks like.
    mutating func resemblance(
        of primary: ObservedFile,
        _ record: AssetRecord,
        on directory: ResolvedDirectory,
        except asset: IndexedAsset? = nil
    ) throws(IndexError) -> Resemblance? {
        let twins = try twins(of: primary, record.type, record.fingerprint, except: asset)
        if twins.isAny { hasTwins = true }
        switch try lookalike(primary, among: twins) {
        case .gone(let lookalike): return believe(lookalike, of: primary, in: directory)
        case .missing(let lookalike): return .missing(lookalike)
        case .unclear(let lookalike, let isLikely):
            if try isPutOff(primary, behind: lookalike, in: directory) { return .postponed }
            return isLikely ? .claim(.live(lookalike)) : nil
        case nil:
            // Where no number tells, what is there, or has just left, goes before what was written to.
            guard primary.stamp.inode == 0 else { return nil }
            return try givenAway(primary, on: directory, except: asset).map(Resemblance.claim)
        }
    }

    /// The identity of a photo that is gone and that a file looks like, once more has been looked at.
    mutating func believe(
        _ lookalike: IndexedAsset,
        of file: ObservedFile,
        in directory: ResolvedDirectory
    ) -> Resemblance {
        memory.postponed.postpones(file.name, in: directory.key) ? .postponed : .claim(.live(lookalike))
    }

    /// Whether a file is put off, and has what may be the photo that it looks like looked at before it; not where it was
    /// put off before.
    mutating func isPutOff(
        _ file: ObservedFile,
        behind other: IndexedAsset,
        in directory: ResolvedDirectory
    ) throws(IndexError) -> Bool {
        guard memory.postponed.postpones(file.name, in: directory.key) else { return false }
        try lookAgain(at: other.name, in: other.directory)
        return true
    }

    /// Whether an asset got its id from less than there is now, and nobody has used it since. What it is may turn out for a
    /// minute: a RAW file is there before its JPEG.
    func isNewcomer(_ asset: IndexedAsset, as record: AssetRecord) -> Bool {
        asset.fingerprint != record.fingerprint && isYoung(asset)
    }

    /// Whether an asset is here since a moment, new or back again, and nobody has used it; or was never seen complete.
    private func isYoung(_ asset: IndexedAsset) -> Bool {
        isRecent(asset) || asset.marks == AssetMarks() && memory.newcomers.contains(asset.id)
    }

    /// Whether an asset is here since a moment, and nobody has used it.
    func isRecent(_ asset: IndexedAsset) -> Bool {
        asset.marks == AssetMarks() && time.isWithinMinute(of: asset.created)
    }

    /// Whether an identity stands for its file for longer than a moment, or somebody has used it: then its file brings it along wherever
    /// it becomes one with others, as the photo that is shown. What it had been until then the others have back when they part. So does
    /// one that waits for this very file: who that is was decided before the index was lost, or thrown back.
    func isEstablished(_ claim: IdentityClaim) -> Bool {
        switch claim {
        case .live(let asset): !isRecent(asset)
        case .departed(let asset):
            asset.deletedAt == nil || asset.marks != AssetMarks() || !time.isWithinMinute(of: asset.created)
        }
    }

    /// Whether an identity existed before an asset that it becomes one with.
    ///
    /// What came back counts from when it did, so of two of which one is gone until now and the other here since a moment
    /// it is the ids that tell.
    func wasFirst(_ claim: IdentityClaim, of asset: IndexedAsset) -> Bool {
        if case .departed(let departed) = claim, departed.deletedAt != nil, isYoung(asset) {
            return departed.id < asset.id
        }
        if !isEstablished(claim), isRecent(asset) { return claim.id < asset.id }
        return claim.age < asset.age
    }

    /// Which shot an asset that is here since a moment turns out to be by a file that joins it: of one that was taken away a
    /// file at a time, that file's identity is the shot's. `nil` where it stays what it is.
    ///
    /// What came back counts as young as well, so it is the ids that tell which of two was first.
    mutating func claim(
        ofNewcomer asset: IndexedAsset,
        joinedBy shot: SeenShot,
        on directory: ResolvedDirectory
    ) throws(IndexError) -> Resemblance? {
        guard mayReclaim, !shot.companions.isEmpty, isYoung(asset) else { return nil }
        let found = try joiningDeparted(shot, on: directory)
        guard case .claim(let claim) = found else { return found }
        return claim.id < asset.id ? found : nil
    }

    /// Whose file an asset turns out to be, now that more of it was seen; `nil` where it stays what it is.
    mutating func claim(
        ofNewcomer asset: IndexedAsset,
        _ primary: ObservedFile,
        _ record: AssetRecord,
        on directory: ResolvedDirectory
    ) throws(IndexError) -> Resemblance? {
        // Who goes on writing a file goes on with that file, or had an empty one there until then. Another one in its place is an
        // editor's, or photod's own.
        let goesOn =
            asset.name != primary.name || asset.stamp.size == 0 || record.stamp.inode == 0
            || asset.stamp.isSameInode(as: record.stamp)
        guard isNewcomer(asset, as: record), goesOn || memory.newcomers.contains(asset.id)
        else { return nil }
        if let departed = try departed(ofContent: primary, record, in: directory) {
            return .claim(.departed(departed))
        }
        let found = try resemblance(of: primary, record, on: directory, except: asset)
        guard case .missing(let lookalike) = found else { return found }
        memory.promised.promise(lookalike.id, to: asset.id)
        return nil
    }

    /// Takes out a newcomer whose file has an older id. Nothing is kept of the one that it had for a moment.
    mutating func forget(_ newcomer: IndexedAsset) throws(IndexError) {
        try writer.remove(newcomer)
        memory.newcomers.remove(newcomer.id)
    }
}
