import Glibc

/// Whose a file is, and who may read and write it.
package struct FileAccess: Hashable, Sendable {
    let owner: uid_t
    let group: gid_t
    /// Without what an access control list grants beside it.
    let mode: UInt32
    /// As the file has it: of one with a list, its group's bits are the mask.
    let modeWithList: UInt32
    let list: AccessList?

    package init(_ status: stat, without list: AccessList? = nil) {
        owner = status.st_uid
        group = status.st_gid
        self.list = list
        modeWithList = UInt32(status.st_mode)
        mode = Permissions.mode(modeWithList, without: list)
    }

    package init(of file: borrowing OpenFile) throws(CallFailure) {
        var status = stat()
        guard fstat(file.descriptor, &status) == 0 else { throw CallFailure(.look, file.path, errno) }
        self.init(status, without: try AccessList(of: file))
    }
}

extension FileAccess {
    /// With which a picture is made of what this is of, before the umask takes from it: of its group see `beNoMoreReadable`.
    package var modeOfPicture: mode_t { mode_t(mode) & 0o666 | 0o600 }
}

extension OpenFile {
    /// Takes from a new file whom its folder's default list lets in and the other's does not, and from one of another group than the
    /// other's what that group may not do with the other.
    package func beNoMoreReadable(than other: FileAccess) throws(CallFailure) {
        if try !hasGrants(of: other.list) { try removeAccessList() }
        var own = stat()
        guard fstat(descriptor, &own) == 0 else { throw CallFailure(.look, path, errno) }
        guard own.st_gid != other.group || other.group == Self.unknown else { return }
        let allowed = mode_t(Permissions.modeInAnotherGroup(other.mode)) & 0o666 | 0o600
        let mode = own.st_mode & allowed
        // Where a mount gives all files one mode it decides.
        guard fchmod(descriptor, mode) == 0 || errno == EPERM || errno == ENOTSUP else {
            throw CallFailure(.write, path, errno)
        }
    }

    /// Gives a new file owner and mode of another, as far as may be: whoever may read the one may read the other.
    package func beReadable(like other: FileAccess) throws(CallFailure) {
        try pass(.setAttributes, .write)
        let hasOwner = try belongs(to: other.owner, other.group)
        // -1: as it is.
        let keptGroup =
            hasOwner || fchown(descriptor, other.owner, other.group) == 0
            || fchown(descriptor, ~0, other.group) == 0
        let keepsList = try hasGrants(of: other.list)
        if !keepsList { try removeAccessList() }
        let mode =
            keptGroup
            ? keepsList ? other.modeWithList : other.mode : Permissions.modeInAnotherGroup(other.mode)
        try setMode(mode_t(mode) & 0o666 | 0o600)
    }

    /// Whether the file has this owner and this group as it is. Of ids that are not known here, as under PrivateUsers=, the kernel
    /// tells one for all, and takes none of them (EINVAL): which they are nobody can tell then.
    func belongs(to owner: uid_t, _ group: gid_t) throws(CallFailure) -> Bool {
        var own = stat()
        guard fstat(descriptor, &own) == 0 else { throw CallFailure(.look, path, errno) }
        guard own.st_uid == owner, own.st_gid == group else { return false }
        guard [owner, group].contains(Self.unknown) else { return true }
        return fchown(descriptor, owner, group) == 0 || errno != EINVAL
    }

    /// The kernel's usual overflowuid and overflowgid.
    private static let unknown: uid_t = 65534

    /// Whether this file and one with another list let in the same beside their modes: where both lie in a folder whose default
    /// list does, either has it from there. Whom a list names that is not known here nobody can tell.
    func hasGrants(of list: AccessList?) throws(CallFailure) -> Bool {
        guard let list else { return try AccessList(of: self) == nil }
        return try AccessList(of: self)?.grants == list.grants && !list.namesUnknown
    }
}
