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
                let before = try daemon.heapKilobytes()
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
                    return try daemon.heapKilobytes() - before < 6_000
                }
            }
        }

        private let identifiers = (0..<40_000).map {
            "00000000-0000-4000-8000-\(100_000_000_000 + $0)/L0/001\n"
        }

        @Test("memory is given back after large requests", arguments: [1, 4])
        func givesMemoryBack(count: Int) throws {
            try DaemonFixture.run { daemon in
                try fill(daemon)
                let before = try daemon.heapKilobytes()
                let upload = Array("viewed ids=@\n\(identifiers.joined())\n".utf8)
                do {
                    let clients = try (0..<count).map { _ in try RawClient(daemon.socket) }
                    for client in clients { try client.send(upload) }
                    for client in clients { #expect(try client.hangUp()) }
                }
                try Waiting.until("memory is given back") { try daemon.heapKilobytes() - before < 4_000 }
            }
        }

        @Test("memory is given back when clients go before they have asked, long after they sent the most")
        func givesMemoryOfTheUnaskedBack() throws {
            try DaemonFixture.run { daemon in
                try fill(daemon)
                let before = try daemon.heapKilobytes()
                let upload = Array("viewed ids=@\n\(identifiers.joined())".utf8)
                do {
                    let idle = try daemon.listingSwitches()
                    let clients = try (0..<4).map { _ in try RawClient(daemon.socket) }
                    for client in clients { try client.send(upload) }
                    // Nobody asks for a listing: such a thread gives back what receiving has left behind.
                    try Waiting.until("the heap is trimmed") { try daemon.listingSwitches() != idle }
                }
                try Waiting.until("memory is given back") { try daemon.heapKilobytes() - before < 4_000 }
            }
        }
    }
}
