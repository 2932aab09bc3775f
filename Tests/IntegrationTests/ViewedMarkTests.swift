import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("viewed")
    struct ViewedMarkTests {
        @Test("is set and taken away, and what was so before is counted apart")
        func sums() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                for serial in 0..<3 { try Disk.writePhoto(serial, to: daemon.root + "\(serial).jpg") }
                try client.sync()
                let ids = try client.allItems().compactMap { $0["id"]?.string }
                func sums(_ request: String) throws -> [Int64?] {
                    let last = try client.ask(request).last
                    return ["ok", "unchanged", "errors"].map { last?[$0]?.integer }
                }
                #expect(try sums("viewed \(ids[0]) \(ids[1])") == [2, 0, 0])
                #expect(try sums("viewed \(ids[0]) \(ids[2]) nonsense") == [1, 1, 1])
                #expect(try sums("viewed unset=1 \(ids[0]) \(ids[1])") == [2, 0, 0])
                #expect(try sums("viewed unset=1 \(ids[0]) \(ids[2])") == [1, 1, 0])
                #expect(try sums("viewed unset=0 \(ids[0])") == [1, 0, 0])
                #expect(try client.allItems().count { $0["viewed"]?.bool == true } == 1)

                let back = try daemon.photoctl(["viewed", "--unset"] + ids)
                #expect(back.end == .exited(0))
                #expect(try client.allItems().allSatisfy { $0["viewed"]?.bool == false })
                // It lasts: documents say so, too.
                try daemon.restart()
                #expect(try daemon.connect().allItems().allSatisfy { $0["viewed"]?.bool == false })
            }
        }
    }
}
