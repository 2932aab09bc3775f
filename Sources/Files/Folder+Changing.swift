import CShims
import Glibc
import PhotoModel

/// What changes a folder. Each passes the gate.
extension Folder {
    // MARK: - Names

    /// Makes a new, empty file.
    ///
    /// - Parameter mode: less what the umask takes. Nobody but the user can read a file unless it is said here.
    public func create(
        _ name: FileName,
        as point: ChangePoint = .makeTemporary,
        mode: mode_t = 0o600
    ) throws(CallFailure) -> OpenFile {
        try CallFailure.check(gate.pass(point), .create, file(name))
        do throws(CallFailure) {
            return try open(name, flags: O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, mode: mode)
        } catch { throw CallFailure(.create, error.path, error.code) }
    }

    /// Renames without replacing anything: EEXIST where `newName` is taken.
    public func rename(_ name: FileName, to folder: Folder, as newName: FileName) -> Int32 {
        let code = change(.rename) {
            name.withCString { old in
                newName.withCString { photod_rename_no_replace(descriptor, old, folder.descriptor, $0) }
            }
        }
        guard code == EINVAL || code == ENOSYS else { return code }
        // NFS and some FUSE file systems cannot be told not to replace; a link never replaces either.
        let linked = link(name, to: folder, as: newName)
        switch linked {
        case 0: return remove(name)
        // exfat-fuse, and others that stand for something without links.
        case EPERM, EOPNOTSUPP, ENOSYS, EMLINK: return rename(name, to: folder, claiming: newName)
        default: return linked
        }
    }

    /// Renames without replacing anything where a file system has no call for that: an empty file takes the new name first,
    /// which fails where the name is taken, and is then replaced.
    ///
    /// Two programs that rename so never get the same name, and whoever makes a file only where there is none finds the name
    /// taken. A program that opens the empty file and writes to it between the two calls loses what it wrote: no other way is
    /// left to ask for a name. After a crash between the two calls the empty file stays and the old name leads to the file
    /// still, so that nothing is lost. A watcher is told that the empty file was made, then that one was renamed to it, and
    /// not that one was closed between: what waits for a file to be complete does not look at the empty one.
    private func rename(_ name: FileName, to folder: Folder, claiming newName: FileName) -> Int32 {
        let claimed = folder.claim(newName)
        guard claimed == 0 else { return claimed }
        let code = change(.rename) {
            name.withCString { old in
                newName.withCString { renameat(descriptor, old, folder.descriptor, $0) == 0 ? 0 : errno }
            }
        }
        // Nobody else has put anything there, unless it is more than nothing.
        if code != 0, let left = try? folder.status(of: newName), left.isRegularFile, left.size == 0 {
            _ = folder.remove(newName)
        }
        return code
    }

    /// Has an empty file take a name: EEXIST where it is taken.
    ///
    /// By mknod(2) where the file system knows it, because nothing is opened then. Closing the file would tell watchers that
    /// it is complete, and begin to send it where files are kept elsewhere.
    private func claim(_ name: FileName) -> Int32 {
        change(.makeTemporary) {
            name.withCString { name in
                let mode = mode_t(0o600)
                if mknodat(descriptor, name, S_IFREG | mode, 0) == 0 { return 0 }
                guard errno == ENOSYS || errno == EOPNOTSUPP || errno == EPERM else { return errno }
                let opened = openat(descriptor, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
                guard opened >= 0 else { return errno }
                close(opened)
                return 0
            }
        }
    }

    /// Renames within the folder, replacing what has the new name.
    public func rename(_ name: FileName, over newName: FileName) -> Int32 {
        change(.rename) {
            name.withCString { old in
                newName.withCString { renameat(descriptor, old, descriptor, $0) == 0 ? 0 : errno }
            }
        }
    }

    /// Renames within the folder, replacing nothing: EEXIST where the new name is taken; EINVAL, ENOSYS or EOPNOTSUPP where
    /// the file system cannot ask for a name in this way.
    public func rename(_ name: FileName, ifFree newName: FileName) -> Int32 {
        change(.rename) {
            name.withCString { old in
                newName.withCString { photod_rename_no_replace(descriptor, old, descriptor, $0) }
            }
        }
    }

    /// Has two names exchange what they lead to; EINVAL, ENOSYS or EOPNOTSUPP where the file system cannot.
    public func exchange(_ first: FileName, _ second: FileName) -> Int32 {
        change(.rename) {
            first.withCString { first in second.withCString { photod_exchange(descriptor, first, $0) } }
        }
    }

    /// Gives a file a second name: EEXIST where it is taken. A symbolic link is not followed.
    public func link(_ name: FileName, to folder: Folder, as newName: FileName) -> Int32 {
        change(.link) {
            name.withCString { old in
                newName.withCString { linkat(descriptor, old, folder.descriptor, $0, 0) == 0 ? 0 : errno }
            }
        }
    }

    public func makeLink(_ name: FileName, saying target: [UInt8]) -> Int32 {
        change(.link) {
            FilePath(target).withCString { target in
                name.withCString { symlinkat(target, descriptor, $0) == 0 ? 0 : errno }
            }
        }
    }

    public func remove(_ name: FileName) -> Int32 {
        change(.unlink) { name.withCString { unlinkat(descriptor, $0, 0) == 0 ? 0 : errno } }
    }

    public func makeFolder(_ name: FileName, mode: mode_t = 0o777) -> Int32 {
        change(.makeFolder) { name.withCString { mkdirat(descriptor, $0, mode) == 0 ? 0 : errno } }
    }

    /// ENOTEMPTY where it is not empty.
    public func removeFolder(_ name: FileName) -> Int32 {
        change(.removeFolder) {
            name.withCString { unlinkat(descriptor, $0, AT_REMOVEDIR) == 0 ? 0 : errno }
        }
    }

    private func change(_ point: ChangePoint, _ call: () -> Int32) -> Int32 {
        let refused = gate.pass(point)
        return refused == 0 ? call() : refused
    }

    // MARK: - Lasting

    /// Makes its names last, where the file system syncs folders: some do not, as those of virtual machines and AFS.
    public func synchronise() throws(CallFailure) {
        let code = change(.syncFolder) { fsync(descriptor) == 0 ? 0 : errno }
        if code != EINVAL, code != ENOTSUP { try CallFailure.check(code, .sync, path) }
    }

    /// Makes everything on its file system last.
    public func synchroniseFileSystem() throws(CallFailure) {
        try CallFailure.check(change(.syncFileSystem) { photod_sync_filesystem(descriptor) }, .sync, path)
    }

    // MARK: - Replacing

    /// Replaces a file, or makes it: after a crash either content is there, whole, and when this returns the new one.
    ///
    /// - Parameter temporary: the name of the new file until it is whole. One writer at a time: what has the name was left
    ///   behind by a run that ended early.
    public func replace(
        _ name: FileName,
        with bytes: [UInt8],
        byWayOf temporary: FileName
    ) throws(CallFailure) {
        let leftover = remove(temporary)
        guard leftover == 0 || leftover == ENOENT else {
            throw CallFailure(.remove, file(temporary), leftover)
        }
        do throws(CallFailure) {
            let new = try create(temporary)
            try new.write(bytes)
            try new.synchronise()
            try CallFailure.check(rename(temporary, over: name), .replace, file(name))
        } catch {
            // What cannot be removed now goes before the next try.
            _ = remove(temporary)
            // The file is named that was to be replaced: the same trouble is the same error.
            throw CallFailure(error.call == .sync ? .write : error.call, file(name), error.code)
        }
        // The name is safe only with the folder.
        try synchronise()
    }
}

extension FileName {
    /// Calls `body` with the name as a C string, made without allocating where it is as short as names are.
    public func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: bytes.count + 1) { buffer in
            for (index, byte) in bytes.enumerated() { buffer[index] = CChar(bitPattern: byte) }
            buffer[bytes.count] = 0
            // A buffer with at least its terminator always has an address.
            guard let address = buffer.baseAddress else { return body("") }
            return body(address)
        }
    }
}
