import CaptureRules
import DiskReading
import FolderWatch
import LibraryIndex
import PhotoModel
import PhotodConfiguration
import Roots
import Shots

extension FindingTransaction {
    /// What photod itself has to do with a shot that is new at its place.
    mutating func ownMove(of files: Shot, _ shot: ObservedShot, in place: DirectoryPlace) -> OwnChanges.Sight
    {
        guard !ownChanges.isEmpty, let root = roots.root(withKey: place.root)?.library.path else {
            return .none
        }
        var sight = OwnChanges.Sight.none
        let places = ([files.primary] + files.companions).map {
            OwnChanges.Place(
                root.appending(FileName(place.path(of: shot.files[$0].name))),
                in: place.work?.node
            )
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
    mutating func withdrawArrivals(of files: Shot, _ shot: ObservedShot, in place: DirectoryPlace) {
        guard !arrivals.isEmpty, let root = roots.root(withKey: place.root)?.library.path else { return }
        for position in [files.primary] + files.companions {
            arrivals[root.appending(FileName(place.path(of: shot.files[position].name)))] = nil
        }
    }

    /// Whether a photo that is gone from its place is on its way within the library.
    func isMoving(_ id: AssetID) -> Bool {
        !ownChanges.isEmpty && ownChanges.isMoving(id, besides: arrivals.values.count { $0.id == id })
    }

    /// What photod does to a photo that is not where the index has it.
    func departure(of asset: IndexedAsset, in place: DirectoryPlace) -> OwnChanges.Departure {
        guard !ownChanges.isEmpty, let root = roots.root(withKey: place.root)?.library.path else {
            return .none
        }
        let path = root.appending(FileName(place.path(of: asset.name)))
        return ownChanges.departure(
            of: asset.id,
            from: OwnChanges.Place(path, in: place.work?.node),
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
