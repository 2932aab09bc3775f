import Glibc

/// What is on the disk, and what a power cut takes: of a file the bytes, of a folder the names that were not synced, each for
/// itself, as fsync(2) promises no more. Of folders of which nothing is said nothing is ever lost.
extension SimulatedKernel {
    /// What is made below the folder from now on is lost where it is not synced.
    public func forgetUnsynced(below path: String) {
        guard case .success(let place) = find(AT_FDCWD, path, follows: true) else { return }
        place.inode?.forgets = true
    }

    /// - Parameter isWhole: all of its file system.
    public func synchronise(_ descriptor: Int32, isWhole: Bool) -> Int {
        pass()
        guard let inode = inode(descriptor) else { return description(descriptor) == nil ? -Int(EBADF) : 0 }
        if isWhole, let top = inode.filesystem.top { visit(top) { $0.synced = nil } }
        inode.synced = nil
        return 0
    }

    /// - Parameter draw: a number below another.
    public func cutPower(below path: String, _ draw: (UInt32) -> UInt32) {
        guard case .success(let place) = find(AT_FDCWD, path, follows: true), let top = place.inode else {
            return
        }
        cutPower(top, draw)
    }

    private func cutPower(_ inode: Inode, _ draw: (UInt32) -> UInt32) {
        if let synced = inode.synced, draw(2) == 0 {
            inode.synced = nil
            switch inode.kind {
            case .folder: putBack(synced.names, into: inode)
            // Of what was being written any part may have come to the disk.
            case .file where draw(2) == 0: inode.data = synced.data
            case .file: inode.data = Array(inode.data.prefix(Int(draw(UInt32(inode.data.count + 1)))))
            case .link: break
            }
        }
        for name in inode.names { cutPower(name.inode, draw) }
    }

    private func putBack(_ names: [(text: String, inode: Inode)], into folder: Inode) {
        for name in folder.names {
            folder.take(name)
            name.inode.links = 0
        }
        for (text, inode) in names {
            inode.links = inode.isFolder ? 2 : 1
            folder.add(Inode.Name(text, inode, in: folder))
        }
        folder.synced = nil
    }
}
