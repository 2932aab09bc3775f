import LibraryIndex
import PhotoModel
import Shots

/// What is written of a shot once it is known who it is.
extension FindingTransaction {
    /// Gives a shot an id that there never was.
    @discardableResult mutating func insert(
        _ shot: SeenShot,
        _ record: AssetRecord,
        in directory: ResolvedDirectory
    ) throws(IndexError) -> AssetID {
        let id = memory.ids.next(at: time.wall)
        let key = try writer.insert(
            id: id,
            record: record,
            marks: AssetMarks(),
            at: directory.place(of: shot.primary.name),
            created: time.stamp
        )
        let companions = companions(of: shot)
        if !companions.isEmpty { try writer.setCompanions(companions, of: key, in: directory.key) }
        return id
    }

    /// Gives an identity its file.
    mutating func settle(_ claim: IdentityClaim, record: AssetRecord, at place: AssetPlace)
        throws(IndexError)
    {
        switch claim {
        case .live(let asset):
            try lookAgain(atAllLeftBy: asset, for: place)
            // Where it is known by its content, the file that it was is gone; unless that turns up elsewhere.
            if !asset.stamp.isSameInode(as: record.stamp) {
                if try !isStillThere(asset) { try rememberFile(of: asset) }
                try lookAtLinks(ofGone: asset.stamp, of: asset)
            }
            try writer.update(asset, record: record, marks: asset.marks, at: place)
        case .departed(let asset):
            note(asset, givenTo: record.stamp)
            try writer.reclaim(asset)
            // Of two assets that become one, the older survives. One that was gone until now is the younger: a RAW file
            // that is by itself for a moment, while its pair is moved a file at a time, takes up what it once was. One that
            // went a moment ago was on its way here, and is no newcomer.
            let wasLongGone = asset.deletedAt.map {
                !time.isWithinMinute(of: $0.multipliedSaturating(by: 1000))
            }
            let created = wasLongGone == true ? time.stamp : asset.created
            try writer.insert(
                id: asset.id,
                record: record,
                marks: asset.marks,
                at: place,
                created: created,
                revision: asset.revision + 1
            )
        }
    }

    /// - Parameter stamp: of the file that an identity is given to, which may not be its own.
    private mutating func note(_ identity: DepartedAsset, givenTo stamp: FileStamp) {
        guard identity.deletedAt == nil || memory.left.contains(identity.id), let name = identity.filesystem,
            let number = identity.inode, number != 0,
            let birthTime = identity.birthTime, (number, birthTime) != (stamp.inode, stamp.birthTime)
        else { return }
        var own = stamp
        (own.inode, own.birthTime, own.size) = (number, birthTime, identity.size)
        memory.likely.note(identity.id, of: own, identity.fingerprint, on: name)
    }

    /// An asset goes on with another file: should the one that it was turn up elsewhere, that is the asset. Not so a file that
    /// came to it with an identity of its own, which it has again then.
    mutating func rememberFile(of asset: IndexedAsset) throws(IndexError) {
        guard let filesystem = try reader.filesystem(asset.filesystem),
            memory.forgotten.owner(of: asset.stamp, asset.fingerprint, on: filesystem) == nil
        else { return }
        memory.likely.note(asset.id, of: asset.stamp, asset.fingerprint, on: filesystem)
    }

    func setCompanions(of id: AssetID, _ shot: SeenShot, in directory: ResolvedDirectory) throws(IndexError) {
        guard let asset = try reader.asset(id) else { return }
        try writer.setCompanions(companions(of: shot), of: asset.key, in: directory.key)
    }

    func companions(of shot: SeenShot) -> [IndexedCompanion] {
        shot.companions.map { file in
            var stamp = file.stamp
            if file.isUnread(shot.outcomes) { stamp.changeTime = FileStamp.unsettledChangeTime }
            return IndexedCompanion(
                name: file.name,
                format: file.format,
                stamp: stamp,
                unreadable: file.givenUp(shot.outcomes) ?? file.refusal(shot.outcomes)
            )
        }.sorted { $0.name < $1.name }
    }
}
