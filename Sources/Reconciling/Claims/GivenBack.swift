import DiskReading
import LibraryIndex
import PhotoModel
import Shots

/// Identities that files have again, after others went on as them: what was believed by content, or by a name, is known
/// better when the file itself turns up.
extension FindingTransaction {
    /// The identity of this file that another one was taken for, when only what that looks like was known. That one is a copy, and
    /// looked at once more; it stays in the index meanwhile, for a barrier may pass before.
    mutating func givenAway(
        _ file: ObservedFile,
        on directory: ResolvedDirectory,
        except asset: IndexedAsset?
    ) throws(IndexError) -> IdentityClaim? {
        guard !memory.likely.isEmpty, let filesystem = try reader.filesystem(directory.filesystem),
            let id = memory.likely.owner(of: file.stamp, file.content.fingerprint, on: filesystem),
            let copy = try reader.asset(id), copy.key != asset?.key, !isFile(file, of: copy),
            try former(file.stamp, file.content.fingerprint, on: directory.filesystem) == nil
        else { return nil }
        try lookAgain(at: copy.name, in: copy.directory)
        // Two that each took the other for the copy would take turns for ever.
        memory.likely.forget(file.stamp, file.content.fingerprint, on: filesystem)
        let isInPlace = copy.directory == directory.key && copy.name == file.name
        guard !isInPlace, try isStillThere(copy), let record = try reader.record(ofAsset: copy.key) else {
            return .live(copy)
        }
        var identity = try identity(of: copy, isDeleted: false)
        (identity.inode, identity.birthTime) = (file.stamp.inode, file.stamp.birthTime)
        let companions = try reader.companions(of: copy.key)
        try writer.remove(copy)
        try writer.depart(identity)
        mayReclaim = true
        try keep(copy, record, companions)
        return .departed(identity)
    }

    /// A file is in the index without the identity that it had for a moment: as who it was before, or as somebody new.
    private mutating func keep(
        _ copy: IndexedAsset,
        _ record: AssetRecord,
        _ companions: [IndexedCompanion]
    ) throws(IndexError) {
        let key: Int64
        var former = try former(copy.stamp, copy.fingerprint, on: copy.filesystem)
        if former == nil { former = try tombstone(copy.stamp, on: copy.filesystem) }
        if let former {
            try settle(.departed(former), record: record, at: copy.place)
            guard let settled = try reader.asset(former.id) else { return }
            key = settled.key
        } else {
            key = try writer.insert(
                id: memory.ids.next(at: time.wall),
                record: record,
                marks: AssetMarks(),
                at: copy.place,
                created: time.stamp
            )
        }
        if !companions.isEmpty { try writer.setCompanions(companions, of: key, in: copy.directory) }
        // What was said of the photo is not what the file says.
        if copy.marks != AssetMarks() { try writer.setUnsettled(copy.name, inDirectory: copy.directory) }
    }

    /// The identity that a file had before it went on as another photo, if nobody has it.
    private func former(
        _ stamp: FileStamp,
        _ fingerprint: Fingerprint?,
        on filesystem: Int64
    ) throws(IndexError) -> DepartedAsset? {
        guard let name = try reader.filesystem(filesystem),
            let id = memory.forgotten.owner(of: stamp, fingerprint, on: name)
        else { return nil }
        return try withoutFile(id)
    }

    /// An identity that no file has.
    private func withoutFile(_ id: AssetID) throws(IndexError) -> DepartedAsset? {
        guard try reader.asset(id) == nil else { return nil }
        return try reader.departed(id) ?? memory.forgotten[id]
    }

    /// The identity that a file had before it belonged to a photo.
    private func tombstone(_ stamp: FileStamp, on filesystem: Int64) throws(IndexError) -> DepartedAsset? {
        guard stamp.birthTime != 0, let name = try reader.filesystem(filesystem) else { return nil }
        return try reader.departed(onInode: stamp.inode, birthTime: stamp.birthTime, filesystem: name)
            .first { $0.deletedAt != nil }
    }

    /// The identity that a file had before it went on as another photo, or before another file had its own, if nobody has it.
    func forgotten(
        _ file: ObservedFile,
        on directory: ResolvedDirectory
    ) throws(IndexError) -> DepartedAsset? {
        let fingerprint = file.content.fingerprint
        if let former = try former(file.stamp, fingerprint, on: directory.filesystem) { return former }
        guard !memory.likely.isEmpty, let filesystem = try reader.filesystem(directory.filesystem),
            let id = memory.likely.owner(of: file.stamp, fingerprint, on: filesystem)
        else { return nil }
        return try withoutFile(id)
    }
}
