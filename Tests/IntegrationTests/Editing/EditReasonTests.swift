import Glibc
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    /// What is said of edits that are refused, that wait, and that are not taken back: it promises what comes, and no more.
    @Suite("Why edits wait, fail, or are not taken back")
    struct EditReasonTests {
        private static func message(_ reply: [JSONValue]) -> String {
            reply.firstNonNil { $0["message"]?.string } ?? ""
        }

        private static func name(_ reply: [JSONValue]) -> String? { reply.firstNonNil { $0["name"]?.string } }

        /// A photo with a title in its sidecar.
        private static func titled(_ daemon: DaemonFixture, _ client: Connection) throws -> (
            id: String, batch: String
        ) {
            try Disk.writePhoto(1, to: daemon.root + "1.jpg")
            try client.sync()
            let id = try client.id(of: daemon.root + "1.jpg")
            let reply = try client.ask("edit \(id) title=A write=sidecar")
            #expect(reply.outcomes == ["ok"])
            return (id, try reply.batch)
        }

        @Test(
            "what waits for a folder that is away is written when it is back, and what cannot wait is not said to be"
        )
        func offline() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                let (id, batch) = try Self.titled(daemon, client)
                try Disk.rename(daemon.root, to: daemon.scratch.location + "away")
                try client.sync()
                let refused = try client.ask("edit \(id) unset=title write=sidecar")
                let undone = try client.ask("undo \(batch)")
                for reply in [refused, undone] {
                    #expect(reply.outcomes == ["error"] && Self.name(reply) == "busy")
                    #expect(
                        Self.message(reply) == "\(daemon.root.display) is offline: try again when it is back"
                    )
                }
                let waiting = try client.ask("edit \(id) title=B write=sidecar")
                #expect(waiting.outcomes == ["pending"])
                #expect(
                    Self.message(waiting)
                        == "\(daemon.root.display) is offline: it is written when it is back"
                )
            }
        }

        @Test("a folder that is closed to photod has its remedy, whether one edits or takes back")
        func closed() throws {
            try DaemonFixture.runUnprivileged { daemon in
                try daemon.start()
                let client = try daemon.connect()
                let (id, batch) = try Self.titled(daemon, client)
                try Disk.setMode(daemon.root, 0o555)
                defer { try? Disk.setMode(daemon.root, 0o755) }
                for request in ["edit \(id) unset=title write=sidecar", "undo \(batch)"] {
                    let reply = try client.ask(request)
                    #expect(reply.outcomes == ["error"] && Self.name(reply) == "permission", "\(request)")
                    #expect(Self.message(reply).contains("let the user that runs photod write to the folder"))
                }
            }
        }

        @Test(
            "a disk that became read-only is told as that, whether one edits or takes back",
            .inMountNamespace
        )
        func readOnly() throws {
            try DaemonFixture.runInNamespace { daemon, namespace in
                try namespace.mountMemory(at: daemon.root)
                try Disk.writePhoto(1, to: namespace.outside(daemon.root) + "1.jpg")
                try daemon.start()
                let client = try daemon.connect()
                try client.sync()
                let id = try client.id(of: daemon.root + "1.jpg")
                let batch = try client.ask("edit \(id) title=A write=sidecar").batch
                try client.sync()
                try namespace.run("mount", "-t", "tmpfs", "-o", "remount,ro", "tmpfs", daemon.root.display)
                for request in ["edit \(id) unset=title write=sidecar", "undo \(batch)"] {
                    let reply = try client.ask(request)
                    #expect(reply.outcomes == ["error"] && Self.name(reply) == "permission", "\(request)")
                    #expect(Self.message(reply).contains("mount -o remount,rw \(daemon.root.display)"))
                }
            }
        }

        @Test("where no worker that writes can be started status says why, as the edit's reason promises")
        func noWorker() throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                try daemon.replaceExtract(by: "photod-extract")
                try daemon.start()
                let client = try daemon.connect()
                try Disk.writePhoto(1, to: daemon.root + "1.jpg")
                try client.sync()
                #expect(try client.status()["problems"]?.array?.isEmpty == true)
                let id = try client.id(of: daemon.root + "1.jpg")
                try Disk.remove(daemon.scratch.location + "programs/photod-extract")
                let reply = try client.ask("edit \(id) title=A write=sidecar")
                #expect(reply.outcomes == ["pending"])
                #expect(Self.message(reply).contains("photoctl status says why"))
                let problems = try client.status()["problems"]?.array ?? []
                #expect(problems.count == 1)
                #expect(problems.first?["problem"]?.string?.contains("photod-extract does not start") == true)
                #expect(daemon.logText.contains("photod-extract does not start"))
            }
        }

        @Test("why one waits the batch tells, as it was found last, and the journal has each reason once")
        func lastReason() throws {
            try DaemonFixture.runUnprivileged { daemon in
                try daemon.start()
                var client = try daemon.connect()
                for serial in 1...2 { try Disk.writePhoto(serial, to: daemon.root + "\(serial).jpg") }
                try Disk.write("<no", to: daemon.root + "2.jpg.xmp")
                if getuid() == 0 { try Disk.setOwner(daemon.root + "2.jpg.xmp", 65534) }
                try client.sync()
                let ids = try (1...2).map { try client.id(of: daemon.root + "\($0).jpg") }
                // Looked at while it can be written: what is no XML is so whenever.
                let failed = try client.ask("edit \(ids.joined(separator: " ")) title=A write=sidecar")
                #expect(failed.outcomes == ["ok", "error"])
                let told = try client.ask("batch \(try failed.batch)")
                #expect(told.outcomes == ["ok", "error"])
                #expect(told[0]["message"] == nil)
                #expect(told[1]["message"]?.string?.contains("no well-formed XML") == true)

                try Disk.setMode(daemon.root, 0o555)
                defer { try? Disk.setMode(daemon.scratch.location + "away", 0o755) }
                let reply = try client.ask("edit \(ids[0]) title=B write=sidecar")
                #expect(reply.outcomes == ["pending"])
                let batch = try reply.batch
                func reasons() throws -> (last: String?, count: Int) {
                    let journal = try Disk.read(daemon.state + "batches/\(batch).jsonl")
                    let lines = String(decoding: journal, as: UTF8.self).split(separator: "\n")
                    return (
                        try client.ask("batch \(batch)").first?["message"]?.string,
                        lines.count { $0.hasPrefix("{\"waiting\":") }
                    )
                }
                #expect(try reasons() == (Self.message(reply), 1))
                try daemon.restart()
                client = try daemon.connect()
                try client.sync()
                #expect(try reasons() == (Self.message(reply), 1))
                try daemon.stop()
                try Disk.rename(daemon.root, to: daemon.scratch.location + "away")
                try daemon.start()
                client = try daemon.connect()
                try client.sync()
                let offline = "\(daemon.root.display) is offline: it is written when it is back"
                #expect(try reasons() == (offline, 2))
                #expect(try client.ask("batches").first?["pending"]?.integer == 1)
            }
        }

        @Test("a journal that a later photod has written on is a problem of status until it is moved away")
        func laterJournal() throws {
            try DaemonFixture.run { daemon in
                let (_, batch) = try Self.titled(daemon, try daemon.connect())
                try daemon.stop()
                let journal = daemon.state + "batches/\(batch).jsonl"
                let whole = try Disk.read(journal) + Array("{\"tagged\":1}\n".utf8)
                try Disk.write(whole, to: journal)
                try daemon.start()
                let client = try daemon.connect()
                try client.sync()
                func problems() throws -> [String] {
                    try client.ask("status")[0]["problems"]?.array?.compactMap { $0["problem"]?.string } ?? []
                }
                let told = try problems()
                #expect(told.count == 1 && told.first?.contains("of a newer photod") == true, "\(told)")
                #expect(try Disk.read(journal) == whole)
                try Disk.remove(journal)
                #expect(try problems().isEmpty)
            }
        }
    }
}

extension [JSONValue] {
    fileprivate func firstNonNil(_ text: (JSONValue) -> String?) -> String? { lazy.compactMap(text).first }
}
