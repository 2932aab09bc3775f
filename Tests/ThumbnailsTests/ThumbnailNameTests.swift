import Glibc
import PhotoModel
import TestSupport
import Testing

@testable import Thumbnails

@Suite("What thumbnails are called")
struct ThumbnailNameTests {
    @Test(
        "MD5 is RFC 1321's",
        arguments: [
            ("", "d41d8cd98f00b204e9800998ecf8427e"), ("a", "0cc175b9c0f1b6a831c399e269772661"),
            ("abc", "900150983cd24fb0d6963f7d28e17f72"),
            ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
            ("abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"),
            (
                "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
                "d174ab98d277d9f5a5611c2c9f419d9f"
            ),
            (
                "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
                "57edf4a22be3c955ac49da2e2107b67a"
            ),
        ]
    )
    func digests(_ message: String, _ digest: String) {
        #expect(ThumbnailName(uri: Array(message.utf8)).fileName.text == digest + ".png")
    }

    @Test("the standard's own example has the standard's name")
    func example() {
        let original = ThumbnailOriginal(
            path: FilePath("/home/jens/photos/me.png"),
            modificationTime: 0,
            size: 1,
            format: .png
        )
        #expect(original.uri == Array("file:///home/jens/photos/me.png".utf8))
        #expect(original.name.fileName.text == "c6ee772d9e49320e97ec29a7eb5b1697.png")
    }

    @Test("URI and name of every odd path are GLib's", .enabled(if: GLib.isThere, "libglib-2.0 is missing"))
    func likeGLib() throws {
        let glib = try #require(GLib())
        var generator = SeededGenerator.fromEnvironment()
        var paths = (1...255).map { FilePath(Array("/photos/a".utf8) + [UInt8($0)] + Array("b".utf8)) }
        paths += (0..<1000).map { _ in
            let length = Int.random(in: 1...200, using: &generator)
            let bytes = (0..<length).map { _ in UInt8.random(in: 1...255, using: &generator) }
            return FilePath([UInt8(ascii: "/")] + bytes)
        }
        for path in paths {
            let uri = try #require(glib.uri(of: path))
            #expect(FileURI.of(path) == uri, "\(path.bytes)")
            let name = try #require(glib.digest(of: uri))
            #expect(ThumbnailName(uri: FileURI.of(path)).fileName.text == name + ".png")
        }
        // Around the lengths where a message begins another block.
        for length in 0...260 {
            let message = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
            #expect(ThumbnailName(uri: message).fileName.text == glib.digest(of: message).map { $0 + ".png" })
        }
    }
}

/// GLib's own functions, without being linked with it.
private struct GLib {
    private typealias ToURI =
        @convention(c) (UnsafePointer<CChar>, UnsafePointer<CChar>?, UnsafeMutableRawPointer?)
        -> UnsafeMutablePointer<CChar>?
    private typealias Checksum =
        @convention(c) (Int32, UnsafeRawPointer?, Int) -> UnsafeMutablePointer<CChar>?
    /// `G_CHECKSUM_MD5`.
    private static let md5: Int32 = 0

    private let toURI: ToURI
    private let checksum: Checksum

    static var isThere: Bool { GLib() != nil }

    init?() {
        guard let library = dlopen("libglib-2.0.so.0", RTLD_NOW),
            let toURI = dlsym(library, "g_filename_to_uri"),
            let checksum = dlsym(library, "g_compute_checksum_for_data")
        else { return nil }
        self.toURI = unsafeBitCast(toURI, to: ToURI.self)
        self.checksum = unsafeBitCast(checksum, to: Checksum.self)
    }

    func uri(of path: FilePath) -> [UInt8]? {
        guard let text = path.withCString({ toURI($0, nil, nil) }) else { return nil }
        defer { free(text) }
        return Array(UnsafeRawBufferPointer(start: text, count: strlen(text)))
    }

    func digest(of message: [UInt8]) -> String? {
        guard let text = checksum(Self.md5, message, message.count) else { return nil }
        defer { free(text) }
        return String(cString: text)
    }
}
