import Glibc
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("An installation")
    struct InstallationTests {
        private static let source = FilePath(
            #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined()
        )

        /// make/install, with the programs that were built for the tests, as they are.
        private static func make(_ verb: String, _ root: FilePath, _ daemon: DaemonFixture) throws {
            let build = try Programs.path(of: "photod").parent
            let child = try ChildProcess(
                source + "make/install",
                [verb],
                environment: [
                    "PATH=/usr/bin:/bin", "PREFIX=/usr", "DESTDIR=\(root.display)", "STRIP=0",
                    "BUILD=\(build.display)",
                ],
                log: daemon.log
            )
            #expect(try child.wait() == .exited(0), "\(daemon.logText)")
        }

        private static func files(below folder: FilePath) throws -> [FilePath] {
            try Disk.names(in: folder).flatMap { name in
                let path = folder.appending(name)
                return Disk.isFolder(path) ? try files(below: path) : [path]
            }
        }

        @Test("below a DESTDIR it is whole and runs, and goes again without what is not its own")
        func inAndOut() throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                let root = daemon.scratch.location + "destination"
                let usr = root + "usr"
                try Self.make("install", root, daemon)
                let files = try Self.files(below: root)
                let names = files.map { String($0.display.dropFirst(usr.display.utf8.count + 1)) }
                for name in [
                    "bin/photod", "bin/photoctl", "bin/photod-gallery", "libexec/photod/photod-extract",
                    "share/photod/gallery/index.html", "lib/systemd/user/photod-gallery.socket",
                    "lib/systemd/user/photod-gallery-control.socket",
                    "share/man/man8/photod-gallery.8", "share/man/man7/photod-navigation.7",
                    "share/photod/gallery/navigation/screen-navigation.js",
                    "libexec/photod/photod-media", "libexec/photod/photod-render",
                    "lib/systemd/user/photod.service", "lib/systemd/system/photod@.socket",
                    "share/man/man8/photod.8",
                    "share/bash-completion/completions/photoctl", "lib/sysctl.d/60-photod-inotify.conf",
                    "share/doc/photod/LICENSE",
                ] { #expect(names.contains(name), "\(name)") }
                for (name, file) in zip(names, files) {
                    let isProgram = name.hasPrefix("bin/") || name.hasPrefix("libexec/")
                    #expect(
                        Disk.status(file).map { $0.st_mode & 0o7777 } == (isProgram ? 0o755 : 0o644),
                        "\(name)"
                    )
                }
                let unit = String(
                    decoding: try Disk.read(usr + "lib/systemd/user/photod.service"),
                    as: UTF8.self
                )
                #expect(unit.contains("ExecStart=/usr/bin/photod\n"))
                let manual = String(
                    decoding: try Disk.read(usr + "share/man/man5/photod.toml.5"),
                    as: UTF8.self
                )
                #expect(manual.contains("\n.It Pa /usr/share/doc/photod/examples/photod.toml\n"))
                let gallery = String(
                    decoding: try Disk.read(usr + "lib/systemd/user/photod-gallery.service"),
                    as: UTF8.self
                )
                #expect(gallery.contains("ExecStart=/usr/bin/photod-gallery --idle-exit 600\n"))

                daemon.otherProgram = usr + "bin/photod"
                try Disk.writePhoto(1, to: daemon.root + "a.jpg", description: "Beach")
                try daemon.start()
                let client = try daemon.connect()
                try client.sync()
                #expect(try client.item(daemon.root + "a.jpg")?["description"]?.string == "Beach")
                // It finds its page below the prefix.
                let address = try daemon.photoctl(
                    ["gallery", "--print", "--state-dir", (daemon.scratch.location + "gallery").display],
                    program: usr + "bin/photoctl"
                )
                #expect(address.text.hasPrefix("http://127.0.0.1:"), "\(address.errors)")
                try GalleryFixture.endDetached(daemon.scratch.location + "gallery")
                try daemon.stop()

                let own = usr + "share/doc/photod/notes.txt"
                try Disk.write("a user's own", to: own)
                try Self.make("uninstall", root, daemon)
                #expect(try Self.files(below: root) == [own])
                #expect(Disk.status(usr + "libexec/photod") == nil)
                #expect(Disk.isFolder(usr + "bin"))
            }
        }
    }
}
