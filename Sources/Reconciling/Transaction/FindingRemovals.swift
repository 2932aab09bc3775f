import DiskReading
import FolderWatch
import LibraryIndex
import PhotoModel
import Roots

/// What is gone leaves the index and keeps its identity.
extension FindingTransaction {
    /// Takes an asset out of the index and keeps its identity.
    ///
    /// - Parameter isDeleted: `false` where only the root is no longer watched: its files are still there.
    mutating func remove(
        _ asset: IndexedAsset,
        rootName: String? = nil,
        isDeleted: Bool = true
    ) throws(IndexError) {
        let departed = try identity(of: asset, rootName: rootName, isDeleted: isDeleted)
        if isDeleted {
            let gone = [asset.stamp] + (try reader.companions(of: asset.key).map(\.stamp))
            for part in gone.dropFirst() { memory.leftParts.note(part, on: asset.filesystem) }
            for stamp in gone { try lookAtLinks(ofGone: stamp, of: asset) }
        }
        try writer.remove(asset)
        try writer.depart(departed)
        mayReclaim = true
        if isDeleted, memory.left.count < FileOwners.limit { memory.left.insert(asset.id) }
        if isDeleted, let copy = memory.promised.take(asset.id) { try hand(departed, to: copy) }
    }

    /// What is kept of an asset without its file.
    func identity(
        of asset: IndexedAsset,
        rootName: String? = nil,
        isDeleted: Bool
    ) throws(IndexError) -> DepartedAsset {
        let location = try reader.location(ofDirectory: asset.directory)
        let folder = location.map { $0.path.isEmpty ? [] : $0.path + [UInt8(ascii: "/")] } ?? []
        return DepartedAsset(
            id: asset.id,
            month: asset.month,
            type: asset.type,
            root: rootName ?? self.rootName(asset.root),
            path: folder + asset.name.bytes,
            filesystem: try reader.filesystem(asset.filesystem),
            inode: asset.stamp.inode,
            birthTime: asset.stamp.birthTime,
            size: asset.stamp.size,
            fingerprint: asset.fingerprint,
            marks: asset.marks,
            revision: asset.revision + 1,
            created: asset.created,
            deletedAt: isDeleted ? time.seconds : nil,
            lived: isDeleted ? time.lived : nil,
            home: try home(of: asset, isDeleted: isDeleted)
        )
    }

    /// Where an asset without its file may be met again by its path alone. Nowhere, if photod itself takes it away or moves it: what
    /// is written there next is no new content of it.
    private func home(of asset: IndexedAsset, isDeleted: Bool) throws(IndexError) -> RootIdentity? {
        guard isDeleted else { return try reader.identity(ofRoot: asset.root) }
        guard !ownChanges.hasTaken(asset.id), !isMoving(asset.id) else { return nil }
        return try reader.identity(ofDirectory: asset.directory, root: asset.root)
    }

    /// A file that was taken for a new one is one that is gone from elsewhere: it has that one's id from now on, and is looked
    /// at once more for what belonged to either. Were it found by that look alone, a barrier could pass while it is out.
    private mutating func hand(_ gone: DepartedAsset, to copy: AssetID) throws(IndexError) {
        guard let asset = try reader.asset(copy), asset.stamp.size == gone.size,
            asset.fingerprint == gone.fingerprint, let record = try reader.record(ofAsset: asset.key)
        else { return }
        let companions = try reader.companions(of: asset.key)
        try lookAgain(atCompanionsOf: asset)
        try lookAgain(at: asset.name, in: asset.directory)
        try forget(asset)
        try settle(.departed(gone), record: record, at: asset.place)
        guard let settled = try reader.asset(gone.id), !companions.isEmpty else { return }
        try writer.setCompanions(companions, of: settled.key, in: settled.directory)
    }

    /// - Parameter mayStand: whether it goes even if it is still there.
    mutating func removeDirectory(
        _ name: FileName,
        from parent: ResolvedDirectory,
        mayStand: Bool = false
    ) throws(IndexError) {
        guard let directory = try reader.directory(root: parent.seen.root, parent: parent.key, name: name)
        else { return }
        if !mayStand, try self.mayStand(directory) { return }
        try removeTree(directory)
    }

    mutating func removeTree(
        _ directory: IndexedDirectory,
        rootName: String? = nil,
        isDeleted: Bool = true
    ) throws(IndexError) {
        for key in try reader.directoryKeys(below: directory.key).reversed() {
            for asset in try reader.assets(inDirectory: key) {
                try remove(asset, rootName: rootName, isDeleted: isDeleted)
            }
            try writer.removeDirectory(key)
        }
        memory.directories.forgetAll()
    }

    /// Whether the very directory stands where the index has it, or may do so for all that can be known now.
    func mayStand(_ directory: IndexedDirectory) throws(IndexError) -> Bool {
        guard let path = try reader.path(ofDirectory: directory.key) else { return false }
        do throws(FolderError) {
            return try disk.status(at: path, in: roots.root(withKey: directory.root))
                .isDirectory(directory.inode, directory.birthTime)
        } catch {
            guard error == .missing else { return true }
            return try !isReachable(directory.root)
        }
    }

    /// Whether a root is there as the index knows it. Where it is not, what is missing in it may come back with it.
    func isReachable(_ key: Int64) throws(IndexError) -> Bool {
        guard let root = roots.root(withKey: key) else { return false }
        if try isLinkGone(root) { return true }
        guard root.state != .offline,
            let known = try reader.directory(root: key, parent: 0, name: FileName([])),
            let status = try? disk.look(.root(root.library.path)).status
        else { return false }
        return status.isDirectory(known.inode, known.birthTime)
    }

    /// Whether a root was reached by a link that is not there any more, which is not to be mistaken for one that leads
    /// nowhere just now.
    private func isLinkGone(_ root: LibraryRoot) throws(IndexError) -> Bool {
        guard let link = root.link else { return false }
        do throws(FolderError) {
            return try !link.leads(by: disk.status(at: root.library.path, in: roots[link.outer]))
        } catch {
            guard error == .missing else { return false }
        }
        return try isReachable(link.outerKey)
    }

    /// The name of a root; empty where it is none any more.
    func rootName(_ key: Int64) -> String { roots.root(withKey: key)?.library.name ?? "" }

    func isOffline(_ root: Int64) -> Bool {
        roots.root(withKey: root)?.state == .offline
    }
}
