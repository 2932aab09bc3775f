import Glibc
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("Clients that do not read, and clients that go")
    struct SlowClientsTests {
        private func fill(_ daemon: DaemonFixture, count: Int = 300) throws {
            for number in 0..<count { try Disk.write("", to: daemon.root + "\(number).jpg") }
            try daemon.connect().sync()
        }

        /// A question with an answer of some megabytes.
        private let questions = 40
        private var list: [UInt8] {
            let lines = String(repeating: "photos from=1970 limit=1000\n", count: questions)
            return Array("command_list_begin\n\(lines)command_list_end\n".utf8)
        }

        @Test("long answers that nobody reads delay no other, and are whole when they are read at last")
        func delaysNobody() throws {
            try DaemonFixture.run { daemon in
                try fill(daemon)
                let slow = try (0..<6).map { _ in try RawClient(daemon.socket) }
                for client in slow { try client.send(list) }
                let start = ContinuousClock.now
                for _ in 0..<3 {
                    let client = try daemon.connect()
                    try client.send(Array("subscribe photos since=c:0000000000000000:0\n".utf8))
                    var items = 0
                    while let line = try client.nextLine() {
                        let event = try JSONValue.parse(line)
                        if event["id"] != nil { items += 1 }
                        if event["event"]?.string == "ready" { break }
                    }
                    #expect(items == 300)
                }
                #expect(ContinuousClock.now - start < .seconds(20))
                for client in slow {
                    for _ in 0..<questions {
                        for _ in 0..<300 {
                            let line = try client.readLine(skippingGreeting: true)
                            #expect(line.hasPrefix("{\"id\":") && line.hasSuffix("}"))
                        }
                        #expect(try client.readLine().hasPrefix("{\"page\""))
                        #expect(try client.readLine() == "list_OK")
                    }
                    #expect(try client.readLine() == "OK")
                }
            }
        }

        @Test("what clients asked for that have gone is dropped, and all that was kept for them")
        func dropsWork() throws {
            try DaemonFixture.run { daemon in
                try fill(daemon)
                let client = try daemon.connect()
                let before = try daemon.residentKilobytes()
                // Each asks for more than is worked off while it is there.
                let flood = Array(String(repeating: "find jpg limit=1000\n", count: 10_000).utf8)
                for _ in 0..<500 {
                    let other = try RawClient(daemon.socket)
                    try other.send(flood)
                }
                try Waiting.until("no other is connected") {
                    try client.ask("stats").first?["openConnections"]?.integer == 1
                }
                try Waiting.until("memory is given back") {
                    _ = try client.ask("ping")
                    return try daemon.residentKilobytes() - before < 15_000
                }
            }
        }

        @Test("memory is given back after a busy time")
        func givesMemoryBack() throws {
            try DaemonFixture.run { daemon in
                try fill(daemon)
                let before = try daemon.residentKilobytes()
                let list = (0..<40_000).map { "00000000-0000-4000-8000-\(100_000_000_000 + $0)/L0/001" }
                let upload = "viewed ids=@\n" + list.joined(separator: "\n") + "\n\n"
                do {
                    let clients = try (0..<4).map { _ in try RawClient(daemon.socket) }
                    for client in clients { try client.send(Array(upload.utf8)) }
                    for client in clients { while try client.readLine(skippingGreeting: true) != "OK" {} }
                }
                // Most of it is; some 15 MB of a debug build often stay until the next busy time.
                withKnownIssue("what is let go of after the heap was trimmed stays", isIntermittent: true) {
                    try Waiting.until("memory is given back") {
                        try daemon.residentKilobytes() - before < 10_000
                    }
                }
            }
        }
    }
}
