import Glibc
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests.HangingMountTests {
    /// A daemon that imports from a folder beside its root, and from a mount that can be made to hang.
    private func run(_ body: (Case, _ inbox: FilePath) throws -> Void) throws {
        try Self.run { mount in
            let inbox = mount.daemon.scratch.location + "inbox"
            try Disk.makeFolder(inbox)
            let sections = [inbox, mount.mount].map {
                "[[import]]\npath = \"\($0.display)\"\naction = \"copy\"\n"
            }
            try mount.daemon.configure(
                libraries: [mount.daemon.root],
                libraryOptions: sections.joined()
            )
            try body(mount, inbox)
        }
    }

    private func write(_ serial: Int, to path: FilePath) throws {
        let photo = PhotoFile(dateTimeOriginal: "2016:11:05 12:34:56", description: "Beach", serial: serial)
        try Disk.write(photo.bytes, to: path)
    }

    private func unreachable(_ client: Connection) throws -> [String] {
        let reply = try #require(try client.ask("sync").first)
        return try #require(reply["unreachable"]?.array).compactMap(\.string)
    }

    @Test("an import and an import folder that hang hold up nobody, and are told of until they answer")
    func imports() throws {
        try run { mount, inbox in
            let daemon = mount.daemon
            try daemon.start()
            let (client, sender) = (try daemon.connect(), try daemon.connect())
            #expect(try unreachable(client).isEmpty)
            let before = try client.count()

            try mount.hang()
            #expect(try client.ask("rescan \(mount.mount.display)").isEmpty)
            try sender.send(Array("import \(mount.mount.display) layout=other\n".utf8))
            try write(7, to: inbox + "b.jpg")
            // What lies in the other import folder comes in all the same.
            #expect(try unreachable(client) == [mount.mount.display])
            #expect(Disk.isFile(daemon.root + "Beach/b.jpg"))
            #expect(try client.count() == before + 1)
            let problems = try client.status()["problems"]?.json ?? ""
            #expect(problems.contains("\(mount.mount.display) does not answer"), "\(problems)")
            #expect(problems.contains("umount -f -l"))

            // Nor do those that come later wait.
            let start = ContinuousClock.now
            try write(8, to: inbox + "c.jpg")
            #expect(try unreachable(client) == [mount.mount.display])
            #expect(try client.count() == before + 2)
            #expect(ContinuousClock.now - start < .seconds(8))

            try mount.recover()
            do {
                Issue.record("it was answered: \(try sender.readReply())")
            } catch ClientError.refused(let refusal) {
                #expect(refusal.replyCode == .timeout)
                #expect(refusal.message.contains("\(mount.mount.display) did not answer"))
            }
            try Waiting.until("everything answers") { try unreachable(client).isEmpty }
            #expect(try client.status()["state"]?.string == "ready")
        }
    }

    @Test("what lies elsewhere is imported beside what does not answer, which is an error")
    func elsewhere() throws {
        try run { mount, _ in
            let daemon = mount.daemon
            let card = daemon.scratch.location + "card"
            try Disk.makeFolder(card)
            try write(9, to: card + "d.jpg")
            try daemon.configure(libraries: [daemon.root])
            try daemon.start()
            let (client, sender) = (try daemon.connect(), try daemon.connect())
            #expect(try unreachable(client).isEmpty)
            let both = "import \(mount.mount.display) \(card.display)"
            try mount.hang()
            try sender.send(Array("\(both)\n".utf8))
            #expect(try unreachable(client) == [mount.mount.display])

            let reply = try client.ask(both)
            let refused = try #require(reply.first { $0["result"]?.string == "error" })
            #expect(refused["path"]?.string == mount.mount.display)
            #expect(refused["message"]?.string?.contains("offline") == true, "\(refused)")
            #expect(reply.last?["ok"]?.integer == 1 && reply.last?["errors"]?.integer == 1, "\(reply)")
            #expect(Disk.isFile(daemon.root + "Beach/d.jpg"))
            // Nor is what lies inside looked at.
            let inside = try client.ask("import \(mount.mount.display)/DCIM")
            #expect(inside.first?["message"]?.string?.contains("offline") == true, "\(inside)")
            try mount.recover()
            do {
                Issue.record("it was answered: \(try sender.readReply())")
            } catch ClientError.refused(let refusal) { #expect(refusal.replyCode == .timeout) }
        }
    }

    @Test("a place that was detached while an import hangs there is told of no more, and imported from again")
    func detached() throws {
        try run { mount, _ in
            let daemon = mount.daemon
            try daemon.configure(libraries: [daemon.root])
            try daemon.start()
            let (client, sender) = (try daemon.connect(), try daemon.connect())
            #expect(try unreachable(client).isEmpty)
            let command = "import \(mount.mount.display)"
            try mount.hang()
            try sender.send(Array("\(command)\n".utf8))
            #expect(try unreachable(client) == [mount.mount.display])
            #expect(try client.ask(command).last?["errors"]?.integer == 1)
            try mount.namespace.run("umount", "-l", mount.mount.display)
            let server = try mount.serveAgain()
            #expect(try unreachable(client).isEmpty)
            #expect(try client.status()["state"]?.string == "ready")
            #expect(try client.ask(command).last?["ok"]?.integer == 1)
            withExtendedLifetime((sender, server)) {}
        }
    }

    @Test("an import that hangs delays the end by seconds")
    func endsWhileImporting() throws {
        try run { mount, _ in
            let daemon = mount.daemon
            try daemon.start()
            let sender = try daemon.connect()
            #expect(try unreachable(sender).isEmpty)
            try mount.hang()
            try sender.send(Array("import \(mount.mount.display)\n".utf8))
            let client = try daemon.connect()
            try Waiting.until("the import is under way") {
                do {
                    _ = try client.ask("sync timeout=1")
                    return false
                } catch ClientError.refused(let refusal) { return refusal.replyCode == .timeout }
            }
            let start = ContinuousClock.now
            try daemon.stop()
            #expect(ContinuousClock.now - start < .seconds(15))
            withExtendedLifetime(sender) {}
        }
    }

    @Test("an import that was interrupted and hangs at the start is brought to an end when it answers")
    func startsWithout() throws {
        try run { mount, _ in
            let daemon = mount.daemon
            try daemon.configure(libraries: [daemon.root])
            try daemon.start()
            var client = try daemon.connect()
            let lines = try client.ask("import \(mount.mount.display)")
            #expect(lines.last?["ok"]?.integer == 1, "\(lines)")
            try daemon.stop()
            // As a kill would have left it that came when the copy had its name.
            let batch = try #require(lines.last?["batch"]?.string)
            let journal = daemon.state + "batches/\(batch).jsonl"
            let written = String(decoding: try Disk.read(journal), as: UTF8.self).split(separator: "\n")
            let kept = written.prefix { !$0.contains("\"done\"") }
            #expect(kept.count < written.count)
            try Disk.write(kept.joined(separator: "\n") + "\n", to: journal)

            try mount.hang()
            try daemon.start()
            client = try daemon.connect()
            #expect(try client.ask("batches").first?["state"]?.string == "unfinished")
            #expect(try unreachable(client) == [mount.mount.display])
            #expect(try client.count() == 1 + 1)
            try mount.recover()
            try Waiting.until("the batch has its end") {
                try client.ask("batches").first?["state"]?.string == "recovered"
            }
            try Waiting.until("everything answers") { try unreachable(client).isEmpty }
        }
    }
}
