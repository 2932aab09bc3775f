/// What a root has always been: how the folder that its disk is mounted on is told from the disk.
struct RootHome: Equatable, Sendable {
    /// A folder at a root's place.
    struct Place: Equatable, Sendable {
        let filesystem: String
        let inode: UInt64
        /// Whether something is mounted exactly there.
        let isMount: Bool
    }

    /// The file system it was first seen on.
    private(set) var filesystem: String?
    /// The root's own inode, where it was the root of a mount. A folder bound from elsewhere and a subvolume lie on the
    /// same file system as the folder they are mounted on, so only this tells them apart.
    private(set) var mountedInode: UInt64?

    init(filesystem: String?, mountedInode: UInt64?) {
        self.filesystem = filesystem
        self.mountedInode = mountedInode
    }

    mutating func welcome(_ place: Place) -> RootTable.Welcome {
        guard let filesystem else {
            filesystem = place.filesystem
            return remember(place)
        }
        guard filesystem == place.filesystem else { return .stranger }
        if !place.isMount, let mountedInode, mountedInode != place.inode { return .stranger }
        return remember(place)
    }

    private mutating func remember(_ place: Place) -> RootTable.Welcome {
        guard place.isMount, mountedInode != place.inode else { return .known }
        mountedInode = place.inode
        return .newMount
    }
}
