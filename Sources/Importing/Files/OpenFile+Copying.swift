import CShims
import Files
import Glibc
import PhotoModel

/// What an import does with an open file.
extension OpenFile {
    private static let pieceLength = 256 << 10

    // MARK: - Reading

    /// Calls `body` with each piece of the content, in order.
    private func forEachPiece(
        _ body: (UnsafeRawBufferPointer) throws(CallFailure) -> Void
    ) throws(CallFailure) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.pieceLength, alignment: 4096)
        defer { buffer.deallocate() }
        var position: Int64 = 0
        while true {
            let count = WholeTransfer.read(into: buffer, from: descriptor, at: position)
            guard count >= 0 else { throw CallFailure(.read, path, Int32(clamping: -count)) }
            if count > 0 { try body(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
            if count < buffer.count { return }
            position += Int64(count)
        }
    }

    /// Of the whole content.
    func contentHash() throws(CallFailure) -> Fingerprint {
        let hash = try newHash()
        try forEachPiece { piece throws(CallFailure) in hash.update(piece) }
        return hash.value
    }

    /// XXH3-128 of the size and the first 4 KiB, which `Fingerprint` is.
    func fingerprint(size: Int64) throws(CallFailure) -> Fingerprint {
        let hash = try newHash()
        withUnsafeBytes(of: size.littleEndian) { hash.update($0) }
        let head = try read(limit: 4096)
        head.withUnsafeBytes { hash.update($0) }
        return hash.value
    }

    private func newHash() throws(CallFailure) -> ContentHash {
        guard let hash = ContentHash() else { throw CallFailure(.read, path, ENOMEM) }
        return hash
    }

    // MARK: - Writing

    /// Makes this empty file share the content of another. 0, or an error number: EOPNOTSUPP, EXDEV and
    /// others where the file system cannot.
    func clone(_ source: borrowing OpenFile) -> Int32 {
        let refused = gate.pass(.cloneContent)
        return refused == 0 ? photod_clone_content(source.descriptor, descriptor) : refused
    }

    /// Has the kernel copy the whole content. `false` where it cannot between these two; nothing is written
    /// then.
    func copyInKernel(_ source: borrowing OpenFile) throws(CallFailure) -> Bool {
        try pass(.writeContent, .copy)
        var position: Int64 = 0
        while true {
            let count = photod_copy_range(source.descriptor, descriptor, position, 1 << 30)
            if count == 0 { return true }
            if count < 0 {
                let code = Int32(-count)
                let cannot = [EXDEV, EOPNOTSUPP, ENOSYS, EINVAL, EBADF, EPERM].contains(code)
                if cannot, position == 0 { return false }
                throw CallFailure(.copy, path, code)
            }
            position += count
        }
    }

    /// Copies the whole content and returns its hash, taken as it passed.
    func copy(_ source: borrowing OpenFile) throws(CallFailure) -> Fingerprint {
        let hash = try newHash()
        try source.forEachPiece { piece throws(CallFailure) in
            hash.update(piece)
            try write(piece)
        }
        return hash.value
    }

    /// Gives this file owner, attributes, mode and times of another, in this order: a change of owner clears
    /// bits of the mode, and writing attributes must come before the mode forbids it.
    ///
    /// - Parameters:
    ///   - mode: instead of the source's, unless an access control list came along, whose mask is a part of it.
    ///   - modificationTime: instead of the source's.
    /// - Returns: what could be kept. Another user's ownership and attributes that the file system does
    ///   not know cannot; a stranger's access control list must not. What then is missing is nobody's gain: see
    ///   `Permissions`.
    func takeAttributes(
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
        let keptOwner = fchown(descriptor, original.st_uid, original.st_gid) == 0
        // -1: as it is.
        let keptGroup = keptOwner || fchown(descriptor, ~0, original.st_gid) == 0
        let lost = photod_copy_user_attributes(source.descriptor, descriptor)
        guard lost >= 0 else { throw CallFailure(.read, source.path, -lost) }
        let list = try AccessList(of: source)
        let keptList = list.map { original.st_uid == geteuid() && set($0) } ?? true
        var permissions =
            keptList && list != nil
            ? status.mode : mode ?? Permissions.mode(status.mode, without: list)
        if !keptGroup { permissions = Permissions.modeInAnotherGroup(permissions) }
        guard fchmod(descriptor, mode_t(permissions) & 0o777) == 0 else {
            throw CallFailure(.write, path, errno)
        }
        var modified = original.st_mtim
        if let modificationTime { modified = timespec(nanoseconds: modificationTime) }
        let times = [original.st_atim, modified]
        guard futimens(descriptor, times) == 0 else { throw CallFailure(.write, path, errno) }
        return KeptAttributes(owner: keptOwner, ofUsers: lost == 0, list: keptList)
    }

    private func set(_ list: AccessList) -> Bool {
        photod_set_access_list(descriptor, list.bytes, list.bytes.count) == 0
    }

    /// Whether this file has every attribute that users have given another, with the same value.
    func hasUserAttributes(of other: borrowing OpenFile) throws(CallFailure) -> Bool {
        let result = photod_has_user_attributes(descriptor, other.descriptor)
        guard result >= 0 else { throw CallFailure(.read, path, -result) }
        return result == 1
    }

    /// Takes from this file what it must not have at its new place: special bits, and the access control list of a
    /// stranger. The kernel lets its owner do so, and root.
    ///
    /// - Returns: `false` where it does not: then only a copy can be without.
    func disarm(_ status: FileStatus) throws(CallFailure) -> Bool {
        var list = try AccessList(of: self)
        if status.owner == geteuid() { list = nil }
        guard list != nil || Permissions.areSpecial(status.mode) else { return true }
        try pass(.setAttributes, .write)
        if list != nil {
            let code = photod_remove_access_list(descriptor)
            if code == EPERM { return false }
            try CallFailure.check(code, .write, path)
        }
        let mode = mode_t(Permissions.mode(status.mode, without: list)) & 0o777
        guard fchmod(descriptor, mode) == 0 else {
            if errno == EPERM { return false }
            throw CallFailure(.write, path, errno)
        }
        return true
    }
}

/// What of a file came along with its content.
struct KeptAttributes {
    let owner: Bool
    /// `user.*`: tags, ratings and whatever else programs note there.
    let ofUsers: Bool
    /// The access control list.
    let list: Bool

    var all: Bool { owner && ofUsers && list }
}

extension timespec {
    fileprivate init(nanoseconds: Int64) {
        // Rounded down: nanoseconds count forward, also before 1970.
        var (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        if rest < 0 { (seconds, rest) = (seconds - 1, rest + 1_000_000_000) }
        self.init(tv_sec: Int(seconds), tv_nsec: Int(rest))
    }
}
