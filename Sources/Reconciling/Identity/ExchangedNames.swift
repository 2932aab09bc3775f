import FolderWatch
import LibraryIndex
import PhotoModel

/// Photos that exchanged names. Each goes on as the file that it was, whatever other names that file was given.
extension FindingTransaction {
    /// What became of a photo whose name another one's file has.
    enum Exchange {
        /// Its file has the name of the last of these, whose file has the name of the one before, and so on; the first one's
        /// has its own.
        case partners([IndexedAsset])
        /// It has no name that belonged to one of those that moved.
        case none
        /// More took each other's names than anybody exchanges.
        case unclear
    }

    /// - Parameters:
    ///   - mover: whose file has come to the asset's place.
    ///   - limit: so many take part at most.
    func exchange(
        of asset: IndexedAsset,
        movedBy mover: IndexedAsset,
        limit: Int = 3
    ) throws(IndexError) -> Exchange {
        var mover = mover
        var partners: [IndexedAsset] = []
        while partners.count < limit - 1 {
            partners.append(mover)
            guard case .other(let status) = try sight(of: mover), status.isRegularFile else { return .none }
            if asset.stamp.seemsSameFile(as: FileStamp(now: status)) { return .partners(partners) }
            guard let next = try self.mover(status, from: mover) else { return .none }
            mover = next
        }
        return .unclear
    }

    /// Remembers where each of those that exchanged names has gone, before the index forgets where they were.
    mutating func noteExchange(of asset: IndexedAsset, movedBy mover: IndexedAsset) throws(IndexError) {
        guard case .partners(let partners) = try exchange(of: asset, movedBy: mover) else { return }
        for (photo, place) in zip(partners.dropFirst() + [asset], partners) {
            memory.exchanged.expect(photo.id, at: place.name, in: place.directory)
        }
    }

    /// Whether an identity's file is under the name for which it exchanged its own, and that is another than this one.
    ///
    /// - Parameter file: the identity's.
    func hasExchanged(
        _ id: AssetID,
        _ file: (inode: UInt64?, birthTime: Int64?),
        unlessAt name: FileName? = nil,
        in directory: Int64 = 0
    ) throws(IndexError) -> Bool {
        guard let place = memory.exchanged[id], place.directory != directory || place.name != name,
            let folder = try reader.path(ofDirectory: place.directory),
            let status = try? disk.status(at: folder.appending(place.name))
        else { return false }
        return status.isRegularFile && status.inode == file.inode && status.birthTime == file.birthTime
    }

    /// The asset whose file has come to another one's place.
    func mover(_ status: FileStatus, from asset: IndexedAsset) throws(IndexError) -> IndexedAsset? {
        let stamp = FileStamp(now: status)
        for other in try reader.assets(onInode: stamp.inode, filesystem: asset.filesystem)
        where other.key != asset.key && other.stamp.isSameInode(as: stamp) {
            if try !isStillThere(other) { return other }
        }
        return nil
    }
}

/// Where photos have gone that exchanged names: once the index has taken in a part of it, nothing else tells. Another name
/// of such a file, made in the same moment, is not the photo.
struct ExchangedNames: Sendable {
    struct Place: Sendable {
        let directory: Int64
        let name: FileName
    }

    /// Of so many it is remembered.
    private static let limit = 4096

    private var places: [AssetID: Place] = [:]

    subscript(id: AssetID) -> Place? { places.isEmpty ? nil : places[id] }

    mutating func expect(_ id: AssetID, at name: FileName, in directory: Int64) {
        guard places.count < Self.limit else { return }
        places[id] = Place(directory: directory, name: name)
    }

    mutating func removeAll() { places = [:] }

    var isEmpty: Bool { places.isEmpty }
}
