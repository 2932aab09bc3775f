import CShims
import Glibc
import PhotoModel

/// What a file has beside its content, taken from another: by a copy, or by what replaces it.
extension OpenFile {
    /// Gives this file owner, attributes, mode and times of another, in this order: a change of owner clears
    /// bits of the mode, and writing attributes must come before the mode forbids it.
    ///
    /// - Parameters:
    ///   - mode: instead of the source's, unless an access control list came along, whose mask is a part of it.
    ///   - modificationTime: instead of the source's.
    /// - Returns: what could be kept. Another user's ownership and attributes that the file system does
    ///   not know cannot; a stranger's access control list must not. What then is missing is nobody's gain: see
    ///   `Permissions`.
    package func takeAttributes(
        of source: borrowing OpenFile,
        _ status: FileStatus,
        mode: UInt32? = nil,
        modificationTime: Int64? = nil
    ) throws(CallFailure) -> KeptAttributes {
        try pass(.setAttributes, .write)
        var original = stat()
        guard fstat(source.descriptor, &original) == 0 else {
            throw CallFailure(.look, source.path, errno)
        }
        // Some file systems refuse it even where nothing would change, as sshfs does.
        let hasOwner = try belongs(to: original.st_uid, original.st_gid)
        let keptOwner = hasOwner || fchown(descriptor, original.st_uid, original.st_gid) == 0
        // -1: as it is.
        let keptGroup = keptOwner || fchown(descriptor, ~0, original.st_gid) == 0
        let lost = photod_copy_user_attributes(source.descriptor, descriptor)
        guard lost >= 0 else { throw CallFailure(.read, source.path, -lost) }
        let list = try AccessList(of: source)
        let hadGrants = try hasGrants(of: list)
        let tookList = list.map { original.st_uid == geteuid() && set($0) } ?? false
        if !tookList && !hadGrants { try removeAccessList() }
        let hasMask = tookList || list != nil && hadGrants && keptGroup
        var permissions = hasMask ? status.mode : mode ?? Permissions.mode(status.mode, without: list)
        if !keptGroup { permissions = Permissions.modeInAnotherGroup(permissions) }
        try setMode(mode_t(permissions) & 0o777)
        var modified = original.st_mtim
        if let modificationTime { modified = timespec(nanoseconds: modificationTime) }
        let times = [original.st_atim, modified]
        let timesCode = futimens(descriptor, times) == 0 ? 0 : errno
        guard timesCode == 0 || isGivenAway(timesCode) else { throw CallFailure(.write, path, timesCode) }
        return KeptAttributes(
            owner: keptOwner,
            ofUsers: lost == 0,
            list: tookList || hadGrants || list == nil,
            times: timesCode == 0
        )
    }

    /// Has it have been changed, and read, at a time.
    ///
    /// - Parameter time: nanoseconds since 1970.
    package func setTimes(_ time: Int64) throws(CallFailure) {
        let moment = timespec(nanoseconds: time)
        guard futimens(descriptor, [moment, moment]) == 0 else { throw CallFailure(.write, path, errno) }
    }

    /// Gives a file that this process has made its mode, where it can have one of its own.
    func setMode(_ mode: mode_t) throws(CallFailure) {
        guard fchmod(descriptor, mode) != 0 else { return }
        let code = errno
        guard isGivenAway(code) else { throw CallFailure(.write, path, code) }
    }

    /// Whether a file that this process has made is another user's all the same, so that what only an owner may change is nobody's
    /// here: FAT, exFAT and NTFS have the owner and the mode that their mount has, for all files alike.
    ///
    /// - Parameter code: of the call that was refused.
    private func isGivenAway(_ code: Int32) -> Bool {
        var own = stat()
        return (code == EPERM || code == ENOTSUP) && fstat(descriptor, &own) == 0 && own.st_uid != geteuid()
    }

    private func set(_ list: AccessList) -> Bool {
        photod_set_access_list(descriptor, list.bytes, list.bytes.count) == 0
    }

    /// Takes away what a file that this process has made got from the default list of its folder, which lets in whom the mode
    /// does not.
    func removeAccessList() throws(CallFailure) {
        guard let list = try AccessList(of: self) else { return }
        let code = photod_remove_access_list(descriptor)
        // Some file systems tell every mode as a list, too.
        let isMode = code == ENOTSUP && !list.namesSomebody
        guard code == 0 || isMode || isGivenAway(code) else { throw CallFailure(.write, path, code) }
    }

    /// Whether this file has every attribute that users have given another, with the same value.
    package func hasUserAttributes(of other: borrowing OpenFile) throws(CallFailure) -> Bool {
        let result = photod_has_user_attributes(descriptor, other.descriptor)
        guard result >= 0 else { throw CallFailure(.read, path, -result) }
        return result == 1
    }
}

/// What of a file came along with its content.
package struct KeptAttributes {
    package let owner: Bool
    /// `user.*`: tags, ratings and whatever else programs note there.
    package let ofUsers: Bool
    /// The access control list.
    package let list: Bool
    package let times: Bool

    package var all: Bool { owner && ofUsers && list && times }
}

extension timespec {
    fileprivate init(nanoseconds: Int64) {
        // Rounded down: nanoseconds count forward, also before 1970.
        var (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        if rest < 0 { (seconds, rest) = (seconds - 1, rest + 1_000_000_000) }
        self.init(tv_sec: Int(seconds), tv_nsec: Int(rest))
    }
}
