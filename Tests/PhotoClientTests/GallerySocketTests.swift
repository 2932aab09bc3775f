import PhotoClient
import Testing

@Suite("Where a gallery's commands go")
struct GallerySocketTests {
    private func usual(_ variables: [String: String]) -> SocketPath? {
        GallerySocket.usual { variables[$0].map { Array($0.utf8) } }
    }

    @Test("a named socket comes before the usual one in the folder that is the user's alone")
    func usual() {
        let runtime = ["XDG_RUNTIME_DIR": "/run/user/7"]
        #expect(usual(runtime) == SocketPath("/run/user/7/photod/gallery"))
        #expect(
            usual(runtime.merging(["PHOTOD_GALLERY_SOCKET": "here"]) { $1 }) == SocketPath("here")
        )
        #expect(usual(["XDG_RUNTIME_DIR": "relative"]) == nil)
        #expect(usual([:]) == nil)
    }

    @Test("what was said on the command line counts alone")
    func explicit() {
        #expect(GallerySocket.path(explicit: SocketPath("/s")) == SocketPath("/s"))
        #expect(GallerySocket.path().bytes.first == UInt8(ascii: "/"))
    }
}
