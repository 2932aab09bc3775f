import Glibc
import PhotoModel

/// What users and their programs do to files. Paths are bytes.
public enum Disk {
    // MARK: Files

    /// Writes a file, as a program does that opens, writes and closes; `parts` is how many writes it takes.
    public static func write(_ bytes: [UInt8], to path: FilePath, parts: Int = 1) throws {
        let file = try OpenFile(path, O_WRONLY | O_CREAT | O_TRUNC)
        let size = max(1, (bytes.count + parts - 1) / parts)
        for start in stride(from: 0, to: bytes.count, by: size) {
            try file.write(bytes[start..<min(start + size, bytes.count)])
        }
    }

    public static func write(_ text: String, to path: FilePath) throws {
        try write(Array(text.utf8), to: path)
    }

    /// Makes a file that has no name until it is complete, as O_TMPFILE allows. No event tells of its writing or its
    /// closing under its name.
    public static func writeUnnamed(_ bytes: [UInt8], to path: FilePath, in folder: FilePath) throws {
        // O_TMPFILE of linux/fcntl.h, which the Glibc module does not have.
        let file = try OpenFile(folder, O_WRONLY | 0o20_000_000 | O_DIRECTORY)
        try file.write(bytes[...])
        let name = FilePath("/proc/self/fd/\(file.descriptor)")
        let result = name.withCString { from in
            path.withCString { linkat(AT_FDCWD, from, AT_FDCWD, $0, AT_SYMLINK_FOLLOW) }
        }
        try SystemFailure.check(result, "linkat")
    }

    /// Writes over a part of a file, which somebody may have open.
    public static func overwrite(_ path: FilePath, _ bytes: [UInt8], at position: Int) throws {
        let file = try OpenFile(path, O_WRONLY)
        let count = try SystemFailure.check(
            pwrite(file.descriptor, bytes, bytes.count, off_t(position)),
            "pwrite"
        )
        guard count == bytes.count else { throw SystemFailure("pwrite") }
    }

    public static func read(_ path: FilePath) throws -> [UInt8] {
        let file = try OpenFile(path, O_RDONLY)
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = try SystemFailure.check(Glibc.read(file.descriptor, &buffer, buffer.count), "read")
            if count == 0 { return bytes }
            bytes.append(contentsOf: buffer[..<count])
        }
    }

    public static func truncate(_ path: FilePath, to size: Int) throws {
        try SystemFailure.check(path.withCString { Glibc.truncate($0, size) }, "truncate")
    }

    public static func setTime(_ path: FilePath, seconds: Int, nanoseconds: Int = 0) throws {
        let time = timespec(tv_sec: seconds, tv_nsec: nanoseconds)
        let result = path.withCString { utimensat(AT_FDCWD, $0, [time, time], AT_SYMLINK_NOFOLLOW) }
        try SystemFailure.check(result, "utimensat")
    }

    public static func setMode(_ path: FilePath, _ mode: mode_t) throws {
        try SystemFailure.check(path.withCString { chmod($0, mode) }, "chmod")
    }

    public static func setOwner(_ path: FilePath, _ user: uid_t) throws {
        try SystemFailure.check(path.withCString { lchown($0, user, user) }, "lchown")
    }

    // MARK: Names

    public static func rename(_ from: FilePath, to: FilePath) throws {
        try SystemFailure.check(
            from.withCString { old in to.withCString { Glibc.rename(old, $0) } },
            "rename"
        )
    }

    private typealias RenameAt2 =
        @convention(c) (
            Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32
        ) -> Int32

    /// Exchanges two names in one step.
    public static func exchange(_ first: FilePath, _ second: FilePath) throws {
        // The Glibc module leaves renameat2(2) out, for it is declared with _GNU_SOURCE only.
        guard let symbol = dlsym(nil, "renameat2") else { throw SystemFailure("renameat2") }
        let renameAt2 = unsafeBitCast(symbol, to: RenameAt2.self)
        // RENAME_EXCHANGE of linux/fs.h.
        let result = first.withCString { one in
            second.withCString { renameAt2(AT_FDCWD, one, AT_FDCWD, $0, 2) }
        }
        try SystemFailure.check(result, "renameat2")
    }

    public static func link(_ from: FilePath, to: FilePath) throws {
        try SystemFailure.check(from.withCString { old in to.withCString { Glibc.link(old, $0) } }, "link")
    }

    public static func makeSymbolicLink(_ path: FilePath, to target: FilePath) throws {
        try SystemFailure.check(
            target.withCString { old in path.withCString { symlink(old, $0) } },
            "symlink"
        )
    }

    public static func makeFIFO(_ path: FilePath) throws {
        try SystemFailure.check(path.withCString { mkfifo($0, 0o600) }, "mkfifo")
    }

    public static func remove(_ path: FilePath) throws {
        try SystemFailure.check(path.withCString { unlink($0) }, "unlink")
    }

    // MARK: Folders

    public static func makeFolder(_ path: FilePath) throws {
        try SystemFailure.check(path.withCString { mkdir($0, 0o755) }, "mkdir")
    }

    /// Makes a folder and those above it that are missing.
    public static func makeFolders(_ path: FilePath) throws {
        guard path.withCString({ mkdir($0, 0o755) }) != 0, errno != EEXIST else { return }
        guard errno == ENOENT, path.bytes.count > 1 else { throw SystemFailure("mkdir") }
        try makeFolders(path.parent)
        try makeFolder(path)
    }

    /// Removes a folder and everything in it.
    public static func removeTree(_ path: FilePath) throws {
        for name in try names(in: path) {
            let entry = path.appending(name)
            if isFolder(entry) { try removeTree(entry) } else { try remove(entry) }
        }
        try SystemFailure.check(path.withCString { rmdir($0) }, "rmdir")
    }

    public static func names(in folder: FilePath) throws -> [FileName] {
        guard let stream = folder.withCString({ opendir($0) }) else { throw SystemFailure("opendir") }
        defer { closedir(stream) }
        var names: [FileName] = []
        while let entry = readdir(stream) {
            let bytes = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            let name = FileName(bytes)
            if name.bytes != Array(".".utf8), name.bytes != Array("..".utf8) { names.append(name) }
        }
        return names.sorted()
    }

    // MARK: What is there

    /// What lstat(2) tells; `nil` where there is nothing.
    public static func status(_ path: FilePath) -> stat? {
        var status = stat()
        return path.withCString { lstat($0, &status) } == 0 ? status : nil
    }

    public static func isFolder(_ path: FilePath) -> Bool {
        status(path).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
    }

    public static func isFile(_ path: FilePath) -> Bool {
        status(path).map { $0.st_mode & S_IFMT == S_IFREG } ?? false
    }

    public static func isLink(_ path: FilePath) -> Bool {
        status(path).map { $0.st_mode & S_IFMT == S_IFLNK } ?? false
    }

    /// What a symbolic link says.
    public static func linkTarget(_ path: FilePath) throws -> FilePath {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = try SystemFailure.check(
            Int32(path.withCString { readlink($0, &buffer, buffer.count) }),
            "read the link \(path.display)"
        )
        return FilePath(buffer.prefix(Int(length)).map { UInt8(bitPattern: $0) })
    }
}
