import Glibc
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    /// The desktop's browser is a script in `xdg-open`'s place.
    @Suite("photoctl gallery")
    struct GalleryOpeningTests {
        /// Runs photoctl with a browser that writes down what it is to open.
        private func photoctl(
            _ gallery: GalleryFixture,
            _ arguments: [String],
            ending status: Int = 0,
            program: FilePath? = nil
        ) throws -> (run: PhotoctlRun, opened: String) {
            let folder = gallery.daemon.scratch.location + "bin"
            let opened = gallery.daemon.scratch.location + "opened"
            if !Disk.isFolder(folder) { try Disk.makeFolder(folder) }
            let script = """
                #!/bin/sh
                printf %s "$1" >'\(opened.display)'
                grep SigIgn /proc/$$/status >'\(opened.display)-ignoring'
                exit \(status)

                """
            try Disk.write(script, to: folder + "xdg-open")
            try Disk.setMode(folder + "xdg-open", 0o755)
            let run = try gallery.daemon.photoctl(
                ["gallery", "--state-dir", gallery.state.display] + arguments,
                environment: ["PATH=\(folder.display):/usr/bin:/bin"],
                program: program
            )
            let text = Disk.isFile(opened) ? String(decoding: try Disk.read(opened), as: UTF8.self) : ""
            return (run, text)
        }

        private func path(_ url: String, _ gallery: GalleryFixture) throws -> String {
            let prefix = "http://\(gallery.host)"
            try #require(url.hasPrefix("\(prefix)/?token="), "\(url)")
            return String(url.dropFirst(prefix.count))
        }

        @Test("opens the gallery that runs, with an address that is good once")
        func opening() throws {
            try GalleryFixture.run { gallery in
                let (run, opened) = try photoctl(gallery, [])
                #expect(run.end == .exited(0), "\(run.errors)")
                let address = try path(opened, gallery)
                #expect(!address.contains(gallery.token))
                func visit() throws -> Int {
                    try gallery.connect().ask(["GET \(address) HTTP/1.1", "Host: \(gallery.host)"]).status
                }
                #expect(try visit() == 303)
                #expect(try visit() == 401)
            }
        }

        @Test("a browser has the signals that photoctl ignores as others have them")
        func ignoredSignals() throws {
            try GalleryFixture.run { gallery in
                #expect(try photoctl(gallery, []).run.end == .exited(0))
                let line = try Disk.read(gallery.daemon.scratch.location + "opened-ignoring")
                let mask = String(decoding: line, as: UTF8.self).split(whereSeparator: \.isWhitespace).last
                let ignored = try #require(mask.flatMap { UInt64($0, radix: 16) })
                for signal in [SIGPIPE, SIGXFSZ] {
                    #expect(ignored & 1 << UInt64(signal - 1) == 0, "\(mask ?? "")")
                }
            }
        }

        @Test("what browsers take out of an address is no screen's name", arguments: [".", "..", "a/b", ""])
        func badNames(_ name: String) throws {
            try GalleryFixture.run(isStarted: false) { gallery in
                let (run, opened) = try photoctl(gallery, ["--screen", name])
                #expect(run.end == .exited(2) && opened.isEmpty, "\(run.errors)")
            }
        }

        @Test(
            "a browser that cannot be opened is a refusal, and not what xdg-open calls it",
            arguments: [1, 3, 5]
        )
        func noBrowser(_ status: Int) throws {
            try GalleryFixture.run { gallery in
                let run = try photoctl(gallery, [], ending: status).run
                #expect(run.end == .exited(4))
                #expect(run.errors.contains("photoctl gallery --print"), "\(run.errors)")
            }
        }

        /// Who ignores SIGCHLD hands that on, and the kernel forgets the children of whoever does.
        @Test("a browser is waited for where the one who starts photoctl has children forgotten")
        func forgottenChildren() throws {
            try GalleryFixture.run { gallery in
                let forgetful = gallery.daemon.scratch.location + "forgetful"
                let program = try Programs.path(of: "photoctl").display
                try Disk.write(
                    "#!/bin/sh\nexec env --ignore-signal=CHLD '\(program)' \"$@\"\n",
                    to: forgetful
                )
                try Disk.setMode(forgetful, 0o755)
                let (run, opened) = try photoctl(gallery, [], program: forgetful)
                #expect(run.end == .exited(0), "\(run.errors)")
                #expect(!opened.isEmpty)
                #expect(try photoctl(gallery, [], ending: 3, program: forgetful).run.end == .exited(4))
            }
        }

        @Test("an address that nobody has opened within a minute opens nothing any more")
        func oldTickets() throws {
            try GalleryFixture.run { gallery in
                let address = try path(try photoctl(gallery, []).opened, gallery)
                let tickets = try tickets(gallery)
                #expect(tickets.count == 1)
                for ticket in tickets { try Disk.setTime(ticket, seconds: time(nil) - 61) }
                let answer = try gallery.connect().ask(["GET \(address) HTTP/1.1", "Host: \(gallery.host)"])
                #expect(answer.status == 401)
                #expect(try self.tickets(gallery).isEmpty)
            }
        }

        private func tickets(_ gallery: GalleryFixture) throws -> [FilePath] {
            try Disk.names(in: gallery.state).filter { $0.display.hasPrefix("ticket") }
                .map { gallery.state.appending($0) }
        }

        @Test("opened twice within a moment, each address is good, whichever is visited first")
        func openingTwice() throws {
            try GalleryFixture.run { gallery in
                let addresses = try (0..<3).map { _ in try path(try photoctl(gallery, []).opened, gallery) }
                #expect(Set(addresses).count == 3)
                for address in [addresses[1], addresses[0], addresses[2]] {
                    func visit() throws -> Int {
                        try gallery.connect().ask(["GET \(address) HTTP/1.1", "Host: \(gallery.host)"])
                            .status
                    }
                    #expect(try visit() == 303)
                    #expect(try visit() == 401)
                }
                #expect(try tickets(gallery).isEmpty)
            }
        }

        @Test("--print prints the address that stays good")
        func printing() throws {
            try GalleryFixture.run { gallery in
                let (run, opened) = try photoctl(gallery, ["--print"])
                #expect(run.text == "http://\(gallery.host)/?token=\(gallery.token)\n" && opened.isEmpty)
            }
        }

        @Test("one that shows another daemon's photos is not opened")
        func anotherDaemon() throws {
            try GalleryFixture.run { gallery in
                let (run, opened) = try photoctl(gallery, ["--socket", "/run/another/socket"])
                #expect(run.end == .exited(4) && opened.isEmpty, "\(run.end) \(run.errors)")
                #expect(run.errors.contains(gallery.daemon.socket.display), "\(run.errors)")
                #expect(run.errors.contains("--state-dir"), "\(run.errors)")
                // By another way it is the same one.
                let link = gallery.daemon.scratch.location + "link"
                #expect(symlink(gallery.daemon.socket.display, link.display) == 0)
                #expect(try photoctl(gallery, ["--print", "--socket", link.display]).run.end == .exited(0))
            }
        }

        @Test("where none runs one is started, which stays when photoctl has ended")
        func starting() throws {
            try GalleryFixture.run(isStarted: false) { gallery in
                // What one that was killed has left behind says nothing.
                try Disk.makeFolder(gallery.state)
                try Disk.write("127.0.0.1:1\n", to: gallery.state + "address")
                let (run, _) = try photoctl(gallery, ["--print"])
                #expect(run.end == .exited(0), "\(run.errors)")
                let url = run.text.dropLast()
                let port = try #require(
                    url.split(separator: "/").dropFirst().first?.split(separator: ":").last.flatMap {
                        UInt16($0)
                    }
                )
                let token = try #require(url.split(separator: "=").last)
                let answer = try HTTPConnection(port: port).ask([
                    "GET /api/ping HTTP/1.1", "Host: 127.0.0.1:\(port)",
                    "Cookie: photod-gallery-\(port)=\(token)",
                ])
                #expect(answer.status == 200)
                #expect(try photoctl(gallery, ["--print"]).run.text == run.text)
                try GalleryFixture.endDetached(gallery.state)
            }
        }

        /// `systemctl` is a script that does what systemd does at a start: it returns when the gallery listens.
        @Test("where its socket unit is enabled systemd starts it")
        func startingBySystemd() throws {
            try GalleryFixture.run(isStarted: false) { gallery in
                let scratch = gallery.daemon.scratch.location
                try Disk.makeFolder(scratch + "bin")
                let state = scratch + ".local/state/photod-gallery"
                let program = try Programs.path(of: "photod-gallery").display
                try Disk.write(
                    """
                    #!/bin/sh
                    echo "$*" >>'\(scratch.display)/asked'
                    case "$*" in *' start '*)
                        '\(program)' --listen 127.0.0.1:0 >/dev/null 2>&1 &
                        until [ -s '\(state.display)/address' ]; do sleep 0.05; done;;
                    esac
                    """,
                    to: scratch + "bin/systemctl"
                )
                try Disk.setMode(scratch + "bin/systemctl", 0o755)
                let process = try ChildProcess(
                    try Programs.path(of: "photoctl"),
                    ["gallery", "--print"],
                    environment: ["HOME=\(scratch.display)", "PATH=\(scratch.display)/bin:/usr/bin:/bin"],
                    output: scratch + "output",
                    log: scratch + "errors"
                )
                #expect(try process.wait() == .exited(0))
                let url = String(decoding: try Disk.read(scratch + "output"), as: UTF8.self)
                #expect(url.hasPrefix("http://127.0.0.1:"), "\(url)")
                let asked = String(decoding: try Disk.read(scratch + "asked"), as: UTF8.self)
                #expect(asked.contains("start photod-gallery.service"), "\(asked)")
                try GalleryFixture.endDetached(state)
            }
        }

        @Test("a gallery that cannot start is told of with its reason")
        func failing() throws {
            try GalleryFixture.run(isStarted: false) { gallery in
                try Disk.write("a file", to: gallery.state)
                let (run, opened) = try photoctl(gallery, [])
                #expect(run.end == .exited(3) && opened.isEmpty)
                #expect(run.errors.contains("photod-gallery does not start"), "\(run.errors)")
            }
        }
    }
}
