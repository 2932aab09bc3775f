import DiskReading
import FolderWatch
import LibraryIndex
import PhotoModel
import PhotodConfiguration
import Roots
import Shots

extension FindingTransaction {
    /// What photod itself has to do with a shot that is new at its place.
    mutating func ownMove(of shot: SeenShot, in directory: ResolvedDirectory) -> OwnChanges.Sight {
        guard !ownChanges.isEmpty else { return .none }
        var sight = OwnChanges.Sight.none
        let places = shot.files.compactMap { file in
            path(of: file.name, in: directory).map { OwnChanges.Place($0, in: directory.seen.work?.node) }
        }
        for path in places.map(\.path) where arrivals[path] == nil {
            switch ownChanges.sight(at: path, in: places) {
            case .underWay: return .underWay
            case .arrived(let arrival):
                // Taken when the transaction is done: it may have to be tried again.
                arrivals[path] = arrival
                if sight == .none { sight = .arrived(arrival) }
            case .none: break
            }
        }
        return sight
    }

    /// A shot is put off, to be looked at once more: what arrived is found then.
    mutating func withdrawArrivals(of shot: SeenShot, in directory: ResolvedDirectory) {
        for path in shot.files.compactMap({ path(of: $0.name, in: directory) }) { arrivals[path] = nil }
    }

    /// Whether a photo that is gone from its place is on its way within the library.
    func isMoving(_ id: AssetID) -> Bool {
        !ownChanges.isEmpty && ownChanges.isMoving(id, besides: arrivals.values.count { $0.id == id })
    }

    /// What photod does to a photo that is not where the index has it.
    func departure(of asset: IndexedAsset, in directory: ResolvedDirectory) -> OwnChanges.Departure {
        guard !ownChanges.isEmpty, let path = path(of: asset.name, in: directory) else { return .none }
        return ownChanges.departure(
            of: asset.id,
            from: OwnChanges.Place(path, in: directory.seen.work?.node),
            besides: arrivals.values.count { $0.id == asset.id }
        )
    }

    /// Whether something stands at a path, or may.
    func stands(at path: FilePath) -> Bool {
        do throws(FolderError) { _ = try disk.status(at: path) } catch { return error != .missing }
        return true
    }

    /// The asset that photod moved; `nil` where its file is at its old place after all.
    func claim(ofMoved id: AssetID) throws(IndexError) -> IdentityClaim? {
        if let asset = try reader.asset(id) { return try isStillThere(asset) ? nil : .live(asset) }
        return try reader.departed(id).map { .departed($0) }
    }
}
