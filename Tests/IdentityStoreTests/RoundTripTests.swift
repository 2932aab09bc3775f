import Foundation
import IdentityStore
import PhotoModel
import TestSupport
import Testing

@Suite("Documents come back as they were written")
struct RoundTripTests {
    @Test("random records, whatever their names are")
    func randomRecords() throws {
        let seed = UInt64.random(in: 0...(.max))
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        let directory = try TemporaryFolder()
        let store = try directory.store()
        for generation in Int64(1)...40 {
            let photos = (0..<Int.random(in: 1...60, using: &generator)).map { _ in
                IdentityRecord.random(using: &generator)
            }
            let deleted = (0..<Int.random(in: 0...9, using: &generator)).map { _ in
                IdentityRecord.random(using: &generator, deleted: true)
            }
            let stamp = try #require(
                try store.write(month: .november, generation: generation, photos: photos, deleted: deleted)
            )
            let document = try #require(try store.load(.november))
            #expect(document.authorship == .daemon)
            #expect(document.month == .november)
            #expect(document.generation == generation)
            #expect(document.records == photos)
            #expect(document.deleted == deleted)
            #expect(document.stamp == stamp)
            #expect(document.problemCount == 0)
            #expect(document.ignored.isEmpty)
        }
    }

    @Test("names with newlines, quotes and bytes that are no UTF-8")
    func names() throws {
        let directory = try TemporaryFolder()
        let store = try directory.store()
        var records: [IdentityRecord] = []
        for (number, name) in ["a\nb.jpg", "\"q\".jpg", "100%.jpg", "a\\b.jpg", " .jpg"].enumerated() {
            var record = IdentityRecord.sample(UInt64(number))
            record.file = Array(name.utf8)
            records.append(record)
        }
        records[0].file.append(contentsOf: [0xFF, 0xFE, 0xC3])
        try store.write(month: .undated, generation: 1, photos: records)
        let document = try #require(try store.load(.undated))
        #expect(document.records.map(\.file) == records.map(\.file))
    }

    @Test("the file is one record a line, and JSON that others read")
    func shape() throws {
        let directory = try TemporaryFolder()
        let store = try directory.store()
        var edited = IdentityRecord.sample(1)
        edited.groupOverride = .other
        var tombstone = IdentityRecord.sample(2)
        tombstone.deletedAt = 1_479_300_000
        try store.write(
            month: .november,
            generation: 412,
            photos: [.sample(0), edited],
            deleted: [tombstone]
        )
        let lines = try directory.text("2016-11.json").split(
            separator: "\n",
            omittingEmptySubsequences: false
        )
        #expect(lines.count == 7)
        #expect(lines[0] == #"{"version":1,"month":"2016-11","generation":412,"photos":["#)
        let first = """
            {"id":"9F3A1C22-7B64-4E01-9C3D-000000000000/L0/001","type":"photo","root":"Pictures",\
            "file":"2016/Beach%20trip/IMG_1000.JPG","size":3000000,\
            "fingerprint":"0000000000000000ffffffffffffffff",\
            "filesystem":"0b5f1c3e-6d7c-4b57-9f5e-2f0f8d1d9a10","inode":"9007199254740993",\
            "birthTime":"1479200000.123456789","modificationTime":"1479200000.987654321",\
            "rev":1,"firstSeen":1,"group":"Beach trip"},
            """
        #expect(String(lines[1]) == first)
        let data = try Data(contentsOf: URL(filePath: directory.path("2016-11.json")))
        let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        #expect((object["photos"] as? [[String: Any]])?.count == 2)
        let deleted = try #require(object["deleted"] as? [[String: Any]])
        #expect(deleted.first?["deletedAt"] as? Int == 1_479_300_000)
        #expect((object["checksum"] as? String)?.hasPrefix("xxh3:") == true)
    }

    @Test("a month of 100,000 records")
    func throughput() throws {
        let directory = try TemporaryFolder()
        let store = try directory.store()
        let count = 100_000
        let photos = (0..<count).map { IdentityRecord.sample(UInt64($0)) }
        let clock = ContinuousClock()
        let writing = try clock.measure { try store.write(month: .november, generation: 1, photos: photos) }
        var document: MonthDocument?
        let reading = try clock.measure { document = try store.load(.november) }
        let loaded = try #require(document)
        #expect(loaded.records == photos)
        let megabytes = Double(loaded.stamp.size) / 1e6
        print("\(count) records, \(megabytes) MB: written in \(writing), read in \(reading)")
    }
}
