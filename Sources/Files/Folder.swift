import CShims
import Glibc
import PhotoModel

/// An open directory: owns its descriptor, so that every operation stays in the directory that was opened.
/// Immutable after `init`, hence Sendable.
///
/// What changes a name returns an error number, 0 for done: what it means depends on who asked.
public final class Folder: Sendable {
    public let path: FilePath
    /// Valid as long as the folder.
    public let descriptor: Int32
    public let gate: ChangeGate
    /// As it was when it was opened: which directory it is.
    public let status: FileStatus

    public var device: UInt64 { status.device }

    /// Takes over `descriptor`.
    public init(path: FilePath, owning descriptor: Int32, gate: ChangeGate = .open) throws(CallFailure) {
        self.path = path
        self.descriptor = descriptor
        self.gate = gate
        do throws(CallFailure) { status = try FileStatus(descriptor: descriptor) } catch {
            close(descriptor)
            throw CallFailure(.open, path, error.code)
        }
    }

    /// Opens a folder that somebody named. Links on the way, and in the last place, are followed.
    public convenience init(_ path: FilePath, gate: ChangeGate = .open) throws(CallFailure) {
        let opened = path.withCString { Glibc.open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard opened >= 0 else { throw CallFailure(.open, path, errno) }
        try self.init(path: path, owning: opened, gate: gate)
    }

    /// Opens a folder, made where it is missing and the one above is not.
    public convenience init(
        making path: FilePath,
        mode: mode_t,
        gate: ChangeGate = .open
    ) throws(CallFailure) {
        let code = Self.make(path, mode: mode)
        guard code == 0 || code == EEXIST else { throw CallFailure(.create, path, code) }
        try self.init(path, gate: gate)
    }

    deinit {
        close(descriptor)
    }

    /// Makes a folder at a path: 0 or an error number, EEXIST where something has the name.
    public static func make(_ path: FilePath, mode: mode_t) -> Int32 {
        path.withCString { mkdir($0, mode) == 0 ? 0 : errno }
    }

    public func file(_ name: FileName) -> FilePath { path.appending(name) }

    // MARK: - Looking

    /// `nil` where there is no such entry.
    ///
    /// - Parameter isFollowing: whether a symbolic link stands for what it leads to; else for itself.
    public func status(
        of name: FileName,
        following isFollowing: Bool = false
    ) throws(CallFailure) -> FileStatus? {
        do throws(CallFailure) {
            return try FileStatus(name, in: descriptor, following: isFollowing)
        } catch {
            if error.code == ENOENT { return nil }
            throw CallFailure(.look, file(name), error.code)
        }
    }

    /// Opens a folder in this one. A symbolic link is none.
    public func folder(_ name: FileName) throws(CallFailure) -> Folder {
        let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
        let opened = name.withCString { openat(descriptor, $0, flags) }
        guard opened >= 0 else { throw CallFailure(.open, file(name), errno) }
        return try Folder(path: file(name), owning: opened, gate: gate)
    }

    /// Opens a folder below this one. No symbolic link on the way or in the last place is followed, nor can `..` lead out:
    /// ELOOP or EXDEV then.
    ///
    /// One name after the other: systemd answers ENOSYS to openat2(2), which could take them all, under `RestrictSUIDSGID=`.
    public func folder(beneath names: [FileName]) throws(CallFailure) -> Folder {
        let place = names.reduce(path) { $0.appending($1) }
        guard !names.isEmpty else { throw CallFailure(.open, place, ENOENT) }
        guard names.allSatisfy(\.isEntry) else { throw CallFailure(.open, place, EXDEV) }
        var opened = descriptor
        for (index, name) in names.enumerated() {
            let above = opened
            opened = name.withCString { photod_open_folder(above, $0, index < names.count - 1) }
            if above != descriptor { close(above) }
            guard opened >= 0 else { throw CallFailure(.open, place, -opened) }
        }
        return try Folder(path: place, owning: opened, gate: gate)
    }

    /// Opens a file for reading, as `OpenFile(reading:)` does.
    public func open(_ name: FileName) throws(CallFailure) -> OpenFile {
        let opened = name.withCString { photod_open_for_reading(descriptor, $0) }
        guard opened >= 0 else { throw CallFailure(.open, file(name), -opened) }
        return OpenFile(owning: opened, path: file(name), gate: gate)
    }

    /// - Parameters:
    ///   - flags: of open(2); O_CLOEXEC is always added.
    ///   - mode: of a file that is made, less what the umask takes.
    public func open(_ name: FileName, flags: Int32, mode: mode_t = 0o600) throws(CallFailure) -> OpenFile {
        let opened = name.withCString { openat(descriptor, $0, flags | O_CLOEXEC, mode) }
        guard opened >= 0 else { throw CallFailure(.open, file(name), errno) }
        return OpenFile(owning: opened, path: file(name), gate: gate)
    }

    /// The names in it, in no order.
    ///
    /// - Parameter kind: what is wanted; where a file system tells no kinds, everything may be it. `nil`: everything.
    public func names(of kind: DirectoryEntry.Kind? = nil) throws(CallFailure) -> [FileName] {
        // A description of its own: whoever lists the folder at the same time has another place in it.
        let opened = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard opened >= 0 else { throw CallFailure(.list, path, errno) }
        defer { close(opened) }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 15, alignment: 8)
        defer { buffer.deallocate() }
        var names: [FileName] = []
        let code = DirectoryEntry.forEach(of: opened, buffer: buffer) { entry in
            guard kind == nil || entry.kind == kind || entry.kind == .unknown else { return }
            names.append(FileName([UInt8](entry.name)))
        }
        try CallFailure.check(code, .list, path)
        return names
    }

    /// What a symbolic link says; `nil` where there is none under the name.
    public func linkTarget(of name: FileName) throws(CallFailure) -> [UInt8]? {
        let result = withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) {
            buffer -> Result<[UInt8], CallFailure> in
            // A buffer that is not empty has an address.
            guard let start = buffer.baseAddress else { return .failure(CallFailure(.read, path, ENOMEM)) }
            let count = name.withCString { readlinkat(descriptor, $0, start, buffer.count) }
            guard count >= 0 else { return .failure(CallFailure(.read, file(name), errno)) }
            return .success(buffer[..<count].map { UInt8(bitPattern: $0) })
        }
        switch result {
        case .success(let target): return target
        case .failure(let failure) where failure.code == EINVAL || failure.code == ENOENT: return nil
        case .failure(let failure): throw failure
        }
    }

    /// Whether names can be added and removed: 0, or the error number that says why not.
    public func writability() -> Int32 {
        faccessat(descriptor, ".", W_OK | X_OK, AT_EACCESS) == 0 ? 0 : errno
    }

    /// Whether a file in it is its owner's alone to replace and to remove: in a sticky folder others may only add theirs.
    public func isSticky(for file: FileStatus) -> Bool {
        let user = geteuid()
        return status.mode & UInt32(S_ISVTX) != 0 && ![0, file.owner, status.owner].contains(user)
    }
}

extension FileName {
    /// Whether it can only be an entry of a folder: `..` leads out, and of what has a slash more than the last may be a link.
    fileprivate var isEntry: Bool { bytes != Array("..".utf8) && !bytes.contains(UInt8(ascii: "/")) }
}
