import Glibc

/// A file system at its place.
struct Mount {
    let identifier: Int
    let top: Inode
    /// What it hides; `nil` for the first, which hides nothing.
    let folder: Inode?
}

/// A disk that can be mounted. What is on it stays while it is nowhere.
public struct SimulatedDisk {
    let top: Inode
}

/// File systems that come and go.
extension SimulatedKernel {
    /// A new, empty file system, which is mounted nowhere.
    public func makeDisk(_ kind: FilesystemKind) -> SimulatedDisk {
        diskCount += 1
        let filesystem = Filesystem(kind, number: diskCount)
        let top = Inode(number: 2, kind: .folder, mode: 0o755, on: filesystem, at: now(filesystem))
        filesystem.top = top
        return SimulatedDisk(top: top)
    }

    /// Mounts a disk on a folder, whose content nobody sees from now on but who has it open.
    public func mount(_ disk: SimulatedDisk, at path: String) -> Int {
        pass()
        guard case .success(let place) = find(AT_FDCWD, path, follows: true), let folder = place.inode else {
            return -Int(ENOENT)
        }
        guard folder.isFolder else { return -Int(ENOTDIR) }
        // Nor twice: one place a disk is all that anybody needs.
        guard !isMounted(disk.top.filesystem), !isDetached(folder) else { return -Int(EBUSY) }
        let filesystem = disk.top.filesystem
        if !filesystem.isRunning { start(filesystem) }
        mountCount += 1
        mounts.append(Mount(identifier: mountCount, top: disk.top, folder: folder))
        disk.top.parent = folder.parent
        folder.mounted = disk.top
        tellMounts()
        return 0
    }

    /// - Parameter isLazy: whether what is open on it stays so, as with MNT_DETACH: nothing leads to it any more, and the file system ends
    ///   with the last of them.
    public func unmount(_ disk: SimulatedDisk, isLazy: Bool) -> Int {
        pass()
        let filesystem = disk.top.filesystem
        guard let number = mounts.firstIndex(where: { $0.top === disk.top }),
            let folder = mounts[number].folder
        else { return -Int(EINVAL) }
        guard disk.top.mounted == nil, filesystem.opened == 0 || isLazy else { return -Int(EBUSY) }
        mounts.remove(at: number)
        folder.mounted = nil
        disk.top.parent = nil
        tellMounts()
        endIfUnused(filesystem)
        return 0
    }

    /// Where a disk is; `nil` where that is nowhere.
    public func place(of disk: SimulatedDisk) -> String? {
        isMounted(disk.top.filesystem) ? pathOf(disk.top) : nil
    }

    /// What those files hold that are there and to which no path leads: on a disk that is mounted nowhere, or below one that is.
    public func hiddenFiles(by disk: SimulatedDisk) -> [UInt64: [UInt8]] {
        var files: [UInt64: [UInt8]] = [:]
        visitHidden(by: disk) { if $0.kind == .file { files[$0.serial] = $0.data } }
        return files
    }

    /// Those folders, as `hiddenFiles` tells of files.
    public func hiddenFolders(by disk: SimulatedDisk) -> Set<UInt64> {
        var folders: Set<UInt64> = []
        visitHidden(by: disk) { if $0.kind == .folder { folders.insert($0.serial) } }
        return folders
    }

    private func visitHidden(by disk: SimulatedDisk, _ body: (Inode) -> Void) {
        let hidden = mounts.first { $0.top === disk.top }.map(\.folder) ?? disk.top
        if let hidden { visit(hidden, body) }
    }

    /// The disk of the nearest folder above a path that is there. It is seen without a call.
    public func disk(above path: String) -> Int {
        var folder = path[...]
        while let end = folder.lastIndex(of: "/") {
            folder = folder[..<end]
            guard case .success(let place) = find(-100, String(folder), follows: true),
                let inode = place.inode
            else { continue }
            return Filesystem.number(of: inode.serial)
        }
        return Occupant.ownDisk
    }

    func visit(_ inode: Inode, _ body: (Inode) -> Void) {
        body(inode)
        for name in inode.names { visit(name.inode, body) }
    }

    /// The kernel has nothing of the file system left: it is another device when it comes back.
    func endIfUnused(_ filesystem: Filesystem) {
        guard filesystem.isRunning, filesystem.opened == 0, !isMounted(filesystem), let top = filesystem.top
        else { return }
        filesystem.isRunning = false
        var watched: [Inode] = []
        visit(top) { if !$0.watches.isEmpty { watched.append($0) } }
        // The youngest first, and each of a file's names once.
        var told: Set<UInt64> = []
        for inode in watched.sorted(by: { $0.serial > $1.serial }) where told.insert(inode.serial).inserted {
            end(inode, by: UInt32(IN_UNMOUNT) | (inode.isFolder ? UInt32(IN_ISDIR) : 0))
        }
    }

    private func start(_ filesystem: Filesystem) {
        deviceCount += 1
        filesystem.minor = deviceCount
        filesystem.isRunning = true
    }

    private func isMounted(_ filesystem: Filesystem) -> Bool {
        mounts.contains { $0.top.filesystem === filesystem }
    }

    /// Whether a folder is removed, or on what no path leads to.
    private func isDetached(_ folder: Inode) -> Bool {
        folder.links == 0 || !isMounted(folder.filesystem)
    }

    // MARK: The table

    private func tellMounts() {
        mountChanges += 1
        generation += 1
    }

    /// As proc_pid_mountinfo(5) has it. Where a folder above a mount is renamed the mount is elsewhere, and nobody is told.
    var mountTable: String {
        mounts.map { mount in
            let filesystem = mount.top.filesystem
            let path = mount.folder == nil ? "/" : pathOf(mount.top)
            let source =
                filesystem.kind.type == FilesystemKind.networkType
                ? "nfs4 server:/" : "ext4 /dev/sda\(filesystem.number)"
            return "\(mount.identifier) 1 8:\(filesystem.minor) / \(path) rw,relatime - \(source) rw\n"
        }.joined()
    }
}
