import CShims
import Glibc
import PhotoModel

/// An open file descriptor that closes itself.
struct Descriptor: ~Copyable {
    private let number: CInt

    /// `flags` are those of `open(2)`; O_CLOEXEC is always added. Created files are the user's alone.
    init(_ path: FilePath, flags: CInt) throws(SystemError) {
        let opened = path.withCString { open($0, flags | O_CLOEXEC, 0o600) }
        guard opened >= 0 else { throw SystemError(code: errno) }
        number = opened
    }

    deinit { close(number) }

    func status() throws(SystemError) -> stat {
        var status = stat()
        guard fstat(number, &status) == 0 else { throw SystemError(code: errno) }
        return status
    }

    func abilities() throws(SystemError) -> FileSystemAbilities {
        var identifier: UInt64 = 0
        var type: Int64 = 0
        guard photod_filesystem_id(number, &identifier, &type) == 0 else { throw SystemError(code: errno) }
        return FileSystemAbilities(device: UInt64(try status().st_dev), type: type)
    }

    func write(_ bytes: [UInt8]) throws(SystemError) {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.write(number, $0.baseAddress?.advanced(by: written), $0.count - written)
            }
            if count < 0 {
                if errno == EINTR { continue }
                throw SystemError(code: errno)
            }
            written += count
        }
    }

    func synchronize() throws(SystemError) {
        guard fsync(number) == 0 else { throw SystemError(code: errno) }
    }

    /// Up to `limit` bytes from the current position on.
    func read(limit: Int) throws(SystemError) -> [UInt8] {
        var result: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 16_384)
        while result.count < limit {
            let count = block.withUnsafeMutableBytes { Glibc.read(number, $0.baseAddress, $0.count) }
            if count < 0 {
                if errno == EINTR { continue }
                throw SystemError(code: errno)
            }
            if count == 0 { break }
            result.append(contentsOf: block[..<count])
        }
        return result
    }

    static func contents(of path: FilePath) throws(FileReadError) -> [UInt8] {
        let limit = 4 << 20
        let mode: mode_t
        let bytes: [UInt8]
        do throws(SystemError) {
            // O_NONBLOCK: a FIFO in place of the file must not hang the start.
            let file = try Descriptor(path, flags: O_RDONLY | O_NONBLOCK)
            mode = try file.status().st_mode
            bytes = mode & S_IFMT == S_IFREG ? try file.read(limit: limit + 1) : []
        } catch {
            throw error.code == ENOENT || error.code == ENOTDIR ? .missing : .system(error.code)
        }
        guard mode & S_IFMT == S_IFREG else { throw .notAFile }
        guard bytes.count <= limit else { throw .tooLarge }
        return bytes
    }
}

/// A failed system call.
struct SystemError: Error, Hashable, Sendable {
    var code: CInt
}
