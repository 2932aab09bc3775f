import CShims
import Glibc
import PhotoModel

/// A file that a picture is written to: a plain one is there whole or as it was before, after a power cut as well.
struct PictureFile {
    let path: [UInt8]

    private static let mark = Array("%d".utf8)
    private static let slash = UInt8(ascii: "/")

    init(_ path: [UInt8]) { self.path = path }

    /// - Parameter number: what stands in the name for `%d`.
    init(_ path: [UInt8], number: Int) {
        if let place = Self.place(ofNumberIn: path) {
            self.path = path[..<place] + Array("\(number)".utf8) + path[(place + Self.mark.count)...]
        } else {
            self.path = path
        }
    }

    /// Whether several frames have several names by it.
    static func holdsNumber(_ path: [UInt8]) -> Bool { place(ofNumberIn: path) != nil }

    private static func place(ofNumberIn path: [UInt8]) -> Int? {
        let start = path.lastIndex(of: slash).map { $0 + 1 } ?? 0
        return path.indices.first { $0 >= start && path[$0...].starts(with: mark) }
    }

    static func isJPEG(_ name: String) -> Bool {
        let name = name.lowercased()
        return name.hasSuffix(".jpg") || name.hasSuffix(".jpeg")
    }

    static func isPNG(_ name: String) -> Bool { name.lowercased().hasSuffix(".png") }

    /// Whether a name ends as that of a picture of another format.
    static func isOther(_ name: String) -> Bool {
        guard let format = FileName(Array(name.utf8)).format else { return false }
        return format.kind != .video && !isJPEG(name) && !isPNG(name)
    }

    // MARK: Writing

    /// A plain file that is there is replaced and keeps its mode, and where a link leads to it the link stays. What is no plain file,
    /// a device or a pipe, is written into.
    ///
    /// - Parameter mode: of a new file, before the umask takes from it.
    func replace(with bytes: [UInt8], mode: mode_t) throws(Failure) {
        var status = stat()
        let isThere = Self.withCString(path) { stat($0, &status) == 0 }
        let code =
            if !isThere {
                Self.put(bytes, path, mode, isReplacing: true)
            } else if status.st_mode & mode_t(S_IFMT) != mode_t(S_IFREG) {
                Self.fill(path, O_WRONLY | O_CLOEXEC, 0, bytes, isSynced: false)
            } else if let target = PathArgument.realPath(path) {
                Self.put(bytes, target, status.st_mode & 0o777, keepsMode: true, isReplacing: true)
            } else {
                errno
            }
        guard code == 0 else { throw failure(code) }
    }

    /// What is there already stays.
    ///
    /// - Parameter mode: before the umask takes from it.
    func create(_ bytes: [UInt8], mode: mode_t) throws(Failure) {
        let code = Self.put(bytes, path, mode, isReplacing: false)
        guard code == 0 else { throw failure(code) }
    }

    private func failure(_ code: Int32) -> Failure {
        let name = String(decoding: path, as: UTF8.self)
        guard code != EEXIST else {
            return Failure(
                .refused,
                "\(name) is there already: give another name, --overwrite, or for several frames a name with %d"
            )
        }
        return Failure(
            .refused,
            "cannot write \(name): \(ErrorNumber.text(of: code)): \(Self.remedy(of: code))"
        )
    }

    private static func remedy(of code: Int32) -> String {
        switch code {
        case ENOENT, ENOTDIR: "make its folder before (mkdir -p), or write into another one"
        case EACCES, EPERM, EROFS: "write into a folder of yours"
        case ENOSPC, EDQUOT: "free some space there, or write elsewhere"
        case EISDIR: "give the name of a file in it"
        case ENAMETOOLONG: "give a shorter name"
        default: "write elsewhere"
        }
    }

    /// Writes a file beside it, which then gets its name: the other name is as short however long this one is. Returns 0 or an
    /// error number.
    ///
    /// - Parameter keepsMode: whether the umask takes nothing from the mode.
    private static func put(
        _ bytes: [UInt8],
        _ path: [UInt8],
        _ mode: mode_t,
        keepsMode: Bool = false,
        isReplacing: Bool
    ) -> Int32 {
        let folder = path[..<(path.lastIndex(of: slash).map { $0 + 1 } ?? 0)]
        let temporary = Array(folder) + Array(".photoctl-\(getpid()).tmp".utf8)
        return withCString(temporary) { name in
            // One of a process that was killed is nobody's.
            guard unlink(name) == 0 || errno == ENOENT || errno == ENOTDIR else { return errno }
            let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
            var code = fill(temporary, flags, mode, keepsMode: keepsMode, bytes, isSynced: true)
            if code == 0 { code = withCString(path) { give(name, $0, isReplacing) } }
            if code != 0 { unlink(name) }
            return code
        }
    }

    private static func give(
        _ temporary: UnsafePointer<CChar>,
        _ path: UnsafePointer<CChar>,
        _ isReplacing: Bool
    ) -> Int32 {
        if isReplacing { return rename(temporary, path) == 0 ? 0 : errno }
        let code = photod_rename_no_replace(AT_FDCWD, temporary, AT_FDCWD, path)
        guard code == EINVAL || code == ENOSYS else { return code }
        // Some file systems cannot be told not to replace; a link never replaces.
        if link(temporary, path) == 0 { return unlink(temporary) == 0 ? 0 : errno }
        switch errno {
        case EPERM, EOPNOTSUPP, ENOSYS, EMLINK: return claim(path, for: temporary)
        default: return errno
        }
    }

    /// Where there are no links either, an empty file takes the name, which fails where the name is taken, and is replaced.
    private static func claim(_ path: UnsafePointer<CChar>, for temporary: UnsafePointer<CChar>) -> Int32 {
        let claimed = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard claimed >= 0 else { return errno }
        close(claimed)
        guard rename(temporary, path) != 0 else { return 0 }
        let code = errno
        // Another program may have put something else there meanwhile.
        var found = stat()
        if lstat(path, &found) == 0, found.st_mode & S_IFMT == S_IFREG, found.st_size == 0 { unlink(path) }
        return code
    }

    /// - Parameter isSynced: whether the bytes are to last when it returns, as they must before a name is given to them.
    private static func fill(
        _ path: [UInt8],
        _ flags: Int32,
        _ mode: mode_t,
        keepsMode: Bool = false,
        _ bytes: [UInt8],
        isSynced: Bool
    ) -> Int32 {
        let file = withCString(path) { open($0, flags, mode) }
        guard file >= 0 else { return errno }
        // Where a mount gives all files one mode it decides.
        if keepsMode { fchmod(file, mode) }
        var code: Int32 = 0
        var written = 0
        while code == 0, written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { rest in
                uninterrupted { Glibc.write(file, rest.baseAddress, rest.count) }
            }
            if count > 0 { written += count } else { code = count < 0 ? errno : EIO }
        }
        if code == 0, isSynced, uninterrupted({ fsync(file) }) != 0 { code = errno }
        if close(file) != 0, code == 0 { code = errno }
        return code
    }

    private static func withCString<Result>(_ bytes: [UInt8], _ body: (UnsafePointer<CChar>) -> Result)
        -> Result
    {
        (bytes + [0]).withUnsafeBufferPointer { buffer in
            buffer.withMemoryRebound(to: CChar.self) { buffer in
                // The buffer has its terminator at least.
                buffer.baseAddress.map(body) ?? body("")
            }
        }
    }
}
