import DiskReading
import Files
import LibraryIndex
import PhotoModel

/// Photos that exchanged names. Each goes on as the file that it was, whatever other names that file was given.
extension FindingTransaction {
    /// What became of a photo whose name another one's file has.
    enum Exchange {
        /// The photo's file has the name of the last of these, whose file has the name of the one before, and so on; the first
        /// one's has the photo's own.
        case partners([IndexedAsset])
        /// The photo's file has no name that belonged to one of those that moved.
        case none
        /// A part of a shot took part in it, which is nobody by itself, or more took each other's names than anybody exchanges.
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
        var hasPart = false
        while partners.count < limit - 1 {
            partners.append(mover)
            guard case .other(var status) = try sight(of: mover), status.isRegularFile else { return .none }
            if asset.stamp.seemsSameFile(as: FileStamp(now: status)) {
                return hasPart ? .unclear : .partners(partners)
            }
            if let there = try standing(wherePart: status, on: mover.filesystem) {
                if asset.stamp.seemsSameFile(as: FileStamp(now: there)) { return .unclear }
                (status, hasPart) = (there, true)
            }
            guard let next = try self.mover(status, from: mover) else { return .none }
            mover = next
        }
        return .unclear
    }

    /// What stands where the index has a file as a part of a shot, if that is another one by now.
    private func standing(wherePart file: FileStatus, on filesystem: Int64) throws(IndexError) -> FileStatus?
    {
        let stamp = FileStamp(now: file)
        for part in try reader.companionPlaces(onInode: stamp.inode, filesystem: filesystem)
        where part.stamp.isSameInode(as: stamp) {
            guard let folder = try reader.path(ofDirectory: part.directory),
                let status = try? disk.status(at: folder.appending(part.name)), status.isRegularFile,
                !FileStamp(now: status).isSameInode(as: stamp)
            else { continue }
            return status
        }
        return nil
    }

    /// Remembers where each of those that exchanged names has gone, before the index forgets where they were.
    mutating func noteExchange(of asset: IndexedAsset, movedBy mover: IndexedAsset) throws(IndexError) {
        guard case .partners(let partners) = try exchange(of: asset, movedBy: mover) else { return }
        for (photo, place) in zip(partners.dropFirst() + [asset], partners) {
            guard let folder = try reader.path(ofDirectory: place.directory) else { continue }
            memory.exchanged.expect(photo.id, at: folder.appending(place.name))
        }
    }

    /// The same of an identity that goes on at the place of another one, which waits for its file as well.
    mutating func noteExchange(of claimed: DepartedAsset, at path: FilePath) throws(IndexError) {
        guard claimed.deletedAt == nil, let other = ownPath(of: claimed), other != path,
            case .entry(let status) = try sight(of: claimed),
            let filesystem = claimed.filesystem, status.isRegularFile
        else { return }
        for waiting in try reader.departed(
            onInode: status.inode,
            birthTime: status.birthTime,
            filesystem: filesystem
        ) where waiting.deletedAt == nil && ownPath(of: waiting) == path && status.isFile(of: waiting) {
            memory.exchanged.expect(waiting.id, at: other)
        }
    }

    /// Where the file of an identity is that waits for it, if it has the name of one whose file has its own.
    func exchangedPath(of waiting: DepartedAsset) throws(IndexError) -> FilePath? {
        guard waiting.deletedAt == nil, let filesystem = waiting.filesystem,
            case .entry(let status) = try sight(of: waiting), status.isRegularFile,
            !status.isFile(of: waiting)
        else { return nil }
        for other in try reader.departed(
            onInode: status.inode,
            birthTime: status.birthTime,
            filesystem: filesystem
        ) where other.deletedAt == nil && other.id != waiting.id {
            if case .entry(let status) = try sight(of: other), status.isFile(of: waiting) {
                return ownPath(of: other)
            }
        }
        return nil
    }

    /// Whether a file is under the name for which its photo exchanged its own, and that is another than this one.
    func hasExchanged(_ id: AssetID, _ file: FileStamp, unlessAt path: FilePath?) -> Bool {
        guard let place = memory.exchanged[id], place != path, let status = try? disk.status(at: place) else {
            return false
        }
        return status.isRegularFile && file.isSameInode(as: FileStamp(now: status))
    }

    /// Whether an identity's file is under a name for which it exchanged its own.
    func hasExchanged(_ departed: DepartedAsset) -> Bool {
        guard let place = memory.exchanged[departed.id], let status = try? disk.status(at: place) else {
            return false
        }
        return status.isFile(of: departed)
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
