import Glibc
import IdentityStore
import LibraryIndex
import PhotoModel
import TestSupport
import Testing

@testable import Findings
@testable import Identities

@Suite("Identity documents that are damaged together with their backups, or cannot be put in place")
struct DamagedDocumentsTests {
    private let desk: Desk
    private let store: IdentityStore
    private static let months = ["2016-09", "2017-09", "2018-09"]

    init() throws {
        desk = try Desk()
        store = try desk.documents()
        for month in Self.months { try desk.folder.write(Self.photo(month), month) }
        try desk.sweep()
        // Twice, for a backup each.
        for isViewed in [false, true] {
            for month in Self.months { try desk.mark(Self.photo(month), AssetMarks(viewed: isViewed)) }
            try desk.writeDocuments(to: store)
        }
    }

    private static func photo(_ month: String) -> String {
        "photos/IMG_\(month.replacing("-", with: ""))12_123456.png"
    }

    private func month(_ text: String) throws -> MonthKey { try #require(MonthKey(text)) }

    private func names(_ ending: String) throws -> [String] {
        try Disk.names(in: desk.folder.location("identity")).map(\.display).filter { $0.hasSuffix(ending) }
    }

    @Test("a month with neither is begun anew from the index, and keeps none of the others from being read")
    func both() throws {
        for name in ["2016-09.json", "2016-09.json.bak"] {
            try desk.folder.write("identity/" + name, "rubbish")
        }
        let edited = try desk.folder.text("identity/2017-09.json")
            .replacing("\"viewed\":true", with: "\"favorite\":true")
        try desk.folder.write("identity/2017-09.json", edited)
        for _ in 0..<2 { try Desk.restore(desk.index, from: store) }
        #expect(try desk.asset(Self.photo("2017-09"))?.marks.favorite == true)
        #expect(try names("json.bak").sorted() == ["2017-09.json.bak", "2018-09.json.bak"])
        try desk.writeDocuments(to: store)
        #expect(try store.load(month("2016-09"))?.records.map(\.viewed) == [true])
    }

    @Test("a damaged backup without a document keeps no index from being made")
    func backupOnly() throws {
        try desk.folder.remove("identity/2016-09.json")
        try desk.folder.write("identity/2016-09.json.bak", "rubbish")
        let again = try Desk(continuing: desk)
        for _ in 0..<2 { try Desk.restore(again.index, from: store) }
        try again.sweep()
        #expect(try again.asset(Self.photo("2017-09"))?.marks.viewed == true)
        #expect(try again.asset(Self.photo("2016-09"))?.marks.viewed == false)
    }

    @Test(
        "an edited backup that nobody may open is set aside, not written over, and no month waits for it",
        .enabled(if: geteuid() != 0, "root may read everything")
    )
    func closedBackup() throws {
        let backup = desk.folder.location("identity/2018-09.json.bak")
        let text = try desk.folder.text("identity/2018-09.json.bak") + "\n"
        try Disk.write(text, to: backup)
        try Disk.setMode(backup, 0)
        for month in Self.months { try desk.mark(Self.photo(month), AssetMarks(favorite: true)) }
        try Desk.restore(desk.index, from: store)
        try desk.writeDocuments(to: store)
        #expect(try desk.dueDocuments().isEmpty)
        let aside = try names("").filter { $0.contains("2018-09.json.bak") && $0 != "2018-09.json.bak" }
        try #require(aside.count == 1)
        let kept = desk.folder.location("identity/" + aside[0])
        try Disk.setMode(kept, 0o600)
        #expect(try Disk.read(kept) == Array(text.utf8))
    }

    @Test(
        "one that cannot be put in its place keeps none of the others from theirs, and leaves nothing behind"
    )
    func unplaceable() throws {
        try desk.folder.remove("identity/2018-09.json.bak")
        try desk.folder.makeDirectory("identity/2018-09.json.bak")
        try desk.folder.write("identity/2018-09.json.bak/file")
        for month in Self.months { try desk.mark(Self.photo(month), AssetMarks(favorite: true)) }
        for _ in 0..<2 { try desk.writeDocuments(to: store) }
        #expect(try desk.dueDocuments() == [month("2018-09")])
        for name in ["2016-09", "2017-09"] {
            #expect(try store.load(month(name))?.records.map(\.favorite) == [true])
        }
        #expect(try names(".tmp").isEmpty)
    }
}
