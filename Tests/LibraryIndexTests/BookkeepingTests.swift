import PhotoModel
import TestSupport
import Testing

@testable import LibraryIndex

@Suite("Identities and documents")
struct BookkeepingTests {
    let folder: TemporaryFolder
    let index: LibraryIndex
    let shelf: Shelf

    init() throws {
        folder = try TemporaryFolder()
        index = try folder.open()
        shelf = try Shelf(index)
    }

    private func documents() throws -> [MonthKey: IndexedDocument] {
        Dictionary(
            uniqueKeysWithValues: try index.read { reader throws(IndexError) in try reader.documents() }
                .map { ($0.month, $0) }
        )
    }

    private func departed(_ number: Int, month: MonthKey, deletedAt: Int64?) -> DepartedAsset {
        DepartedAsset(
            id: .number(number),
            month: month,
            type: .photo,
            root: "photos",
            path: Array("x/\(number).jpg".utf8),
            filesystem: "uuid:photos",
            inode: UInt64(number),
            birthTime: 5,
            size: 6,
            fingerprint: Fingerprint(high: 1, low: UInt64(number)),
            marks: AssetMarks(groupOverride: .other, favorite: false, viewed: true),
            revision: 7,
            created: 8,
            deletedAt: deletedAt
        )
    }

    @Test("a month's generation counts the transactions that changed it, both months of a move included")
    func generations() throws {
        let (january, february) = (try month("2016-01"), try month("2016-02"))
        try index.add(1, try date(2016, 1), at: shelf.place("1.jpg"))
        #expect(try documents()[january]?.generation == 1)
        #expect(try documents()[january]?.written == 0)
        let asset = try #require(try index.asset(1))
        let record = AssetRecord.sample(try date(2016, 2))
        let place = shelf.place("1.jpg")
        _ = try index.write { writer throws(IndexError) in
            try writer.update(asset, record: record, marks: asset.marks, at: place)
        }
        #expect(try documents()[january]?.generation == 2)
        #expect(try documents()[february]?.generation == 1)
        let written = IndexedDocument(
            month: january,
            generation: 2,
            written: 2,
            size: 9,
            modificationTime: 10,
            checksum: Fingerprint(high: 3, low: 4)
        )
        _ = try index.write { writer throws(IndexError) in try writer.setDocument(written) }
        #expect(try documents()[january] == written)
        // One that was overtaken while it was written stays due.
        _ = try index.write { writer throws(IndexError) in writer.touchDocument(january) }
        var late = written
        late.generation = 2
        _ = try index.write { writer throws(IndexError) in try writer.setDocument(late) }
        #expect(try documents()[january]?.generation == 3)
        #expect(try documents()[january]?.written == 2)
    }

    @Test("an identity that departed is found by inode, path and content until it is taken back")
    func departedLookups() throws {
        let kept = departed(1, month: try month("2016-01"), deletedAt: 100)
        _ = try index.write { writer throws(IndexError) in try writer.depart(kept) }
        try index.read { reader throws(IndexError) in
            #expect(try reader.departed(.number(1)) == kept)
            #expect(try reader.departed(onInode: 1, birthTime: 5, filesystem: "uuid:photos") == [kept])
            #expect(try reader.departed(onInode: 1, birthTime: 6, filesystem: "uuid:photos").isEmpty)
            #expect(try reader.departed(onInode: 1, birthTime: 5, filesystem: "uuid:other").isEmpty)
            #expect(try reader.departed(root: "photos", path: Array("x/1.jpg".utf8)) == [kept])
            #expect(try reader.departed(root: "other", path: Array("x/1.jpg".utf8)).isEmpty)
            #expect(try reader.departed(size: 6, fingerprint: Fingerprint(high: 1, low: 1)) == [kept])
            #expect(try reader.departed(size: 7, fingerprint: Fingerprint(high: 1, low: 1)).isEmpty)
            #expect(try reader.hasDeparted())
        }
        _ = try index.write { writer throws(IndexError) in try writer.reclaim(kept) }
        #expect(try index.read { reader throws(IndexError) in try reader.hasDeparted() } == false)
    }

    private func time(_ seconds: Int64, lived: Int64) -> IdentityTime {
        IdentityTime(
            stamp: seconds * 1000,
            wall: seconds * 1000,
            lived: lived,
            anchor: IdentityTime.Anchor(stamp: 0, wall: 0, uptime: 0, boot: 1)
        )
    }

    @Test("a tombstone of unknown age begins to age when it is met first")
    func unknownAge() throws {
        var tombstone = departed(1, month: try month("2016-01"), deletedAt: 100)
        tombstone.lived = nil
        let kept = tombstone
        _ = try index.write { writer throws(IndexError) in try writer.depart(kept) }
        for (lived, isKept) in [(5000, true), (5030, true), (5031, false)] as [(Int64, Bool)] {
            _ = try index.write { writer throws(IndexError) in
                try writer.expireTombstones(olderThan: 30, at: time(lived, lived: lived))
            }
            #expect(try index.read { reader throws(IndexError) in try reader.hasDeparted() } == isKept)
        }
    }

    @Test("a tombstone is forgotten when the daemon has lived for long enough since, and what waits is not")
    func expiry() throws {
        let key = try month("2016-01")
        var tombstone = departed(1, month: key, deletedAt: 1000)
        tombstone.lived = 70
        let all = [tombstone, departed(2, month: key, deletedAt: nil)]
        _ = try index.write { writer throws(IndexError) in
            for identity in all { try writer.depart(identity) }
        }
        let before = try documents()[key]?.generation ?? 0
        for (lived, left) in [(100, 2), (101, 1)] as [(Int64, Int)] {
            _ = try index.write { writer throws(IndexError) in
                try writer.expireTombstones(olderThan: 30, at: time(9999, lived: lived))
            }
            let found = try index.read { reader throws(IndexError) in try reader.departed(inMonth: key) }
            #expect(found == Array(all.suffix(left)))
        }
        #expect(try documents()[key]?.generation == before + 1)
    }

    @Test("a record comes back as it was written")
    func recordRoundTrip() throws {
        var record = AssetRecord.sample(
            try date(2016, 9, 12, second: 5, microsecond: 780_000),
            group: "Beach"
        )
        record.date?.fractionDigits = 2
        record.date?.offsetMinutes = -570
        record.date?.precision = .minute
        record.timestamp = 1_473_683_696_780
        record.fingerprint = Fingerprint(high: 1 << 63, low: 2)
        record.unreadable = .truncated
        record.width = 4000
        record.height = 3000
        record.orientation = 6
        record.latitude = -33.5
        record.longitude = 151.25
        record.make = "Acme"
        record.stamp.inode = .max
        let (wanted, place) = (record, shelf.place("a.jpg"))
        let companion = IndexedCompanion(name: FileName([0x61, 0xFF]), format: .cr2, stamp: record.stamp)
        let key = try index.write { writer throws(IndexError) in
            let key = try writer.insert(
                id: .number(1),
                record: wanted,
                marks: AssetMarks(),
                at: place,
                created: 3,
                revision: 4
            )
            try writer.setCompanions([companion], of: key, in: place.directory)
            return key
        }.value
        try index.read { reader throws(IndexError) in
            #expect(try reader.record(ofAsset: key) == wanted)
            #expect(try reader.companions(of: key) == [companion])
            #expect(try reader.asset(withCompanion: companion.name, inDirectory: place.directory)?.key == key)
            let found = try reader.assets(inDirectory: place.directory, stem: Array("a".utf8))
            #expect(found.map(\.key) == [key])
            #expect(found.first?.created == 3)
            #expect(found.first?.revision == 4)
        }
    }

    @Test("a path leads down the tree and up again; what lies in a circle is damage, not a hang")
    func directories() throws {
        let keys = try index.write { writer throws(IndexError) in
            var parent = shelf.directory
            var keys: [Int64] = []
            for name in ["a", "b", "c"] {
                parent = try writer.insertDirectory(
                    root: shelf.root,
                    parent: parent,
                    name: FileName(name),
                    filesystem: shelf.filesystem,
                    inode: UInt64(parent),
                    birthTime: 0
                )
                keys.append(parent)
            }
            return keys
        }.value
        try index.read { reader throws(IndexError) in
            #expect(try reader.path(ofDirectory: keys[2]) == FilePath("/photos/a/b/c"))
            #expect(try reader.directory(root: shelf.root, path: Array("a/b/c".utf8))?.key == keys[2])
            #expect(try reader.directory(root: shelf.root, path: Array("a/x".utf8)) == nil)
            #expect(try reader.directoryKeys(below: keys[0]) == keys)
            #expect(try reader.isDirectory(keys[2], within: keys[0]))
            #expect(try reader.isDirectory(keys[0], within: keys[0]))
            #expect(try !reader.isDirectory(keys[0], within: keys[2]))
        }
        _ = try index.write { writer throws(IndexError) in
            guard let first = try writer.reader.directory(keys[0]) else { return }
            try writer.moveDirectory(first, toRoot: shelf.root, parent: keys[2], name: first.name)
        }
        #expect(
            try index.read { reader throws(IndexError) in try reader.directoryKeys(below: keys[0]) }.count
                == 3
        )
        #expect(throws: IndexError.self) {
            try index.read { reader throws(IndexError) in try reader.location(ofDirectory: keys[0]) }
        }
        #expect(index.isDamaged)
    }

    @Test("what is to last is on the disk, though a reader of an older snapshot is in the way of the log")
    func settledDurably() throws {
        /// Frames of the log that are committed, as its index says (walformat, "WAL-Index Header": mxFrame).
        func frames() throws -> UInt32 {
            try folder.read("index.sqlite-shm").withUnsafeBytes {
                $0.loadUnaligned(fromByteOffset: 16, as: UInt32.self)
            }
        }
        try index.add(1, try date(2016, 1), at: shelf.place("1.jpg"))
        try index.settle(isDurable: true)
        let reader = try Connection(folder.location("index.sqlite"), for: .reading, "testing")
        try reader.execute("BEGIN; SELECT count(*) FROM asset", "testing")
        try index.add(2, try date(2016, 1), at: shelf.place("2.jpg"))
        let added = try frames()
        try index.settle()
        #expect(try frames() == added)
        try index.settle(isDurable: true)
        #expect(try frames() > added)
        try reader.execute("COMMIT", "testing")
        let known = try frames()
        try index.settle(isDurable: true)
        #expect(try frames() == known)
    }
}
