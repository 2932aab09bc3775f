import EditRules
import IdentityStore
import LibraryIndex
import PhotoModel
import TestSupport
import Testing

@Suite("Documents that were opened before newer marks and saved after them")
struct StaleEditTests {
    private let desk: Desk
    private let store: IdentityStore
    private let month: MonthKey
    private static let (edited, other) = ("photos/IMG_20160912_123456.png", "photos/IMG_20160913_123456.png")
    private static let document = "identity/2016-09.json"

    init() throws {
        desk = try Desk()
        store = try desk.documents()
        month = try #require(MonthKey("2016-09"))
        try desk.folder.write(Self.edited, "x")
        try desk.folder.write(Self.other, "y")
        try desk.sweep()
        try desk.mark(Self.edited, AssetMarks(groupOverride: .group("Beach"), viewed: true))
        try desk.mark(Self.other, AssetMarks(groupOverride: .group("Beach"), viewed: true))
        try desk.writeDocuments(to: store)
    }

    private func marks(_ path: String) throws -> AssetMarks { try #require(try desk.asset(path)).marks }

    /// A favourite of the first photo that has it, and its group taken away.
    private func edit(_ text: String) throws -> String {
        let id = try desk.id(Self.edited).description
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            guard line.contains(id) else { return String(line) }
            return String(line).replacing("\"groupOverride\":\"Beach\",", with: "\"favorite\":true,")
        }
        return lines.joined(separator: "\n")
    }

    private func expectMerged() throws {
        #expect(try marks(Self.edited) == AssetMarks(favorite: true, viewed: false))
        #expect(try marks(Self.other) == AssetMarks(groupOverride: .other, favorite: false, viewed: true))
        try desk.writeDocuments(to: store)
        let document = try #require(try store.load(month))
        #expect(document.authorship == .daemon)
        #expect(Set(document.records.map(\.favorite)) == [true, false])
    }

    @Test("change what was changed by hand, and nothing else", arguments: 1...3, [true, false])
    func merge(writings: Int, isSeenAtOnce: Bool) throws {
        let stale = try edit(desk.folder.text(Self.document))
        for number in 1...writings {
            let isLast = number == writings
            try desk.mark(Self.edited, AssetMarks(groupOverride: .group("Beach"), viewed: !isLast))
            try desk.mark(
                Self.other,
                isLast
                    ? AssetMarks(groupOverride: .other, favorite: false, viewed: true)
                    : AssetMarks(favorite: true)
            )
            try desk.writeDocuments(to: store)
        }
        try desk.folder.write(Self.document, stale)
        if isSeenAtOnce {
            try Desk.restore(desk.index, from: store)
        } else {
            // It is to be written for another reason.
            let month = month
            _ = try desk.index.write { writer throws(IndexError) in writer.touchDocument(month) }
        }
        try desk.writeDocuments(to: store)
        try expectMerged()
    }

    @Test("change one thing that is said of a photo, and none of the others")
    func overlay() throws {
        let place = PlaceMark.at(latitude: 10, longitude: 20, altitude: nil)
        try desk.mark(Self.edited, AssetMarks(overlay: Overlay(place: place, description: "A")))
        try desk.writeDocuments(to: store)
        let stale = try desk.folder.text(Self.document)
        let date = try #require(SaidDate.date("2016-09-20"))
        try desk.mark(Self.edited, AssetMarks(overlay: Overlay(date: date, description: "A")))
        try desk.writeDocuments(to: store)
        let edited = stale.replacing("\"description\":\"A\"", with: "\"description\":\"B\"")
        try #require(edited != stale)
        try desk.folder.write(Self.document, edited)
        try Desk.restore(desk.index, from: store)
        #expect(try marks(Self.edited).overlay == Overlay(date: date, description: "B"))
    }

    @Test("of an earlier build are held against their backup")
    func earlierBuild() throws {
        // As an earlier build wrote it.
        var lines = try desk.folder.text(Self.document).split(
            separator: "\n",
            omittingEmptySubsequences: false
        ).map(String.init)
        for line in lines.indices {
            guard let start = lines[line].range(of: ",\"asWritten\":") else { continue }
            let end =
                lines[line][start.upperBound...].firstIndex { $0 == "," || $0 == "}" } ?? lines[line].endIndex
            lines[line].removeSubrange(start.lowerBound..<end)
        }
        let old = lines.joined(separator: "\n")
        try #require(!old.contains("asWritten"))
        try desk.mark(Self.edited, AssetMarks(groupOverride: .group("Beach"), viewed: false))
        try desk.mark(Self.other, AssetMarks(groupOverride: .other, favorite: false, viewed: true))
        try desk.writeDocuments(to: store)
        try desk.folder.write(Self.document + ".bak", old)
        try desk.folder.write(Self.document, try edit(old))
        try Desk.restore(desk.index, from: store)
        try expectMerged()
    }

    @Test("change an identity that waits for its file the same way")
    func departed() throws {
        let id = try desk.id(Self.edited)
        let stale = try edit(desk.folder.text(Self.document))
        try desk.mark(Self.edited, AssetMarks(groupOverride: .group("Beach"), viewed: false))
        try desk.folder.remove(Self.edited)
        try desk.sweep()
        try desk.writeDocuments(to: store)
        try desk.folder.write(Self.document, stale)
        try Desk.restore(desk.index, from: store)
        let departed = try desk.index.read { reader throws(IndexError) in try reader.departed(id) }
        #expect(departed?.marks == AssetMarks(favorite: true, viewed: false))
    }

    @Test("are left alone while half of them is saved, and read when all of it is")
    func half() throws {
        let whole = try edit(desk.folder.text(Self.document))
        try desk.mark(Self.other, AssetMarks(groupOverride: .other, favorite: false, viewed: true))
        try desk.mark(Self.edited, AssetMarks(groupOverride: .group("Beach"), viewed: false))
        try desk.folder.write(Self.document, String(whole.prefix(whole.count / 2)))
        try desk.writeDocuments(to: store)
        #expect(try desk.dueDocuments() == [month])
        #expect(try desk.folder.text(Self.document).count == whole.count / 2)
        try desk.folder.write(Self.document, whole)
        try desk.writeDocuments(to: store)
        try expectMerged()
    }
}
