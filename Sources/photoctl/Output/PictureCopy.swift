import Glibc
import LineProtocol
import PhotoClient

/// Copies a picture that photod keeps to where its user wants it: a file, which is there whole or not at all, or the output.
enum PictureCopy {
    /// - Parameters:
    ///   - line: what photod says of the picture.
    ///   - output: a file's path, or `-`.
    static func copy(_ line: JSONValue, to output: String, _ session: Session) throws {
        guard line["error"] == nil, let path = line["path"]?.string else {
            throw Failure(.refused, line["message"]?.string ?? "there is no picture")
        }
        let bytes = try content(of: path)
        if output == "-" { return session.output.write(bytes) }
        try write(bytes, to: output)
    }

    /// What is no plain file, a device or a pipe, is written into. A plain file is replaced, and where a link leads to it the link
    /// stays.
    static func write(_ bytes: [UInt8], to output: String) throws {
        var status = stat()
        let isThere = stat(output, &status) == 0
        if isThere, status.st_mode & mode_t(S_IFMT) != mode_t(S_IFREG) {
            return try fill(output, O_WRONLY | O_CLOEXEC, 0, bytes)
        }
        let target = isThere ? try place(of: output) : output
        // Its own name, however long, must not make the other one too long.
        let folder = target.lastIndex(of: "/").map { String(target[...$0]) } ?? ""
        let temporary = "\(folder).photoctl-\(getpid()).tmp"
        do {
            // One of a process that was killed is nobody's.
            if unlink(temporary) != 0, errno != ENOENT { throw failure("write", output) }
            try fill(
                temporary,
                O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
                isThere ? status.st_mode & 0o777 : 0o666,
                bytes,
                called: output
            )
            guard rename(temporary, target) == 0 else { throw failure("write", output) }
        } catch {
            unlink(temporary)
            throw error
        }
    }

    private static func place(of output: String) throws -> String {
        guard let path = realpath(output, nil) else { throw failure("write", output) }
        defer { free(path) }
        return String(cString: path)
    }

    /// - Parameter name: what the file is called in messages.
    private static func fill(
        _ path: String,
        _ flags: Int32,
        _ mode: mode_t,
        _ bytes: [UInt8],
        called name: String? = nil
    ) throws {
        let file = open(path, flags, mode)
        guard file >= 0 else { throw failure("write", name ?? path) }
        defer { close(file) }
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure("write", name ?? path) }
            written += count
        }
    }

    private static func content(of path: String) throws -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw failure("read", path) }
        defer { close(file) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(file, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw failure("read", path) }
            if count == 0 { return bytes }
            bytes.append(contentsOf: piece[..<count])
        }
    }

    private static func failure(_ call: String, _ path: String) -> Failure {
        Failure(.refused, "cannot \(call) \(path): \(String(cString: strerror(errno)))")
    }
}
