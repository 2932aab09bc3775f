import CShims
import Glibc
import PhotoModel

/// An open file that closes itself.
public struct OpenFile: ~Copyable, Sendable {
    public let descriptor: Int32
    /// Where it was opened.
    public let path: FilePath
    public let gate: ChangeGate

    /// Takes over `descriptor`.
    public init(owning descriptor: Int32, path: FilePath, gate: ChangeGate = .open) {
        self.descriptor = descriptor
        self.path = path
        self.gate = gate
    }

    /// Opens a file for reading. A symbolic link is not followed, a FIFO is not waited for, and where the kernel lets us the
    /// access time stays as it is.
    public init(reading path: FilePath, gate: ChangeGate = .open) throws(CallFailure) {
        let opened = path.withCString { photod_open_for_reading(AT_FDCWD, $0) }
        guard opened >= 0 else { throw CallFailure(.open, path, -opened) }
        self.init(owning: opened, path: path, gate: gate)
    }

    /// - Parameter flags: of open(2); O_CLOEXEC is always added. A file that is made is the user's alone.
    public init(_ path: FilePath, flags: Int32, gate: ChangeGate = .open) throws(CallFailure) {
        let opened = path.withCString { open($0, flags | O_CLOEXEC, 0o600) }
        guard opened >= 0 else { throw CallFailure(.open, path, errno) }
        self.init(owning: opened, path: path, gate: gate)
    }

    deinit {
        close(descriptor)
    }

    public func status() throws(CallFailure) -> FileStatus {
        do throws(CallFailure) { return try FileStatus(descriptor: descriptor) } catch {
            throw CallFailure(.look, path, error.code)
        }
    }

    // MARK: - Reading

    /// At most `limit` bytes from a position on.
    ///
    /// - Parameter expected: so much memory is taken at first: what a file claims to hold need not be there.
    public func read(
        limit: Int,
        from position: Int64 = 0,
        expecting expected: Int = 1 << 16
    ) throws(CallFailure) -> [UInt8] {
        var wanted = min(limit, max(expected, 1))
        var bytes = try piece(wanted, from: position)
        while bytes.count == wanted, wanted < limit {
            let more = min(limit - wanted, wanted)
            bytes += try piece(more, from: position + Int64(wanted))
            wanted += more
        }
        return bytes
    }

    private func piece(_ capacity: Int, from position: Int64) throws(CallFailure) -> [UInt8] {
        var code: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            let result = WholeTransfer.read(
                into: UnsafeMutableRawBufferPointer(buffer),
                from: descriptor,
                at: position
            )
            if result < 0 { code = Int32(clamping: -result) } else { count = result }
        }
        guard code == 0 else { throw CallFailure(.read, path, code) }
        return bytes
    }

    /// The whole of a small file that may be none of a disk, as those of /proc.
    public static func content(of path: FilePath, limit: Int = .max) throws(CallFailure) -> [UInt8] {
        try OpenFile(path, flags: O_RDONLY).read(limit: limit)
    }

    // MARK: - Writing

    /// Writes everything where the file stands.
    public func write(
        _ bytes: UnsafeRawBufferPointer,
        as point: ChangePoint = .writeContent
    ) throws(CallFailure) {
        try pass(point, .write)
        try CallFailure.check(WholeTransfer.write(bytes, to: descriptor), .write, path)
    }

    public func write(_ bytes: [UInt8], as point: ChangePoint = .writeContent) throws(CallFailure) {
        try pass(point, .write)
        let code = bytes.withUnsafeBytes { WholeTransfer.write($0, to: descriptor) }
        try CallFailure.check(code, .write, path)
    }

    /// Writes everything at a position.
    public func write(_ bytes: [UInt8], at position: Int64, as point: ChangePoint) throws(CallFailure) {
        try pass(point, .write)
        let code = bytes.withUnsafeBytes { WholeTransfer.write($0, to: descriptor, at: position) }
        try CallFailure.check(code, .write, path)
    }

    /// Takes away what is behind the first `length` bytes.
    public func cut(to length: Int64, as point: ChangePoint) throws(CallFailure) {
        try pass(point, .cut)
        guard ftruncate(descriptor, off_t(length)) == 0 else { throw CallFailure(.cut, path, errno) }
    }

    /// Makes content and status last.
    public func synchronise() throws(CallFailure) {
        try pass(.syncContent, .sync)
        guard fsync(descriptor) == 0 else { throw CallFailure(.sync, path, errno) }
    }

    /// Makes the content last, and of the status what reading it needs.
    public func synchroniseContent(as point: ChangePoint = .syncContent) throws(CallFailure) {
        try pass(point, .sync)
        guard fdatasync(descriptor) == 0 else { throw CallFailure(.sync, path, errno) }
    }

    /// What every change begins with.
    public func pass(_ point: ChangePoint, _ call: CallFailure.Call) throws(CallFailure) {
        try CallFailure.check(gate.pass(point), call, path)
    }
}
