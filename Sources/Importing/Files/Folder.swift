import CShims
import Glibc
import PhotoModel

/// An open directory: owns its descriptor, so that every operation stays in the directory that was opened.
/// Immutable after `init`, hence Sendable.
///
/// Calls that change something return an error number, 0 for done: what it means depends on who asked.
final class Folder: Sendable {
    let path: FilePath
    let descriptor: Int32
    let device: UInt64
    private let gate: ChangeGate

    /// Takes over `descriptor`.
    init(path: FilePath, descriptor: Int32, gate: ChangeGate) throws(CallFailure) {
        self.path = path
        self.descriptor = descriptor
        self.gate = gate
        var status = photod_file_status()
        guard photod_entry_status(descriptor, "", &status) == 0 else {
            let code = errno
            close(descriptor)
            throw CallFailure(code: code)
        }
        device = EntryStatus(status).device
    }

    deinit {
        close(descriptor)
    }

    func file(_ name: FileName) -> FilePath { path.appending(name) }

    // MARK: - Looking

    /// `nil` where there is no such entry. A symbolic link is not followed.
    func status(of name: FileName) throws(CallFailure) -> EntryStatus? {
        var status = photod_file_status()
        guard name.withCString({ photod_entry_status(descriptor, $0, &status) }) == 0 else {
            if errno == ENOENT { return nil }
            throw CallFailure(code: errno)
        }
        return EntryStatus(status)
    }

    func open(_ name: FileName) throws(CallFailure) -> OpenFile {
        let opened = name.withCString { photod_open_for_reading(descriptor, $0) }
        guard opened >= 0 else { throw CallFailure(code: -opened) }
        return OpenFile(owning: opened, gate: gate)
    }

    /// Whether names can be added and removed: 0, or the error number that says why not.
    func writability() -> Int32 {
        faccessat(descriptor, ".", W_OK | X_OK, AT_EACCESS) == 0 ? 0 : errno
    }

    // MARK: - Changing

    /// Makes a new, empty file that only the user can read.
    func create(_ name: FileName, at point: ChangePoint = .makeTemporary) throws(CallFailure) -> OpenFile {
        OpenFile(owning: try createDescriptor(name, at: point), gate: gate)
    }

    /// The same for who owns descriptors itself.
    func createDescriptor(_ name: FileName, at point: ChangePoint) throws(CallFailure) -> Int32 {
        let refused = gate.pass(point)
        guard refused == 0 else { throw CallFailure(code: refused) }
        let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let opened = name.withCString { openat(descriptor, $0, flags, 0o600) }
        guard opened >= 0 else { throw CallFailure(code: errno) }
        return opened
    }

    /// Renames without replacing anything: EEXIST where `newName` is taken.
    func rename(_ name: FileName, to folder: Folder, as newName: FileName) -> Int32 {
        let refused = gate.pass(.rename)
        guard refused == 0 else { return refused }
        let code = name.withCString { old in
            newName.withCString { photod_rename_no_replace(descriptor, old, folder.descriptor, $0) }
        }
        guard code == EINVAL || code == ENOSYS else { return code }
        // NFS and some FUSE file systems cannot be told not to replace; a link never replaces either.
        let linked = link(name, to: folder, as: newName)
        return linked == 0 ? remove(name) : linked
    }

    /// Gives a file a second name: EEXIST where it is taken. A symbolic link is not followed.
    func link(_ name: FileName, to folder: Folder, as newName: FileName) -> Int32 {
        let refused = gate.pass(.link)
        guard refused == 0 else { return refused }
        return name.withCString { old in
            newName.withCString { linkat(descriptor, old, folder.descriptor, $0, 0) == 0 ? 0 : errno }
        }
    }

    func remove(_ name: FileName) -> Int32 {
        let refused = gate.pass(.unlink)
        guard refused == 0 else { return refused }
        return name.withCString { unlinkat(descriptor, $0, 0) == 0 ? 0 : errno }
    }

    func makeFolder(_ name: FileName, mode: mode_t = 0o777) -> Int32 {
        let refused = gate.pass(.makeFolder)
        guard refused == 0 else { return refused }
        return name.withCString { mkdirat(descriptor, $0, mode) == 0 ? 0 : errno }
    }

    /// ENOTEMPTY where it is not empty.
    func removeFolder(_ name: FileName) -> Int32 {
        let refused = gate.pass(.removeFolder)
        guard refused == 0 else { return refused }
        return name.withCString { unlinkat(descriptor, $0, AT_REMOVEDIR) == 0 ? 0 : errno }
    }

    // MARK: - Lasting

    /// Makes its names last.
    func synchronise() -> Int32 {
        let refused = gate.pass(.syncFolder)
        guard refused == 0 else { return refused }
        return fsync(descriptor) == 0 ? 0 : errno
    }

    /// Makes everything on its file system last.
    func synchroniseFileSystem() -> Int32 {
        let refused = gate.pass(.syncFileSystem)
        return refused == 0 ? photod_sync_filesystem(descriptor) : refused
    }
}

extension FileName {
    func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: bytes.count + 1) { buffer in
            for (index, byte) in bytes.enumerated() { buffer[index] = CChar(bitPattern: byte) }
            buffer[bytes.count] = 0
            // A buffer with at least its terminator always has an address.
            guard let address = buffer.baseAddress else { return body("") }
            return body(address)
        }
    }
}
