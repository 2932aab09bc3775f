import Glibc
import PhotoModel

/// The store's directory: owns its descriptor, so that every operation stays in the directory that was
/// opened. Immutable after `init`, hence Sendable.
final class DocumentDirectory: Sendable {
    struct Status {
        let size: Int64
        /// Nanoseconds since 1970.
        let modificationTime: Int64
        let isRegular: Bool
        let inode: UInt64
    }

    let path: FilePath
    let descriptor: Int32

    /// Opens `path`, made with mode 0700 where it is missing.
    init(_ path: FilePath) throws(IdentityStoreError) {
        self.path = path
        if path.withCString({ mkdir($0, 0o700) }) != 0, errno != EEXIST {
            throw .system(operation: "create", path: path.display, code: errno)
        }
        descriptor = path.withCString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        if descriptor < 0 {
            throw .system(operation: "open", path: path.display, code: errno)
        }
    }

    deinit {
        close(descriptor)
    }

    /// Whether the path still leads to this directory.
    func isInPlace() throws(IdentityStoreError) -> Bool {
        var (here, there) = (stat(), stat())
        guard fstat(descriptor, &here) == 0 else { throw failure("look at", ".") }
        guard path.withCString({ stat($0, &there) }) == 0 else {
            if errno == ENOENT { return false }
            throw failure("look at", ".")
        }
        return here.st_dev == there.st_dev && here.st_ino == there.st_ino
    }

    /// Of a temporary file, which has another name each time, the document is named: the same trouble is the same
    /// error.
    func failure(_ operation: String, _ name: String, code: Int32 = errno) -> IdentityStoreError {
        let document = DocumentName.document(ofTemporary: name) ?? name
        return .system(operation: operation, path: display(document), code: code)
    }

    func display(_ name: String) -> String { path.appending(FileName(name)).display }

    /// `nil` where there is no such file.
    func status(of name: String) throws(IdentityStoreError) -> Status? {
        var status = stat()
        guard fstatat(descriptor, name, &status, 0) == 0 else {
            if errno == ENOENT { return nil }
            throw failure("look at", name)
        }
        return Status(status)
    }

    /// Every name in the directory, in no order. Names that are not UTF-8 are not photod's and left out.
    func names() throws(IdentityStoreError) -> [String] {
        let listing = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard listing >= 0 else { throw failure("list", ".") }
        guard let stream = fdopendir(listing) else {
            let code = errno
            close(listing)
            throw failure("list", ".", code: code)
        }
        defer { closedir(stream) }
        var names: [String] = []
        errno = 0
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
                tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(validatingCString: $0) }
            }
            if let name { names.append(name) }
            errno = 0
        }
        guard errno == 0 else { throw failure("list", ".") }
        return names
    }

    func rename(_ old: String, to new: String) throws(IdentityStoreError) {
        guard renameat(descriptor, old, descriptor, new) == 0 else { throw failure("replace", new) }
    }

    /// Removes `name`; that it is not there is no error.
    func remove(_ name: String) throws(IdentityStoreError) {
        guard unlinkat(descriptor, name, 0) == 0 || errno == ENOENT else { throw failure("remove", name) }
    }

    /// Makes renames and removals last.
    func synchronise() throws(IdentityStoreError) {
        guard fsync(descriptor) == 0 else { throw failure("sync", ".") }
    }

    func synchroniseFile(_ name: String) throws(IdentityStoreError) {
        let file = openat(descriptor, name, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw failure("open", name) }
        defer { close(file) }
        guard fsync(file) == 0 else { throw failure("sync", name) }
    }

    /// The whole of a regular file of at most `limit` bytes, and its status. `nil` where there is no such
    /// file.
    func read(_ name: String, limit: Int) throws(IdentityStoreError) -> (bytes: [UInt8], status: Status)? {
        // O_NONBLOCK: a FIFO of that name must not hold up the daemon.
        let file = openat(descriptor, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw failure("open", name)
        }
        defer { close(file) }
        var raw = stat()
        guard fstat(file, &raw) == 0 else { throw failure("look at", name) }
        let status = Status(raw)
        guard status.isRegular else {
            throw .unsuitable(path: display(name), reason: "it is not a regular file")
        }
        guard status.size <= limit else {
            throw .unsuitable(path: display(name), reason: "it is larger than \(limit >> 20) MiB")
        }
        var code: Int32 = 0
        let capacity = Int(status.size)
        let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            while count < capacity {
                let rest = UnsafeMutableBufferPointer(rebasing: buffer[count...])
                let result = Glibc.read(file, rest.baseAddress, rest.count)
                if result == 0 { break }
                if result < 0 {
                    if errno == EINTR { continue }
                    code = errno
                    break
                }
                count += result
            }
        }
        guard code == 0 else { throw failure("read", name, code: code) }
        return (bytes, status)
    }

    /// Replaces a document by one that is written at once: after a crash either is there, whole, and when
    /// this returns the new one.
    func replace(_ name: String, with bytes: [UInt8]) throws(IdentityStoreError) {
        // One daemon holds a state directory, so what has the name was left behind by a run that ended early.
        let temporary = ".\(name).tmp"
        try remove(temporary)
        do throws(IdentityStoreError) {
            let file = openat(
                descriptor,
                temporary,
                O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                0o600
            )
            guard file >= 0 else { throw failure("create", name) }
            defer { close(file) }
            guard bytes.withUnsafeBytes({ writeAll($0, to: file) }), fsync(file) == 0 else {
                throw failure("write", name)
            }
            try rename(temporary, to: name)
        } catch {
            // What cannot be removed now goes before the next try.
            unlinkat(descriptor, temporary, 0)
            throw error
        }
        try synchronise()
    }

    /// Moves a document out of the way, as `NAME.broken-TIME`, overwriting nothing.
    ///
    /// - Parameter seconds: now, since 1970.
    /// - Returns: its new path; `nil` where there is no document.
    func setAside(_ document: String, at seconds: Int64) throws(IdentityStoreError) -> String? {
        guard try status(of: document) != nil else { return nil }
        let wanted = DocumentName.broken(document, at: seconds)
        var name = wanted
        var number = 2
        while try status(of: name) != nil {
            name = "\(wanted)-\(number)"
            number += 1
        }
        try rename(document, to: name)
        try synchronise()
        return display(name)
    }

    /// Gives a file a second name, replacing what had that name, with no moment without either.
    func keep(_ name: String, as copy: String, temporary: String) throws(IdentityStoreError) {
        try remove(temporary)
        if linkat(descriptor, name, descriptor, temporary, 0) != 0 {
            switch errno {
            case ENOENT: return
            // A file system without hard links, or with no room for one more.
            case EPERM, EOPNOTSUPP, ENOSYS, EMLINK: try duplicate(name, as: temporary)
            default: throw failure("back up", name)
            }
        }
        try rename(temporary, to: copy)
        // Where both names already are links to one file, rename(2) does nothing and leaves the temporary
        // one.
        try remove(temporary)
    }

    private func duplicate(_ name: String, as copy: String) throws(IdentityStoreError) {
        guard let (bytes, _) = try read(name, limit: .max) else { return }
        let file = openat(descriptor, copy, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw failure("back up", name) }
        defer { close(file) }
        guard bytes.withUnsafeBytes({ writeAll($0, to: file) }), fsync(file) == 0 else {
            throw failure("back up", name)
        }
    }
}

extension DocumentDirectory.Status {
    init(_ status: stat) {
        size = Int64(status.st_size)
        modificationTime = Int64(status.st_mtim.tv_sec).multipliedSaturating(by: 1_000_000_000)
            .addingSaturating(Int64(status.st_mtim.tv_nsec))
        isRegular = status.st_mode & S_IFMT == S_IFREG
        inode = UInt64(status.st_ino)
    }
}

/// Writes everything or returns `false` with `errno` set.
func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
        let count = write(descriptor, rest.baseAddress, rest.count)
        if count < 0 {
            if errno == EINTR { continue }
            return false
        }
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
    }
    return true
}
