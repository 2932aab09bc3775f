import Glibc

/// Whose a file is, and who may read and write it.
package struct FileAccess: Hashable, Sendable {
    let owner: uid_t
    let group: gid_t
    /// Without what an access control list grants beside it.
    let mode: UInt32

    package init(_ status: stat, without list: AccessList? = nil) {
        owner = status.st_uid
        group = status.st_gid
        mode = Permissions.mode(UInt32(status.st_mode), without: list)
    }

    package init(of file: borrowing OpenFile) throws(CallFailure) {
        var status = stat()
        guard fstat(file.descriptor, &status) == 0 else { throw CallFailure(.look, file.path, errno) }
        self.init(status, without: try AccessList(of: file))
    }
}

extension OpenFile {
    /// Gives a new file owner and mode of another, as far as may be: whoever may read the one may read the other.
    package func beReadable(like other: FileAccess) throws(CallFailure) {
        try pass(.setAttributes, .write)
        // -1: as it is.
        let keptGroup =
            fchown(descriptor, other.owner, other.group) == 0 || fchown(descriptor, ~0, other.group) == 0
        let mode = keptGroup ? other.mode : Permissions.modeInAnotherGroup(other.mode)
        try setMode(mode_t(mode) & 0o666 | 0o600)
    }
}
