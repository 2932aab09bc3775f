import Glibc
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("Workers that are killed again and again")
    struct KilledWorkersTests {
        /// Photos and videos with a date of 2016 each, in months that they share out.
        private struct Library {
            let photos: Int
            let videos: Int

            var count: Int { photos + videos }

            /// The names by month.
            var months: [String: Set<String>] {
                var months: [String: Set<String>] = [:]
                for number in 0..<photos { months[month(number), default: []].insert("\(number).jpg") }
                for number in 0..<videos { months[month(number), default: []].insert("\(number).mp4") }
                return months
            }

            private func month(_ number: Int) -> String { "2016-0\(number % 9 + 1)" }

            func write(to folder: FilePath) throws {
                for number in 0..<photos {
                    var photo = PhotoFile(dateTimeOriginal: "2016:0\(number % 9 + 1):05 12:34:56")
                    photo.serial = number
                    photo.description = "Trip"
                    try Disk.write(photo.bytes, to: try place(number, in: folder) + "\(number).jpg")
                }
                for number in 0..<videos {
                    let made = timegm(month: number % 9 + 1)
                    try Disk.write(Movie(made: made, serial: number).bytes, to: folder + "\(number).mp4")
                }
            }

            /// Some thirty folders: what one look finds is read together.
            private func place(_ number: Int, in folder: FilePath) throws -> FilePath {
                let place = folder + "\(number % 30)"
                if number < 30 { try Disk.makeFolder(place) }
                return place
            }

            /// Noon of the fifth, in seconds since 1970.
            private func timegm(month: Int) -> Int {
                var time = tm()
                (time.tm_year, time.tm_mon, time.tm_mday, time.tm_hour) = (116, Int32(month - 1), 5, 12)
                return Glibc.timegm(&time)
            }
        }

        private func run(
            _ library: Library,
            in folder: (DaemonFixture) -> FilePath,
            options: (FilePath) -> String = { _ in "" },
            afterwards requests: [(FilePath) -> String] = [],
            _ check: (DaemonFixture, Connection) throws -> Void
        ) throws {
            let random = SeededGenerator.fromEnvironment()
            print("seed \(random.seed): PHOTOD_TEST_SEED=\(random.seed) runs it again")
            try DaemonFixture.run(isStarted: false) { daemon in
                let folder = folder(daemon)
                try Disk.makeFolders(folder)
                try library.write(to: folder)
                try daemon.configure(libraries: [daemon.root], libraryOptions: options(folder))
                try daemon.start()
                let killer = try WorkerKiller(of: try daemon.running.identifier, seed: random.seed)
                let client = try daemon.connect()
                try client.sync()
                let kills = killer.stop()
                for request in requests { _ = try client.ask(request(folder)) }
                print("kills: \(kills)")
                #expect(kills["photod-extract", default: 0] >= 3)
                #expect(kills["photod-media", default: 0] >= 1)

                let status = try client.status()
                #expect(status["unreadable"]?.members?.isEmpty == true, "\(status.json)")
                #expect(status["problems"]?.array?.isEmpty == true, "\(status.json)")
                var months: [String: Set<String>] = [:]
                for item in try client.allItems() {
                    let name = try #require(item["filename"]?.string)
                    months[try #require(item["monthKey"]?.string), default: []].insert(name)
                }
                #expect(months == library.months)
                try check(daemon, client)
            }
        }

        @Test("leave every photo and video in its month, and none unread")
        func indexing() throws {
            try run(Library(photos: 2700, videos: 300), in: { $0.root + "2016" }) { _, _ in }
        }

        @Test("have no photo moved out of an import folder to where it does not belong")
        func importing() throws {
            let library = Library(photos: 900, videos: 90)
            try run(
                library,
                in: { $0.scratch.location + "inbox" },
                options: { "[[import]]\npath = \"\($0.display)\"\nlayout = \"{monthKey}/{group}\"" },
                // What could not be read in ten seconds stays there until it is tried again.
                afterwards: [{ "rescan \($0.display)" }, { _ in "sync" }]
            ) { daemon, _ in
                for (month, names) in library.months {
                    let folder = daemon.root + month
                    let photos = try Set(Disk.names(in: folder + "Trip").map(\.display))
                    let videos = try Set(Disk.names(in: folder + "Other").map(\.display))
                    #expect(photos == names.filter { $0.hasSuffix("jpg") })
                    #expect(videos == names.filter { $0.hasSuffix("mp4") })
                }
                #expect(try Contents.files(below: daemon.scratch.location + "inbox").isEmpty)
            }
        }
    }
}

/// A movie of its header alone (ISO 14496-12 §8.2.2).
private struct Movie {
    /// Seconds since 1970.
    let made: Int
    /// No two are alike.
    let serial: Int

    var bytes: [UInt8] {
        let made = number(made + 2_082_844_800)
        let header = number(0) + made + made + number(1000) + number(2500) + [UInt8](repeating: 0, count: 80)
        return box("ftyp", Array("isom\0\0\0\0isom".utf8)) + box("moov", box("mvhd", header))
            + box("free", number(serial))
    }

    private func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        number(8 + content.count) + Array(type.utf8) + content
    }

    private func number(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
