import FolderWatch

/// What a root has always been: how the folder that its disk is mounted on is told from the disk, and another disk from it.
package struct RootHome: Equatable, Sendable {
    /// A folder at a root's place.
    package struct Place: Equatable, Sendable {
        package let filesystem: String
        /// What the file system may have been called before.
        package var formerly: [String] = []
        /// Whether no other file system is called so. Else what is in it has to tell.
        package var isCertain = true
        /// As the kernel numbers it while it is mounted.
        package var device: UInt64 = 0
        package let inode: UInt64
        /// Whether something is mounted exactly there.
        package let isMount: Bool

        package init(
            filesystem: String,
            formerly: [String] = [],
            isCertain: Bool = true,
            device: UInt64 = 0,
            inode: UInt64,
            isMount: Bool
        ) {
            self.filesystem = filesystem
            self.formerly = formerly
            self.isCertain = isCertain
            self.device = device
            self.inode = inode
            self.isMount = isMount
        }
    }

    /// The file system it was first seen on.
    private(set) var filesystem: String?
    /// The root's own inode, where it was the root of a mount. A folder bound from elsewhere and a subvolume lie on the
    /// same file system as the folder they are mounted on, so only this tells them apart.
    private(set) var mountedInode: UInt64?
    /// What was welcome last: while it stands there nobody has to ask again.
    private var guest: Place?

    package init(filesystem: String?, mountedInode: UInt64?) {
        self.filesystem = filesystem
        self.mountedInode = mountedInode
    }

    /// Whether it was known on another file system than one that stands at its place now.
    package func isElsewhere(than seen: FilesystemIdentity?) -> Bool {
        guard let filesystem, let seen else { return false }
        return filesystem != seen.text && !seen.formerTexts.contains(filesystem)
    }

    /// Whether what is in a folder, or whether anything was ever known of it, has to tell whether it is this.
    func asksForContents(_ place: Place) -> Bool {
        guard let filesystem, guest != place else { return false }
        return !place.isCertain || !isHome(place, filesystem, .unknown) || isOtherThanMount(place)
    }

    mutating func welcome(_ place: Place, _ contents: RootContents = .unknown) -> RootTable.Welcome {
        guard let filesystem else {
            filesystem = place.filesystem
            return remember(place)
        }
        // Nothing is lost with what was seen here first, as where photod was started before the disk was mounted.
        guard contents != .nothing else { return moveIn(place) }
        guard guest == place || isHome(place, filesystem, contents), !isOtherThanMount(place) else {
            guest = nil
            return .otherFileSystem
        }
        self.filesystem = place.filesystem
        return remember(place)
    }

    private func isOtherThanMount(_ place: Place) -> Bool {
        !place.isMount && mountedInode != nil && mountedInode != place.inode
    }

    private func isHome(_ place: Place, _ filesystem: String, _ contents: RootContents) -> Bool {
        if filesystem == place.filesystem || place.formerly.contains(filesystem) {
            return place.isCertain || contents != .others
        }
        // The number of a device: the same disk may be another one now.
        return !place.isCertain && filesystem.hasPrefix("fsid:") && contents == .known
    }

    private mutating func moveIn(_ place: Place) -> RootTable.Welcome {
        let isLeft = isOtherThanMount(place)
        if isLeft { mountedInode = nil }
        filesystem = place.filesystem
        let welcome = remember(place)
        return isLeft ? .noMount : welcome
    }

    private mutating func remember(_ place: Place) -> RootTable.Welcome {
        guest = place
        guard place.isMount, mountedInode != place.inode else { return .known }
        mountedInode = place.inode
        return .newMount
    }
}
