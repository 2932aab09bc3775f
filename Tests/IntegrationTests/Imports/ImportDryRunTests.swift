import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("Imports that are only looked at", .inMountNamespace)
    struct ImportDryRunTests {
        /// Between two file systems, or within one that shares nothing.
        @Test(
            "tell what no disk here can do, as the import itself does",
            arguments: ["hardlink", "reflink"],
            ["card", "library"]
        )
        func obstacles(_ action: String, from place: String) throws {
            try DaemonFixture.runInNamespace { daemon, namespace in
                let card = daemon.scratch.location + "card"
                try Disk.makeFolder(card)
                for folder in [daemon.root, card] { try namespace.mountMemory(at: folder) }
                let source = place == "card" ? card : daemon.root + ".card"
                let outside = namespace.outside(source)
                try Disk.makeFolders(outside)
                try Disk.writePhoto(1, to: outside + "a.jpg")
                try daemon.start()
                let client = try daemon.connect()
                try client.sync()
                let command = "import \(source.display) action=\(action)"
                let planned = try client.ask("\(command) dry-run=1")
                let lines = try client.ask(command)
                let isPossible = action == "hardlink" && place == "library"
                #expect(planned.last?["errors"]?.integer == (isPossible ? 0 : 1), "\(planned)")
                #expect(planned.last?["errors"] == lines.last?["errors"], "\(lines)")
                let messages = [planned, lines].map { $0.compactMap { $0["message"]?.string } }
                #expect(messages[0] == messages[1])
            }
        }
    }
}
