import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    /// What the worker in place of the real one does, in the real one's sandbox, is in the file: see
    /// `photod-extract-boxed`.
    @Suite("The sandbox under a daemon")
    struct BoxTests {
        @Test(
            "photos that have taken their reader over harm nothing, and those that come after them are read"
        )
        func misdeeds() throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                try daemon.replaceExtract(by: "photod-extract-boxed")
                let victim = daemon.scratch.location + "victim"
                let new = daemon.scratch.location + "new"
                try Disk.write("untouched", to: victim)
                let crashing = [
                    "remove-file\n\(victim.display)", "cut-photo", "fork", "exec\n/bin/true",
                    "kill-parent\nparent", "map-to-run", "take-shared-memory", "take-deep-stack",
                    "send-garbage", "answer-for-another", "leave", "call\nptrace",
                ]
                let refused = [
                    "create-file\n\(new.display)", "open-file\n\(victim.display)",
                    "open-file\n/proc/self/mem", "take-private-memory", "raise-limits", "print-much",
                    "connect-to-path\n\(daemon.socket.display)",
                ]
                for (index, text) in (crashing + refused).enumerated() {
                    try Disk.write(text + "\n", to: daemon.root + "evil\(index).jpg")
                    try Disk.write("harmless \(index)", to: daemon.root + "good\(index).jpg")
                }
                try daemon.start()
                let process = try daemon.running.identifier
                let client = try daemon.connect()
                try client.sync()

                let counts = try #require(try client.status()["unreadable"])
                #expect(counts["crashed-reader"]?.integer == Int64(crashing.count))
                #expect(counts["not-this-format"]?.integer == Int64(refused.count))
                #expect(counts.members?.count == 2)
                for index in 0..<(crashing + refused).count {
                    let item = try client.item(daemon.root + "good\(index).jpg")
                    #expect(item?["description"]?.string == "harmless \(index)")
                }
                #expect(try Disk.read(victim) == Array("untouched".utf8))
                #expect(Disk.status(new) == nil)
                #expect(try Disk.read(daemon.root + "evil1.jpg") == Array("cut-photo\n".utf8))

                try Disk.write("afterwards", to: daemon.root + "after.jpg")
                try client.sync()
                #expect(
                    try client.item(daemon.root + "after.jpg")?["description"]?.string == "afterwards"
                )
                #expect(try daemon.running.identifier == process)
                #expect(try client.status()["pid"]?.integer == Int64(process))
                // Sixteen megabytes were to be printed.
                #expect(daemon.logText.utf8.count < 64 << 10)
            }
        }
    }
}
