import FolderWatch
import LibraryIndex
import PhotoModel

/// Directories: which row stands for the one a crawler saw, which of them moved, and what is gone.
extension FindingTransaction {
    // MARK: Gone

    /// Takes an asset out of the index and keeps its identity.
    ///
    /// - Parameter isDeleted: `false` where only the root is no longer watched: its files are still there.
    mutating func remove(
        _ asset: IndexedAsset,
        rootName: String? = nil,
        isDeleted: Bool = true
    ) throws(IndexError) {
        let location = try reader.location(ofDirectory: asset.directory)
        let root = rootName ?? roots.root(withKey: asset.root)?.library.name ?? ""
        let folder = location.map { $0.path.isEmpty ? [] : $0.path + [UInt8(ascii: "/")] } ?? []
        try writer.remove(asset)
        try writer.depart(
            DepartedAsset(
                id: asset.id,
                month: asset.month,
                type: asset.type,
                root: root,
                path: folder + asset.name.bytes,
                filesystem: try reader.filesystem(asset.filesystem),
                inode: asset.stamp.inode,
                birthTime: asset.stamp.birthTime,
                size: asset.stamp.size,
                fingerprint: asset.fingerprint,
                marks: asset.marks,
                revision: asset.revision + 1,
                created: asset.created,
                deletedAt: isDeleted ? seconds : nil
            )
        )
        mayReclaim = true
    }

    /// - Parameter mayStand: whether it goes even if it is still there.
    mutating func removeDirectory(
        _ name: FileName,
        from place: DirectoryPlace,
        mayStand: Bool = false
    ) throws(IndexError) {
        guard
            let parent = try directories.find(place, reader),
            let directory = try reader.directory(root: place.root, parent: parent, name: name)
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
        directories.forgetAll()
    }

    /// Whether the very directory stands where the index has it, or may do so for all that can be known now.
    func mayStand(_ directory: IndexedDirectory) throws(IndexError) -> Bool {
        guard let path = try reader.path(ofDirectory: directory.key) else { return false }
        do throws(FolderError) {
            let status = try FileStatus(at: path)
            return status.isDirectory && status.inode == directory.inode
                && status.birthTime == directory.birthTime
        } catch {
            guard error == .missing else { return true }
            return try !isReachable(directory.root)
        }
    }

    /// Whether a root is there as the index knows it. Where it is not, what is missing in it may come back with it.
    func isReachable(_ key: Int64) throws(IndexError) -> Bool {
        guard let root = roots.root(withKey: key), root.state != .offline,
            let known = try reader.directory(root: key, parent: 0, name: FileName([])),
            let opened = try? DirectoryReader(rootPath: root.library.path),
            let status = try? FileStatus(of: opened.descriptor)
        else { return false }
        return status.inode == known.inode && status.birthTime == known.birthTime
    }

    // MARK: Found

    mutating func resolve(_ place: DirectoryPlace) throws(IndexError) -> DirectoryResolver.Directory {
        if let known = directories.remembered(place) { return known }
        let filesystem = try writer.ensureFilesystem(place.filesystem)
        var parent: Int64 = 0
        for name in [FileName([])] + place.components.dropLast() {
            if !place.components.isEmpty {
                parent = try ensureParent(name, in: parent, root: place.root, filesystem: filesystem)
            }
        }
        let name = place.components.last ?? FileName([])
        let found = try reader.directory(root: place.root, parent: parent, name: name)
        if let found, found.inode == place.inode, found.birthTime == place.birthTime,
            found.filesystem == filesystem
        {
            return directories.remember(place, key: found.key, filesystem: filesystem, isFresh: false)
        }
        if let moved = try movedDirectory(place, filesystem: filesystem, into: parent) {
            if let found {
                // What stood here is gone, and the one that moves may have lived below it: it leaves first, under a
                // name that no file can have.
                try writer.moveDirectory(moved, toRoot: place.root, parent: parent, name: FileName("/moving"))
                try removeTree(found)
                disturbed.append(place)
            }
            try writer.moveDirectory(moved, toRoot: place.root, parent: parent, name: name)
            directories.forgetAll()
            return directories.remember(place, key: moved.key, filesystem: filesystem, isFresh: false)
        }
        if let found {
            try writer.setIdentity(
                ofDirectory: found.key,
                filesystem: filesystem,
                inode: place.inode,
                birthTime: place.birthTime
            )
            return directories.remember(
                place,
                key: found.key,
                filesystem: filesystem,
                isFresh: false,
                isStranger: true
            )
        }
        let key = try writer.insertDirectory(
            root: place.root,
            parent: parent,
            name: name,
            filesystem: filesystem,
            inode: place.inode,
            birthTime: place.birthTime
        )
        return directories.remember(place, key: key, filesystem: filesystem, isFresh: true, isStranger: true)
    }

    private func ensureParent(
        _ name: FileName,
        in parent: Int64,
        root: Int64,
        filesystem: Int64
    ) throws(IndexError) -> Int64 {
        if let found = try reader.directory(root: root, parent: parent, name: name) { return found.key }
        // Its own visit is still to come and will say which inode it is.
        return try writer.insertDirectory(
            root: root,
            parent: parent,
            name: name,
            filesystem: filesystem,
            inode: 0,
            birthTime: 0
        )
    }

    /// The directory that lived elsewhere until now and stands at this place. Where the index has the place inside that
    /// very directory, not all of what happened is known yet: its files are then found one by one.
    private func movedDirectory(
        _ place: DirectoryPlace,
        filesystem: Int64,
        into parent: Int64
    ) throws(IndexError) -> IndexedDirectory? {
        guard !isFirstSweep || mayReclaim else { return nil }
        for candidate in try reader.directories(onInode: place.inode)
        where candidate.filesystem == filesystem && candidate.birthTime == place.birthTime
            && candidate.parent != 0
        {
            if try mayStand(candidate) { continue }
            if try !reader.isDirectory(parent, within: candidate.key) { return candidate }
        }
        return nil
    }

    func isOffline(_ root: Int64) -> Bool {
        roots.root(withKey: root)?.state == .offline
    }
}
