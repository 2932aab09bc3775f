import Glibc
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("When the kernel's event queue runs over")
    struct QueueOverflowTests {
        private static func write(_ serial: Int, month: Int, to path: FilePath) throws {
            var photo = PhotoFile(dateTimeOriginal: "2016:\(month < 10 ? "0" : "")\(month):05 12:34:56")
            photo.serial = serial
            try Disk.write(photo.bytes, to: path)
        }

        /// The month of each photo by its address.
        private static func listing(_ client: Connection) throws -> [String: String] {
            var months: [String: String] = [:]
            for item in try client.allItems() {
                let uri = item["uri"]?.string ?? ""
                #expect(months.updateValue(item["monthKey"]?.string ?? "", forKey: uri) == nil)
            }
            return months
        }

        @Test(
            "20,000 new files, edits, deletions and renames behind its back: exact after sync, and one line in the log"
        )
        func recovers() throws {
            try DaemonFixture.run { daemon in
                let (old, new) = (daemon.root + "old", daemon.root + "new")
                try Disk.makeFolder(old)
                try Disk.makeFolder(new)
                var months: [String: String] = [:]
                for serial in 0..<400 {
                    try Self.write(serial, month: 1, to: old + "\(serial).jpg")
                    months[(old + "\(serial).jpg").uri] = "2016-01"
                }
                let client = try daemon.connect()
                try client.sync()
                #expect(try Self.listing(client) == months)
                let ids = try (200..<300).map { try client.id(of: old + "\($0).jpg") }

                try daemon.running.halt()
                // Two events each at least: more than twice the queue's 16,384 slots.
                for serial in 1_000..<21_000 {
                    let path = new + "\(serial).jpg"
                    try Self.write(serial, month: 1 + serial % 12, to: path)
                    months[path.uri] = "2016-" + (serial % 12 < 9 ? "0" : "") + "\(1 + serial % 12)"
                }
                for serial in 0..<400 {
                    let path = old + "\(serial).jpg"
                    switch serial / 100 {
                    case 0:
                        try Self.write(serial + 100_000, month: 2, to: path)
                        months[path.uri] = "2016-02"
                    case 1:
                        try Disk.remove(path)
                        months[path.uri] = nil
                    case 2:
                        try Disk.rename(path, to: daemon.root + "\(serial).jpg")
                        months[path.uri] = nil
                        months[(daemon.root + "\(serial).jpg").uri] = "2016-01"
                    default: break
                    }
                }
                try daemon.running.signal(SIGCONT)
                try client.sync()

                let found = try Self.listing(client)
                #expect(found == months, "\(found.count) found, \(months.count) there")
                for line in try client.ask("months") {
                    let month = line["monthKey"]?.string
                    #expect(line["photoCount"]?.integer == Int64(months.values.filter { $0 == month }.count))
                }
                #expect(try client.count() == Int64(months.count))
                let moved = try (200..<300).map { try client.id(of: daemon.root + "\($0).jpg") }
                #expect(moved == ids)
                #expect(daemon.logText.split(separator: "\n").filter { $0.contains("ran over") }.count == 1)
            }
        }
    }
}
