import CShims
import Glibc
import PhotoModel

/// A picture that the program writes to a file: whole or not at all.
struct PictureFile {
    let path: [UInt8]

    private static let place = Array("%d".utf8)
    private static let slash = UInt8(ascii: "/")

    /// - Parameter number: what stands in the name for `%d`.
    init(_ path: [UInt8], number: Int) {
        let start = path.lastIndex(of: Self.slash).map { $0 + 1 } ?? 0
        if let place = path.indices.first(where: { $0 >= start && path[$0...].starts(with: Self.place) }) {
            self.path = path[..<place] + Array("\(number)".utf8) + path[(place + Self.place.count)...]
        } else {
            self.path = path
        }
    }

    static func isJPEG(_ name: String) -> Bool {
        let name = name.lowercased()
        return name.hasSuffix(".jpg") || name.hasSuffix(".jpeg")
    }

    /// Writes a file beside it, which then gets its name. The other name is as short however long this one is.
    func write(_ bytes: [UInt8], isReplacing: Bool) throws(Failure) {
        let folder = Array(path[..<(path.lastIndex(of: Self.slash).map { $0 + 1 } ?? 0)])
        let temporary = folder + Array(".photoctl-\(UInt64.random(in: .min ... .max))".utf8)
        let code = Self.withCString(temporary) { temporary in
            Self.withCString(path) { path in
                Self.write(bytes, temporary, path, isReplacing)
            }
        }
        guard code != 0 else { return }
        let name = String(decoding: path, as: UTF8.self)
        throw Failure(
            .refused,
            code == EEXIST
                ? "\(name) is there already: give another name, --overwrite, or for several frames a name with %d"
                : "cannot write \(name): \(String(cString: strerror(code)))"
        )
    }

    /// Returns 0 or an error number.
    private static func write(
        _ bytes: [UInt8],
        _ temporary: UnsafePointer<CChar>,
        _ path: UnsafePointer<CChar>,
        _ isReplacing: Bool
    ) -> Int32 {
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { return errno }
        var code: Int32 = 0
        var written = 0
        while code == 0, written < bytes.count {
            let count = bytes.withUnsafeBytes { rest in
                uninterrupted {
                    Glibc.write(descriptor, rest.baseAddress.map { $0 + written }, rest.count - written)
                }
            }
            if count > 0 { written += count } else { code = count < 0 ? errno : EIO }
        }
        if close(descriptor) != 0, code == 0 { code = errno }
        if code == 0 {
            if isReplacing {
                code = rename(temporary, path) == 0 ? 0 : errno
            } else {
                code = photod_rename_no_replace(AT_FDCWD, temporary, AT_FDCWD, path)
                // Some file systems cannot be told not to replace; a link never replaces.
                if code == EINVAL || code == ENOSYS { code = move(temporary, byLinking: path) }
            }
        }
        if code != 0 { unlink(temporary) }
        return code
    }

    private static func move(_ temporary: UnsafePointer<CChar>, byLinking path: UnsafePointer<CChar>) -> Int32
    {
        guard link(temporary, path) == 0 else { return errno }
        return unlink(temporary) == 0 ? 0 : errno
    }

    private static func withCString<Result>(_ bytes: [UInt8], _ body: (UnsafePointer<CChar>) -> Result)
        -> Result
    {
        (bytes + [0]).withUnsafeBufferPointer { buffer in
            buffer.withMemoryRebound(to: CChar.self) { buffer in
                // It has its terminator at least.
                buffer.baseAddress.map(body) ?? body("")
            }
        }
    }
}
