import Glibc
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    /// A network mount whose server is gone answers no call, and whoever made one waits.
    @Suite(
        "Mounts that hang",
        .inMountNamespace,
        .enabled(
            if: access("/dev/fuse", R_OK | W_OK) == 0,
            "wants /dev/fuse: as root, or where everybody may use it"
        )
    )
    struct HangingMountTests {
        /// A daemon with its root and a second one on a mount that can be made to hang.
        struct Case {
            let daemon: DaemonFixture
            let namespace: MountNamespace
            let server: ChildProcess
            let mount: FilePath

            /// - Parameter mount: where; `nil` beside the root.
            init(_ daemon: DaemonFixture, _ namespace: MountNamespace, at mount: FilePath? = nil) throws {
                self.daemon = daemon
                self.namespace = namespace
                let mount = mount ?? daemon.scratch.location + "nas"
                self.mount = mount
                try Disk.makeFolder(mount)
                let served = daemon.scratch.location + "served"
                try Disk.makeFolder(served)
                try Disk.write(PhotoFile(dateTimeOriginal: "2011:01:02 03:04:05").bytes, to: served + "a.jpg")
                server = try Self.serve(served, at: mount, namespace, daemon.scratch.location + "mounted")
                try daemon.configure(libraries: [daemon.root, mount])
                var local = PhotoFile(dateTimeOriginal: "2016:11:05 12:34:56")
                local.serial = 1
                try Disk.write(local.bytes, to: daemon.root + "a.jpg")
            }

            /// Mounts it once more.
            func serveAgain() throws -> ChildProcess {
                let scratch = daemon.scratch.location
                return try Self.serve(scratch + "served", at: mount, namespace, scratch + "mounted-again")
            }

            private static func serve(
                _ folder: FilePath,
                at mount: FilePath,
                _ namespace: MountNamespace,
                _ pipe: FilePath
            ) throws -> ChildProcess {
                try namespace.spawn(
                    try Programs.path(of: "slow-filesystem"),
                    [mount.display, folder.display, "0", "asked"],
                    untilItWritesTo: pipe
                )
            }

            /// From when this returns no call into the mount comes back. None is under way: one that the server has and does
            /// not answer cannot be ended, and neither can its process.
            func hang() throws {
                try Waiting.until("no file of \(mount.display) is open") { try !isInUse() }
                try server.halt()
            }

            /// Whether the daemon or a worker has a file of the mount open, or is closing it.
            private func isInUse() throws -> Bool {
                guard let daemon = daemon.process?.identifier else { return false }
                let processes = try Disk.names(in: FilePath("/proc")).compactMap { Int($0.display) }
                for process in processes {
                    let open = FilePath("/proc/\(process)/fd")
                    for name in (try? Disk.names(in: open)) ?? [] {
                        // It may be closed by now.
                        let file = try? Disk.linkTarget(open + name.display)
                        if let file, file.isInside(mount), file != mount { return true }
                    }
                }
                // What is closed has left the list.
                let tasks = FilePath("/proc/\(daemon)/task")
                return try Disk.names(in: tasks).contains { task in
                    let name = try? Disk.read(tasks + task.display + "comm")
                    return name == Array("close\n".utf8)
                }
            }

            func recover() throws { try server.signal(SIGCONT) }
        }

        /// - Parameter isInside: whether it is mounted on a folder in the root.
        static func run(isInside: Bool = false, _ body: (Case) throws -> Void) throws {
            try DaemonFixture.runInNamespace { daemon, namespace in
                let place = isInside ? daemon.root + "nas" : nil
                let mount = try Case(daemon, namespace, at: place)
                // Whatever happens, nobody is left waiting.
                defer { kill(mount.server.identifier, SIGCONT) }
                try body(mount)
            }
        }

        @Test("one that is mounted over a root while that is watched holds up nobody")
        func overRoot() throws {
            try DaemonFixture.runInNamespace { daemon, namespace in
                let above = daemon.scratch.location + "above"
                try Disk.makeFolders(above + "library")
                let mount = try Case(daemon, namespace)
                defer { kill(mount.server.identifier, SIGCONT) }
                try daemon.configure(libraries: [above + "library", daemon.root])
                try daemon.start()
                let client = try daemon.connect()
                try client.sync()
                try mount.hang()
                try namespace.bind(mount.mount, to: above)
                let waiting = try daemon.connect()
                try waiting.send(Array("sync\n".utf8))
                for _ in 0..<3 {
                    let start = ContinuousClock.now
                    _ = try client.ask("ping")
                    _ = try client.ask("months")
                    #expect(ContinuousClock.now - start < .seconds(2))
                }
                try mount.recover()
                _ = try waiting.readReply()
            }
        }

        private func states(_ client: Connection) throws -> [String?] {
            try client.ask("roots").map { $0["state"]?.string }
        }

        private func unreachable(_ client: Connection) throws -> [String] {
            let reply = try #require(try client.ask("sync").first)
            return try #require(reply["unreachable"]?.array).compactMap(\.string)
        }

        @Test("sync answers without it and names it, the rest goes on, and all is well when it is back")
        func hangsAndRecovers() throws {
            try Self.run { mount in
                try mount.daemon.start()
                let client = try mount.daemon.connect()
                #expect(try unreachable(client).isEmpty)
                #expect(try states(client) == ["online", "polled"])
                #expect(try client.count() == 2)
                let id = try client.id(of: mount.mount + "a.jpg")

                try mount.hang()
                #expect(try client.ask("rescan \(mount.mount.display)").isEmpty)
                #expect(try unreachable(client) == [mount.mount.display])
                #expect(try states(client) == ["online", "offline"])
                let item = try #require(try client.ask("photo \(id)").first)
                #expect(item["state"]?.string == "offline")
                let problem = try #require(try client.status()["problems"]?.array?.first)
                #expect(problem["problem"]?.string?.contains("the mount \(mount.mount.display)") == true)
                #expect(problem["remedy"]?.string?.contains("umount -f -l \(mount.mount.display)") == true)

                let root = try #require(try client.ask("roots").last)
                #expect(root["reason"]?.string == "hanging")

                // What is elsewhere is not held up by it.
                let start = ContinuousClock.now
                var photo = PhotoFile(dateTimeOriginal: "2016:11:06 12:34:56")
                photo.serial = 2
                try Disk.write(photo.bytes, to: mount.daemon.root + "b.jpg")
                #expect(try unreachable(client) == [mount.mount.display])
                #expect(try client.item(mount.daemon.root + "b.jpg") != nil)
                #expect(ContinuousClock.now - start < .seconds(5))
                #expect(try client.count() == 3)

                let subscriber = try mount.daemon.connect()
                try subscriber.send(Array("subscribe status\n".utf8))
                try mount.recover()
                try wait(for: ["online", "polled"], subscriber)
                #expect(try unreachable(client).isEmpty)
                #expect(try client.id(of: mount.mount + "a.jpg") == id)
                #expect(try client.count() == 3)
                #expect(try client.status()["state"]?.string == "ready")
            }
        }

        @Test("the group view goes on for what is elsewhere, and leaves its links alone")
        func viewMeanwhile() throws {
            try Self.run { mount in
                let daemon = mount.daemon
                let view = try ViewFixture(daemon)
                try daemon.configure(
                    libraries: [daemon.root, mount.mount],
                    more: ViewFixture.option(view.path)
                )
                try daemon.start()
                let client = try daemon.connect()
                #expect(try unreachable(client).isEmpty)
                try view.wait(for: ["Other/a-2.jpg", "Other/a.jpg"])
                let before = try view.links()
                try mount.hang()
                #expect(try client.ask("rescan \(mount.mount.display)").isEmpty)
                try Disk.writePhoto(2, to: daemon.root + "z.jpg")
                #expect(try unreachable(client) == [mount.mount.display])
                try view.wait(for: ["Other/a-2.jpg", "Other/a.jpg", "Other/z.jpg"])
                #expect(try view.links().filter { $0.key != "Other/z.jpg" } == before)
                try mount.recover()
            }
        }

        @Test(
            "thumbnails of what is elsewhere follow while one hangs whose root was taken out, and its own stay",
            .enabled(if: Vips.isThere, "vips is missing: install libvips-tools")
        )
        func thumbnailsMeanwhile() throws {
            try Self.run { mount in
                let daemon = mount.daemon
                let picture = QuarteredPicture(width: 300, height: 200).png
                try Disk.write(picture, to: daemon.scratch.location + "served/b.png")
                try Disk.write(picture, to: daemon.root + "b.png")
                try daemon.start()
                let client = try daemon.connect()
                #expect(try unreachable(client).isEmpty)
                let made = try [daemon.root, mount.mount].map { root in
                    let line = try client.ask("thumbnail \"\((root + "b.png").display)\" size=normal").first
                    return FilePath(try #require(line?["path"]?.string))
                }
                try mount.hang()
                #expect(try client.ask("rescan \(mount.mount.display)").isEmpty)
                #expect(try unreachable(client) == [mount.mount.display])
                try daemon.configure(libraries: [daemon.root])
                #expect(try client.ask("reload").isEmpty)
                try Disk.rename(daemon.root + "b.png", to: daemon.root + "c.png")
                try client.sync()
                try Waiting.until("the thumbnail has moved", below: made[0].parent) {
                    Disk.status(made[0]) == nil
                }
                #expect(Disk.status(made[1]) != nil)
                try mount.recover()
            }
        }

        @Test("one that stops answering when a file of it is closed holds up the reading of no others")
        func hangsAtClosing() throws {
            try Self.run { mount in
                try mount.daemon.start()
                let client = try mount.daemon.connect()
                #expect(try unreachable(client).isEmpty)
                let id = try client.id(of: mount.mount + "a.jpg")
                // Once for what a crawler has read, once for a question.
                for (number, request) in ["rescan \(mount.mount.display)", "photo \(id)"].enumerated() {
                    try mount.server.signal(SIGUSR1)
                    _ = try client.ask(request)
                    try mount.server.waitUntilStopped()
                    for serial in 0..<3 {
                        let photo = mount.daemon.root + "\(number)-\(serial).jpg"
                        try Disk.writePhoto(2 + number * 3 + serial, to: photo)
                        try client.sync()
                        #expect(try client.item(photo) != nil)
                    }
                    let subscriber = try mount.daemon.connect()
                    try subscriber.send(Array("subscribe status\n".utf8))
                    try mount.recover()
                    try wait(for: ["online", "polled"], subscriber)
                    #expect(try unreachable(client).isEmpty)
                }
                #expect(try client.count() == 8)
                #expect(try client.id(of: mount.mount + "a.jpg") == id)
            }
        }

        @Test("questions about its photos hold up no others, are answered by the index, and the daemon ends")
        func asksMeanwhile() throws {
            try Self.run { mount in
                try mount.daemon.start()
                let client = try mount.daemon.connect()
                #expect(try unreachable(client).isEmpty)
                let photo = mount.mount + "a.jpg"
                let id = try client.id(of: photo)
                try mount.hang()
                let waiting = try (0..<4).map { _ in try mount.daemon.connect() }
                for asking in waiting[..<3] { try asking.send(Array("photo \(id)\n".utf8)) }
                try waiting[3].send(Array("options \(photo.display)\n".utf8))

                let start = ContinuousClock.now
                for question in ["find jpg", "group other=1", "favorites", "batches", "unreadable"] {
                    _ = try client.ask(question)
                }
                let list = try client.ask("command_list_begin\nphoto \(id) refresh=0\ncommand_list_end")
                #expect(list.first?["why"]?["notRead"]?.string == "unasked")
                // After the list's one reply comes its end.
                #expect(try client.readReply().isEmpty)
                let known = try #require(try client.ask("photo \(id) refresh=0").first)
                #expect(known["localTime"]?.string == "2011-01-02T03:04:05")
                #expect(known["why"]?["date"]?["rule"]?.string == "exif:DateTimeOriginal")
                #expect(ContinuousClock.now - start < .seconds(5))

                for asking in waiting[..<3] {
                    let item = try #require(try asking.readReply().first)
                    #expect(item["localTime"]?.string == "2011-01-02T03:04:05")
                    #expect(item["why"]?["notRead"]?.string == "no-answer")
                }
                #expect(try waiting[3].readReply().count == 5)
                // What hangs already is not waited for again.
                let again = ContinuousClock.now
                #expect(try client.ask("photo \(id)").first?["why"]?["notRead"] != nil)
                #expect(ContinuousClock.now - again < .seconds(5))

                let end = ContinuousClock.now
                try mount.daemon.stop()
                #expect(ContinuousClock.now - end < .seconds(15))
            }
        }

        @Test("one in a root holds up nothing of the root, and its photos stay while it is away")
        func hangsInside() throws {
            try Self.run(isInside: true) { mount in
                let daemon = mount.daemon
                try daemon.configure(libraries: [daemon.root])
                try Disk.write("group = \"All\"", to: OptionFiles.path(in: daemon.root))
                try daemon.start()
                let client = try daemon.connect()
                #expect(try unreachable(client).isEmpty)
                #expect(try states(client) == ["online", "polled"])
                let photo = mount.mount + "a.jpg"
                let id = try client.id(of: photo)
                #expect(try client.item(photo)?["source"]?.string == "photos/nas")
                #expect(try client.group(of: photo) == "All")
                #expect(try client.ask("verify").last?["differences"]?.integer == 0)
                let refusal = try client.refusal("root-remove \(mount.mount.display)")
                #expect(refusal.replyCode == .unsupported)

                try mount.hang()
                #expect(try client.ask("rescan").isEmpty)
                #expect(try unreachable(client) == [mount.mount.display])
                try Disk.writePhoto(2, to: daemon.root + "b.jpg")
                #expect(try unreachable(client) == [mount.mount.display])
                #expect(try client.item(daemon.root + "b.jpg")?["state"]?.string == "ok")
                #expect(try client.ask("photo \(id)").first?["state"]?.string == "offline")
                let subscriber = try daemon.connect()
                try subscriber.send(Array("subscribe status\n".utf8))
                try mount.recover()
                try wait(for: ["online", "polled"], subscriber)
                #expect(try unreachable(client).isEmpty)

                // Unmounted, it is away and not deleted; without its folder it is gone.
                try mount.namespace.unmount(mount.mount)
                try client.sync()
                #expect(try client.count() == 3)
                #expect(try client.ask("photo \(id)").first?["state"]?.string == "offline")
                try daemon.restart()
                let again = try daemon.connect()
                try again.sync()
                #expect(try again.count() == 3)
                #expect(try states(again) == ["online", "offline"])
                #expect(try again.ask("verify").last?["differences"]?.integer == 0)
                try Disk.removeTree(mount.mount)
                try again.sync()
                #expect(try again.count() == 2)
                #expect(try states(again) == ["online"])
            }
        }

        @Test("one that is mounted in a root while that is watched is a root from then on")
        func mountedInside() throws {
            try Self.run(isInside: true) { mount in
                let daemon = mount.daemon
                try daemon.configure(libraries: [daemon.root])
                try mount.namespace.unmount(mount.mount)
                try daemon.start()
                let client = try daemon.connect()
                try client.sync()
                #expect(try states(client) == ["online"])
                #expect(try client.count() == 1)
                let server = try mount.serveAgain()
                try client.sync()
                #expect(try states(client) == ["online", "polled"])
                #expect(try client.count() == 2)
                #expect(try client.ask("verify").last?["differences"]?.integer == 0)
                try mount.namespace.unmount(mount.mount)
                _ = try server.wait()
            }
        }

        @Test(
            "one that a followed link leads to holds up nothing of the folder that the link is in, not even at the start"
        )
        func hangsBehindLink() throws {
            try Self.run { mount in
                let (daemon, link) = (mount.daemon, mount.daemon.root + "nas")
                try daemon.configure(libraries: [daemon.root])
                try Disk.write(LinkedLibrary.following, to: OptionFiles.path(in: daemon.root))
                try Disk.makeSymbolicLink(link, to: mount.mount)
                try daemon.start()
                var client = try daemon.connect()
                #expect(try unreachable(client).isEmpty)
                #expect(try states(client) == ["online", "polled"])
                let id = try client.id(of: link + "a.jpg")

                try mount.hang()
                #expect(try client.ask("rescan \(link.display)").isEmpty)
                #expect(try unreachable(client) == [link.display])
                try Disk.writePhoto(2, to: daemon.root + "b.jpg")
                #expect(try unreachable(client) == [link.display])
                #expect(try client.item(daemon.root + "b.jpg") != nil)
                #expect(try client.ask("photo \(id)").first?["state"]?.string == "offline")

                try daemon.stop()
                try daemon.start()
                client = try daemon.connect()
                try Disk.writePhoto(3, to: daemon.root + "c.jpg")
                #expect(try unreachable(client) == [link.display])
                #expect(try client.count() == 4)
                #expect(try client.item(daemon.root + "c.jpg") != nil)

                let subscriber = try daemon.connect()
                try subscriber.send(Array("subscribe status\n".utf8))
                try mount.recover()
                try wait(for: ["online", "polled"], subscriber)
                #expect(try unreachable(client).isEmpty)
                #expect(try client.id(of: link + "a.jpg") == id)
                // While it hangs, too, a link that is gone is gone.
                try mount.hang()
                try Disk.remove(link)
                try client.sync()
                #expect(try client.count() == 3)
                try mount.recover()
            }
        }

        @Test(
            "links that are made while what they lead to hangs are followed when it answers, and hold nobody up"
        )
        func linksMadeMeanwhile() throws {
            try Self.run { mount in
                let daemon = mount.daemon
                try daemon.configure(libraries: [daemon.root])
                try Disk.write(LinkedLibrary.following, to: OptionFiles.path(in: daemon.root))
                try daemon.start()
                let client = try daemon.connect()
                try mount.hang()
                let start = ContinuousClock.now
                for number in 0..<10 { try Disk.makeSymbolicLink(daemon.root + "\(number)", to: mount.mount) }
                try client.sync()
                #expect(ContinuousClock.now - start < .seconds(20))
                #expect(try client.count() == 1)
                #expect(daemon.logText.contains("is not followed: what it leads to does not answer"))
                try mount.recover()
                try Waiting.until("a root", below: daemon.scratch.location) {
                    try client.ask("roots").count == 2
                }
                try client.sync()
                #expect(try client.count() == 2)
                #expect(try states(client) == ["online", "polled"])
            }
        }

        @Test("one that hangs at the start keeps the daemon neither from starting nor from ending")
        func hangsAtTheStart() throws {
            try Self.run { mount in
                try mount.daemon.start()
                let first = try mount.daemon.connect()
                try first.sync()
                let id = try first.id(of: mount.mount + "a.jpg")
                try mount.daemon.stop()

                try mount.hang()
                try mount.daemon.start()
                let client = try mount.daemon.connect()
                #expect(try unreachable(client) == [mount.mount.display])
                #expect(try client.count() == 2)
                let item = try #require(try client.ask("photo \(id)").first)
                #expect(item["state"]?.string == "offline")
                try mount.daemon.stop()

                try mount.recover()
                try mount.daemon.start()
                let again = try mount.daemon.connect()
                #expect(try unreachable(again).isEmpty)
                #expect(try again.id(of: mount.mount + "a.jpg") == id)
            }
        }

        /// Waits for a status event with these states of the roots.
        private func wait(for states: [String], _ subscriber: Connection) throws {
            while let line = try subscriber.nextLine() {
                let roots = try JSONValue.parse(line)["roots"]?.array ?? []
                if roots.compactMap({ $0["state"]?.string }) == states { return }
            }
        }
    }
}
