import CShims
import Glibc
import PhotoModel

/// Owns an open directory. Calls return an error number, 0 for done: what it means depends on who asked.
struct OpenFolder: ~Copyable {
    let descriptor: Int32

    /// What stands under a name.
    enum Entry: Equatable {
        case missing
        case link([UInt8])
        case folder
        case other
    }

    private init(owning descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Opens a directory by its path, symbolic links followed: for a view, which the user named.
    static func open(_ path: FilePath) throws(CallFailure) -> OpenFolder {
        let opened = path.withCString { Glibc.open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard opened >= 0 else { throw CallFailure(code: errno) }
        return OpenFolder(owning: opened)
    }

    /// Opens a directory in this one. A symbolic link is none.
    func open(_ name: FileName) throws(CallFailure) -> OpenFolder {
        let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
        let opened = name.withCString { openat(descriptor, $0, flags) }
        guard opened >= 0 else { throw CallFailure(code: errno) }
        return OpenFolder(owning: opened)
    }

    func identity() throws(CallFailure) -> ViewIdentity {
        var status = photod_file_status()
        guard photod_entry_status(descriptor, "", &status) == 0 else { throw CallFailure(code: errno) }
        return ViewIdentity(
            deviceMajor: status.device_major,
            deviceMinor: status.device_minor,
            inode: status.inode,
            birthTime: status.birth_time
        )
    }

    /// What stands under a name. Nothing but a look: a symbolic link is not followed.
    func entry(_ name: FileName) throws(CallFailure) -> Entry {
        if let target = try linkTarget(of: name) { return .link(target) }
        var status = stat()
        guard name.withCString({ fstatat(descriptor, $0, &status, AT_SYMLINK_NOFOLLOW) }) == 0 else {
            if errno == ENOENT { return .missing }
            throw CallFailure(code: errno)
        }
        return status.st_mode & S_IFMT == S_IFDIR ? .folder : .other
    }

    /// What a symbolic link says; `nil` where there is none under the name.
    func linkTarget(of name: FileName) throws(CallFailure) -> [UInt8]? {
        let result = withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) {
            buffer -> Result<[UInt8], CallFailure> in
            // A buffer that is not empty has an address.
            guard let start = buffer.baseAddress else { return .failure(CallFailure(code: ENOMEM)) }
            let count = name.withCString { readlinkat(descriptor, $0, start, buffer.count) }
            guard count >= 0 else { return .failure(CallFailure(code: errno)) }
            return .success(buffer[..<count].map { UInt8(bitPattern: $0) })
        }
        switch result {
        case .success(let target): return target
        case .failure(let failure) where failure.code == EINVAL || failure.code == ENOENT: return nil
        case .failure(let failure): throw failure
        }
    }

    func makeLink(_ name: FileName, saying target: [UInt8]) -> Int32 {
        FilePath(target).withCString { target in
            name.withCString { symlinkat(target, descriptor, $0) == 0 ? 0 : errno }
        }
    }

    func removeLink(_ name: FileName) -> Int32 {
        name.withCString { unlinkat(descriptor, $0, 0) == 0 ? 0 : errno }
    }

    func makeFolder(_ name: FileName) -> Int32 {
        name.withCString { mkdirat(descriptor, $0, 0o777) == 0 ? 0 : errno }
    }

    /// Removes a folder with nothing in it.
    func removeFolder(_ name: FileName) -> Int32 {
        name.withCString { unlinkat(descriptor, $0, AT_REMOVEDIR) == 0 ? 0 : errno }
    }

    /// The names in it that may be of one kind: a file system that tells no kinds has them all listed.
    ///
    /// - Parameter kind: of dirent(5).
    func names(of kind: Int) throws(CallFailure) -> [FileName] {
        let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0 else { throw CallFailure(code: errno) }
        guard let stream = fdopendir(copy) else {
            let code = errno
            close(copy)
            throw CallFailure(code: code)
        }
        defer { closedir(stream) }
        var names: [FileName] = []
        errno = 0
        while let entry = readdir(stream) {
            let type = Int(entry.pointee.d_type)
            if type == kind || type == Int(DT_UNKNOWN) {
                let bytes = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
                if bytes != Array(".".utf8), bytes != Array("..".utf8) { names.append(FileName(bytes)) }
            }
            errno = 0
        }
        guard errno == 0 else { throw CallFailure(code: errno) }
        return names
    }
}

/// Which directory it is, whatever it is called.
public struct ViewIdentity: Hashable, Sendable {
    let deviceMajor: UInt32
    let deviceMinor: UInt32
    let inode: UInt64
    /// One that is made anew may have the inode of the one that was removed.
    let birthTime: Int64
}

/// What a system call left in `errno`.
struct CallFailure: Error, Equatable {
    let code: Int32
}

extension FileName {
    fileprivate func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        FilePath(bytes).withCString(body)
    }
}
