import CaptureRules
import Extraction
import LibraryIndex
import PhotoModel

/// Photos that are new, and those whose id is not their last word: a file that is put back is itself again however little
/// of it was there when it was first met.
extension FindingTransaction {
    /// What can be told of a file that is new by its content.
    enum Resemblance {
        /// It is believed once more has been looked at.
        case postponed
        case claim(IdentityClaim)
        /// This one's folder is not where it was: should it turn out to be gone, the file was that one.
        case missing(IndexedAsset)
    }

    /// Which photo that is gone from its place a new file looks like.
    mutating func resemblance(
        of primary: ObservedFile,
        _ record: AssetRecord,
        on directory: DirectoryResolver.Directory,
        place: DirectoryPlace,
        except asset: IndexedAsset? = nil
    ) throws(IndexError) -> Resemblance? {
        let twins = try twins(of: primary, record).filter { $0.id != asset?.id }
        if !twins.isEmpty { hasTwins = true }
        switch try lookalike(primary, among: twins, place) {
        case .gone(let lookalike):
            if memory.postponed.postpones(primary.name, in: directory.key) {
                try lookAgain(at: primary.name, in: directory.key)
                return .postponed
            }
            return .claim(.live(lookalike))
        case .missing(let lookalike): return .missing(lookalike)
        case nil: return nil
        }
    }

    /// Whether an asset got its id from less than there is now, and nobody has used it since. What it is may turn out for a
    /// minute: a RAW file is there before its JPEG.
    func isNewcomer(_ asset: IndexedAsset, as record: AssetRecord) -> Bool {
        guard asset.marks == AssetMarks(), asset.fingerprint != record.fingerprint else { return false }
        return memory.newcomers.contains(asset.id) || time.isWithinMinute(of: asset.created)
    }

    /// Whose file an asset turns out to be, now that more of it was seen; `nil` where it stays what it is.
    mutating func claim(
        ofNewcomer asset: IndexedAsset,
        _ primary: ObservedFile,
        _ record: AssetRecord,
        on directory: DirectoryResolver.Directory,
        place: DirectoryPlace
    ) throws(IndexError) -> Resemblance? {
        guard isNewcomer(asset, as: record) else { return nil }
        if let departed = try departed(ofContent: primary, record, place) {
            return .claim(.departed(departed))
        }
        let found = try resemblance(of: primary, record, on: directory, place: place, except: asset)
        guard case .missing(let lookalike) = found else { return found }
        memory.heirs.promise(lookalike.id, to: asset.id)
        return nil
    }

    /// Takes out a newcomer whose file has an older id. Nothing is kept of the one that it had for a moment.
    mutating func forget(_ newcomer: IndexedAsset) throws(IndexError) {
        try writer.remove(newcomer)
        memory.newcomers.remove(newcomer.id)
    }
}
