import PhotoModel
import TestSupport
import Testing

@testable import LibraryIndex

@Suite("An index of an earlier version")
struct EarlierIndexTests {
    @Test(
        "is read again, with its ids, marks and numbers, and its words are taken in anew"
    )
    func earlierVersion() throws {
        let folder = try TemporaryFolder()
        let index = try folder.open()
        let shelf = try Shelf(index)
        try index.add(1, try date(2016, 11), at: shelf.place("beach.jpg"))
        let asset = try #require(try index.asset(1))
        _ = try index.write { writer throws(IndexError) in
            try writer.setMarks(AssetMarks(favorite: true), of: asset, describedGroup: nil, revision: 2)
            try writer.setCompanions(
                [IndexedCompanion(name: FileName("beach.jpg.xmp"), format: .xmpSidecar, stamp: asset.stamp)],
                of: asset.key,
                in: shelf.directory
            )
            for change in [
                "DROP INDEX asset_rating", "ALTER TABLE asset DROP COLUMN rating",
                "ALTER TABLE asset DROP COLUMN title", "ALTER TABLE asset DROP COLUMN keywords",
                "DROP TABLE beneath", "DROP TABLE asset_text",
                "CREATE VIRTUAL TABLE asset_text USING fts5 (name, description, grouping, camera, tokenize = 'ascii')",
            ] {
                try writer.connection.statement(change).run("making an earlier index")
            }
            try writer.connection.execute("PRAGMA user_version = 4", "making an earlier index")
        }
        let clock = index.clock
        try index.close()
        let again = try folder.open()
        #expect(again.origin == .opened(cleanly: true) && again.clock == clock)
        let known = try #require(try again.asset(1))
        #expect(known.marks.favorite == true && !known.stamp.isSettled)
        let companions = try again.read { reader throws(IndexError) in try reader.companions(of: known.key) }
        #expect(companions.map(\.stamp.isSettled) == [false])
        #expect(try again.read { reader throws(IndexError) in try reader.isTextBehind() })
        while try !again.write({ writer throws(IndexError) in try writer.catchUpText(limit: 10) }).value {}
        let page = FindQuery(words: ["beach"], page: PageQuery(range: .all))
        var found = 0
        _ = try again.read { reader throws(IndexError) in
            try reader.find(page) { _ throws(IndexError) in found += 1 }
        }
        #expect(found == 1)
        try again.close()
    }

    @Test(
        "its files are read again, once, where they were read by other rules, those of a newer build too",
        arguments: [
            "DELETE FROM meta WHERE key = 'reading'", "UPDATE meta SET value = 1000 WHERE key = 'reading'",
        ]
    )
    func earlierReading(change: String) throws {
        let folder = try TemporaryFolder()
        let index = try folder.open()
        let shelf = try Shelf(index)
        try index.add(1, try date(2016, 11), at: shelf.place("beach.jpg"))
        _ = try index.write { writer throws(IndexError) in
            for change in ["UPDATE directory SET digest = 1", change] {
                try writer.connection.statement(change).run("making an earlier index")
            }
        }
        try index.close()
        let again = try folder.open()
        #expect(try again.asset(1)?.stamp.isSettled == false)
        _ = try again.write { writer throws(IndexError) in
            let digests = try writer.connection.statement("SELECT count(digest) FROM directory")
            #expect(try digests.first("counting") { row throws(IndexError) in row.int(0) } == 0)
            try writer.connection.statement("UPDATE asset SET change_time = 1").run("reading them anew")
        }
        try again.close()
        let later = try folder.open()
        #expect(try later.asset(1)?.stamp.isSettled == true)
        try later.close()
    }
}
