import CShims
import Extraction
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

    /// As the library makes them.
    func fingerprint(size: Int64) throws(CallFailure) -> Fingerprint {
        try made { () throws(ExtractionError) in
            try Fingerprinter.fingerprint(descriptor: descriptor, size: size)
        }
    }

    /// Whether a fingerprint is this file's, as this or an earlier build makes them.
    func has(_ fingerprint: Fingerprint, size: Int64) throws(CallFailure) -> Bool {
        if try self.fingerprint(size: size) == fingerprint { return true }
        return try made { () throws(ExtractionError) in
            try Fingerprinter.formerFingerprint(descriptor: descriptor, size: size)
        } == fingerprint
    }

    private func made(_ make: () throws(ExtractionError) -> Fingerprint) throws(CallFailure) -> Fingerprint {
        do throws(ExtractionError) { return try make() } catch {
            guard case .unreadable(let code) = error else { throw CallFailure(.read, path, EIO) }
            throw CallFailure(.read, path, code)
        }
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
