import GalleryAddress
import PhotoModel
import Testing

@testable import Gallery

@Suite("Names that are told, and taken")
struct NamesTests {
    @Test("an upload keeps its name, and one that would lead elsewhere or be hidden is refused")
    func uploads() {
        for name in ["IMG_20160912_123456.jpg", "Ünïcode – 1.JPG", "a b.mov", "a\\b.jpg"] {
            #expect(UploadName.fileName(name) == FileName(name), "\(name)")
        }
        for name in [
            nil, "", ".", "..", ".hidden", "a/b", "/a", "a\nb", "a\u{7F}", String(repeating: "é", count: 128),
        ] {
            #expect(UploadName.fileName(name) == nil, "\(name ?? "none")")
        }
        #expect(UploadName.isSet("0123456789abcdef"))
        for set in ["", "..", "0123456789ABCDEF", "0123456789abcde/", "0123456789abcdef0"] {
            #expect(!UploadName.isSet(set), "\(set)")
        }
    }

    @Test(
        "of what is sent only the beginnings of photos, videos and sidecars are taken, however they are cut up"
    )
    func kinds() {
        func takes(_ name: String, _ pieces: [[UInt8]]) -> Bool {
            var kind = UploadKind(FileName(name))
            return pieces.allSatisfy { kind.takes($0, isEnd: false) } && kind.takes([], isEnd: true)
        }
        let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0]
        #expect(takes("a.jpg", [jpeg]) && takes("a.JPEG", jpeg.map { [$0] }))
        #expect(takes("a.jpg", [jpeg, [UInt8](repeating: 0, count: 1000), Array("anything".utf8)]))
        // Phones call files what they are not.
        #expect(takes("a.png", [jpeg]) && takes("a.nef", [jpeg]))
        #expect(takes("a.mov", [[0, 0, 0, 20] + Array("ftypqt  ".utf8)]))
        #expect(takes("a.jpg.xmp", [Array("<x:xmpmeta".utf8)]) && takes("a.aae", [Array("<?xml".utf8)]))
        #expect(!takes("a.jpg", []) && !takes("a.jpg", [[]]) && !takes("a.xmp", []))
        #expect(!takes("a.jpg", [Array("<html>".utf8)]) && !takes("a.mov", [Array("#!/bin/sh\n".utf8)]))
        #expect(!takes("a.html", [jpeg]) && !takes("a", [jpeg]) && !takes("jpg", [jpeg]))
    }

    @Test("a downloaded file is called as the photo, in every browser")
    func attachments() {
        #expect(
            ContentType.attachment(FileName("Söhne \"1\".jpg"))
                == "attachment; filename=\"S__hne _1_.jpg\"; filename*=UTF-8''S%C3%B6hne%20%221%22.jpg"
        )
        #expect(ContentType.attachment(FileName([0x61, 0xFF])) == "attachment; filename=\"a_\"")
    }

    @Test("of originals only pictures and films are told what they are")
    func types() {
        #expect(ContentType.ofOriginal("image/jpeg") == "image/jpeg")
        #expect(ContentType.ofOriginal("video/quicktime") == "video/quicktime")
        for type in [nil, "text/html", "image/svg+xml", "image/x; charset=utf-8", "image/a\r\nX: y"] {
            #expect(ContentType.ofOriginal(type) == "application/octet-stream")
        }
        #expect(ContentType.ofPage("app.js").hasPrefix("text/javascript"))
        #expect(ContentType.ofPage("coast.geojson") == "application/geo+json")
        #expect(ContentType.ofPage("noextension") == "application/octet-stream")
    }

    @Test("a uri is the path that it says, byte for byte")
    func uris() {
        #expect(
            OriginalAnswer.path("file:///srv/caf%E9%20%2B.jpg")
                == FilePath(Array("/srv/caf".utf8) + [0xE9] + Array(" +.jpg".utf8))
        )
        for uri in ["/srv/a.jpg", "http://x/a", "file://host/a", "file:///a%00", "file:///%zz"] {
            #expect(OriginalAnswer.path(uri) == nil, "\(uri)")
        }
    }

    @Test("a gallery listens on this machine alone, and says why")
    func addresses() throws {
        #expect(try GalleryAddress("127.0.0.1:0") == .loopback(host: "127.0.0.1", port: 0))
        #expect(try GalleryAddress("localhost:80") == .loopback(host: "127.0.0.1", port: 80))
        #expect(try GalleryAddress("[::1]:7468").origin == "http://[::1]:7468")
        #expect(try GalleryAddress("unix:/run/g") == .unix(FilePath("/run/g")))
        for address in [
            GalleryAddress.loopback(host: "127.0.0.1", port: 1), .loopback(host: "::1", port: 65535),
            .unix(FilePath("/a:b")),
        ] {
            #expect(try GalleryAddress(address.description) == address)
        }
        for text in ["0.0.0.0:80", "192.168.1.2:80", "[::]:80", ":80", "photos.example:80"] {
            let fault = #expect(throws: GalleryAddress.Fault.self) { try GalleryAddress(text) }
            #expect(fault?.description.contains("ssh -L") ?? false, "\(text)")
        }
        for text in [
            "", "7468", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:x", "unix:", "unix:rel",
        ] {
            #expect(throws: GalleryAddress.Fault.self, "\(text)") { try GalleryAddress(text) }
        }
    }

    @Test("its folder is where the XDG specification has state")
    func folders() {
        func usual(_ variables: [String: String]) -> String? {
            GalleryFolder.usual { variables[$0].map { Array($0.utf8) } }?.path.display
        }
        #expect(usual(["XDG_STATE_HOME": "/s", "HOME": "/h"]) == "/s/photod-gallery")
        #expect(usual(["XDG_STATE_HOME": "s", "HOME": "/h"]) == "/h/.local/state/photod-gallery")
        #expect(usual(["HOME": ""]) == nil && usual([:]) == nil)
    }
}
