import GalleryAddress
import Glibc
import PhotoModel

/// What lets a browser into a gallery.
struct GalleryKeys {
    private let folder: GalleryFolder
    /// Bytes that a file has which a gallery writes.
    private static let longest = 16_384

    init(_ folder: GalleryFolder) {
        self.folder = folder
    }

    /// The gallery's token, which it has made at its first start.
    func token() throws -> String {
        let bytes: [UInt8]
        do throws(ReadingFailure) {
            bytes = try WholeContent.read(folder.token, atMost: Self.longest)
        } catch { throw Failure(.refused, Self.unreadToken(folder.token, error.code)) }
        return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }

    private static func unreadToken(_ file: FilePath, _ code: Int32) -> String {
        switch code {
        case EACCES, EPERM:
            "cannot read \(file.display): the gallery belongs to another user; ask as that user (sudo -u), or have one of your own: "
                + "--state-dir DIR"
        case ENOENT:
            "\(file.display) is gone: end photod-gallery and ask again, it makes another at its start"
        default:
            "cannot read \(file.display): \(ErrorNumber.text(of: code)); look after its disk and the limit of open files"
        }
    }

    /// A ticket, which the gallery takes once. What a browser is started with other users of this machine can see; when they do,
    /// the ticket is spent.
    func ticket() throws -> String {
        let ticket = Self.randomDigits(64)
        let place = folder.ticket(named: Self.randomDigits(16))
        let file = place.withCString { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) }
        guard file >= 0 else { throw Self.failure(place, errno) }
        let bytes = Array((ticket + "\n").utf8)
        let count = bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
        var code = count == bytes.count ? 0 : count < 0 ? errno : ENOSPC
        if close(file) != 0, code == 0 { code = errno }
        guard code == 0 else {
            _ = place.withCString { unlink($0) }
            throw Self.failure(place, code)
        }
        return ticket
    }

    /// Hexadecimal digits that nobody can guess.
    private static func randomDigits(_ count: Int) -> String {
        var generator = SystemRandomNumberGenerator()
        let digits = Array("0123456789abcdef".utf8)
        return String(
            decoding: (0..<count).map { _ in digits[Int(generator.next() & 0xF)] },
            as: UTF8.self
        )
    }

    /// The first line of a small file; `nil` where it cannot be read.
    static func line(of file: FilePath) -> String? {
        let bytes = bytes(of: file)
        return bytes.isEmpty
            ? nil : String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }

    /// A small file; none where it cannot be read.
    static func bytes(of file: FilePath) -> [UInt8] {
        let descriptor = file.withCString { open($0, O_RDONLY | O_CLOEXEC) }
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        var buffer = [UInt8](repeating: 0, count: longest)
        let count = uninterrupted { read(descriptor, &buffer, buffer.count) }
        return Array(buffer.prefix(max(0, count)))
    }

    private static func failure(_ file: FilePath, _ code: Int32) -> Failure {
        Failure(
            .refused,
            "cannot write \(file.display): \(String(cString: strerror(code))); look after its disk and its permissions"
        )
    }
}
