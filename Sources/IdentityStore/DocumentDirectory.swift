import Files
import Glibc
import PhotoModel

/// The store's directory, with errors that name documents.
struct DocumentDirectory: Sendable {
    let folder: Folder

    var path: FilePath { folder.path }

    /// Opens `path`, made with mode 0700 where it is missing.
    init(_ path: FilePath) throws(IdentityStoreError) {
        do throws(CallFailure) { folder = try Folder(makingLasting: path, mode: 0o700) } catch {
            throw .system(operation: error.call.rawValue, path: path.display, code: error.code)
        }
    }

    /// Whether the path still leads to this directory.
    func isInPlace() throws(IdentityStoreError) -> Bool {
        do throws(CallFailure) {
            return try FileStatus(path: path, following: true).isOne(with: folder.status)
        } catch {
            if error.code == ENOENT { return false }
            throw failure("look at", ".", code: error.code)
        }
    }

    /// Of a temporary file, which has another name each time, the document is named: the same trouble is the same
    /// error.
    func failure(_ operation: String, _ name: String, code: Int32) -> IdentityStoreError {
        let document = DocumentName.document(ofTemporary: name) ?? name
        return .system(operation: operation, path: display(document), code: code)
    }

    func display(_ name: String) -> String { path.appending(FileName(name)).display }

    /// Links followed; `nil` where there is no such file.
    func status(of name: String) throws(IdentityStoreError) -> FileStatus? {
        do throws(CallFailure) { return try folder.status(of: FileName(name), following: true) } catch {
            throw failure("look at", name, code: error.code)
        }
    }

    /// Every name in the directory, in no order. Names that are not UTF-8 are not photod's and left out.
    func names() throws(IdentityStoreError) -> [String] {
        do throws(CallFailure) { return try folder.names().compactMap(\.text) } catch {
            throw failure("list", ".", code: error.code)
        }
    }

    /// Makes a file of that name, which nothing may have. In errors it is the document.
    func create(_ name: String) throws(IdentityStoreError) -> OpenFile {
        do throws(CallFailure) { return try folder.create(FileName(name)) } catch {
            throw failure("create", name, code: error.code)
        }
    }

    func rename(_ old: String, to new: String) throws(IdentityStoreError) {
        try check(folder.rename(FileName(old), over: FileName(new)), "replace", new)
    }

    /// Removes `name`; that it is not there is no error.
    func remove(_ name: String) throws(IdentityStoreError) {
        let code = folder.remove(FileName(name))
        if code != ENOENT { try check(code, "remove", name) }
    }

    private func check(_ code: Int32, _ operation: String, _ name: String) throws(IdentityStoreError) {
        if code != 0 { throw failure(operation, name, code: code) }
    }

    /// Makes renames and removals last.
    func synchronise() throws(IdentityStoreError) {
        do throws(CallFailure) { try folder.synchronise() } catch {
            throw failure("sync", ".", code: error.code)
        }
    }

    func synchroniseFile(_ name: String) throws(IdentityStoreError) {
        do throws(CallFailure) { try folder.open(FileName(name), flags: O_RDONLY).synchronise() } catch {
            throw failure(error.call.rawValue, name, code: error.code)
        }
    }

    /// The whole of a regular file of at most `limit` bytes, and its status. `nil` where there is no such
    /// file.
    func read(_ name: String, limit: Int) throws(IdentityStoreError) -> (bytes: [UInt8], status: FileStatus)?
    {
        let status: FileStatus
        do throws(CallFailure) {
            // O_NONBLOCK: a FIFO of that name must not hold up the daemon.
            let file = try folder.open(FileName(name), flags: O_RDONLY | O_NONBLOCK)
            status = try file.status()
            if status.isRegularFile, status.size <= limit {
                let size = Int(status.size)
                return (try file.read(limit: size, expecting: size), status)
            }
        } catch {
            if error.call == .open, error.code == ENOENT { return nil }
            throw failure(error.call.rawValue, name, code: error.code)
        }
        throw .unsuitable(
            path: display(name),
            reason: status.isRegularFile
                ? "it is larger than \(limit >> 20) MiB" : "it is not a regular file"
        )
    }

    /// Replaces a document by one that is written at once: after a crash either is there, whole, and when
    /// this returns the new one.
    func replace(_ name: String, with bytes: [UInt8]) throws(IdentityStoreError) {
        do throws(CallFailure) {
            try folder.replace(FileName(name), with: bytes, byWayOf: FileName(".\(name).tmp"))
        } catch { throw .system(operation: error.call.rawValue, path: error.path.display, code: error.code) }
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
        let code = folder.link(FileName(name), to: folder, as: FileName(temporary))
        guard code != ENOENT else { return }
        do throws(IdentityStoreError) {
            switch code {
            case 0: break
            // A file system without hard links, or with no room for one more.
            case EPERM, EOPNOTSUPP, ENOSYS, EMLINK: try duplicate(name, as: temporary)
            default: throw failure("back up", name, code: code)
            }
            try put(temporary, at: copy)
        } catch {
            // What keeps it from its place may do so for long, and each try has another name.
            try? remove(temporary)
            throw error
        }
    }

    /// Gives a temporary file its name. Where both already are links to one file, rename(2) does nothing and leaves the
    /// temporary one.
    func put(_ temporary: String, at name: String) throws(IdentityStoreError) {
        try rename(temporary, to: name)
        try remove(temporary)
    }

    func duplicate(_ name: String, as copy: String) throws(IdentityStoreError) {
        guard let (bytes, status) = try read(name, limit: .max) else { return }
        do throws(CallFailure) {
            let file = try folder.create(FileName(copy))
            try file.write(bytes)
            // As a second name would have it: a backup that is younger than its document counts as one that somebody edited. Where
            // that cannot be set, as on many a FUSE file system, it is read once more.
            let time = Self.timespec(status.modificationTime)
            _ = futimens(file.descriptor, [time, time])
            try file.synchronise()
        } catch { throw failure("back up", name, code: error.code) }
    }

    private static func timespec(_ nanoseconds: Int64) -> Glibc.timespec {
        let rest = nanoseconds % 1_000_000_000
        let part = rest < 0 ? rest + 1_000_000_000 : rest
        return Glibc.timespec(tv_sec: Int((nanoseconds - part) / 1_000_000_000), tv_nsec: Int(part))
    }
}
