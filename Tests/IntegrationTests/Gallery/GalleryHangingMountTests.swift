import Glibc
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite(
        "Originals on mounts that hang",
        .inMountNamespace,
        .enabled(
            if: access("/dev/fuse", R_OK | W_OK) == 0,
            "wants /dev/fuse: as root, or where everybody may use it"
        )
    )
    struct GalleryHangingMountTests {
        /// Runs a test with a gallery, a photo on a mount, and one that is not.
        private func run(
            _ body: (HangingMountTests.Case, GalleryFixture, _ remote: String, _ local: String) throws -> Void
        ) throws {
            try HangingMountTests.run { mount in
                try mount.daemon.start()
                let client = try mount.daemon.connect()
                try client.sync()
                let remote = try client.id(of: mount.mount + "a.jpg")
                let local = try client.id(of: mount.daemon.root + "a.jpg")
                try GalleryFixture.run(beside: mount.daemon) { gallery in
                    // While the mount hangs none that waits for it can be ended.
                    defer { kill(mount.server.identifier, SIGCONT) }
                    try body(mount, gallery, remote, local)
                }
            }
        }

        @Test("however many are asked for, none that lies elsewhere waits, and they come when it is back")
        func hangs() throws {
            try run { mount, gallery, remote, local in
                try mount.hang()
                let waiting = try (0..<8).map { _ in try gallery.begin("/original/\(remote)") }
                for _ in 0..<3 {
                    #expect(try gallery.get("/original/\(local)").status == 200)
                    #expect(try gallery.get("/api/ping").status == 200)
                }
                try mount.recover()
                for connection in waiting { #expect(try connection.head().status == 200) }
            }
        }

        @Test("one that stops answering when a file of it is closed holds up nobody")
        func hangsAtClosing() throws {
            try run { mount, gallery, remote, local in
                try mount.server.signal(SIGUSR1)
                #expect(try gallery.get("/original/\(remote)").status == 200)
                try mount.server.waitUntilStopped()
                #expect(try gallery.get("/original/\(local)").status == 200)
                #expect(try gallery.get("/api/ping").status == 200)
                try mount.recover()
                #expect(try gallery.get("/original/\(remote)").status == 200)
            }
        }
    }
}
