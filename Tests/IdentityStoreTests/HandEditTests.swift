import Foundation
import IdentityStore
import PhotoModel
import TestSupport
import Testing

@Suite("Hand-edited documents")
struct HandEditTests {
    private let directory: TemporaryFolder
    private let store: IdentityStore
    private static let name = "2016-11.json"

    init() throws {
        directory = try TemporaryFolder()
        store = try directory.store()
        try store.write(
            month: .november,
            generation: 7,
            photos: (0..<3).map { IdentityRecord.sample($0) },
            deleted: [IdentityRecord.sample(9)]
        )
    }

    /// Rewrites the document as jq does: other spacing, the same keys and values but for `change`.
    private func edit(pretty: Bool, sorted: Bool, _ change: (inout [[String: Any]]) -> Void) throws {
        let data = try Data(contentsOf: URL(filePath: directory.path(Self.name)))
        var object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        var photos = try #require(object["photos"] as? [[String: Any]])
        change(&photos)
        object["photos"] = photos
        var options: JSONSerialization.WritingOptions = []
        if pretty { options.insert(.prettyPrinted) }
        if sorted { options.insert(.sortedKeys) }
        try directory.write(
            Self.name,
            Array(try JSONSerialization.data(withJSONObject: object, options: options))
        )
    }

    private func replace(_ old: String, with new: String) throws {
        let text = try directory.text(Self.name)
        #expect(text.contains(old))
        try directory.write(Self.name, text.replacingOccurrences(of: old, with: new))
    }

    private func load() throws -> MonthDocument { try #require(try store.load(.november)) }

    @Test("decisions are read from any spacing and key order", arguments: [false, true], [false, true])
    func decisions(pretty: Bool, sorted: Bool) throws {
        try edit(pretty: pretty, sorted: sorted) { photos in
            photos[0]["groupOverride"] = "Söhne & Töchter"
            photos[0]["favorite"] = true
            photos[1]["groupOverride"] = NSNull()
            photos[1]["viewed"] = true
            photos[2]["comment"] = ["free": [1, 2.5e3, true, NSNull()]] as [String: Any]
        }
        let document = try load()
        var expected = (0..<3).map { IdentityRecord.sample($0) }
        expected[0].groupOverride = .named("Söhne & Töchter")
        expected[0].favorite = true
        expected[1].groupOverride = .other
        expected[1].viewed = true
        #expect(document.authorship == .edited)
        #expect(document.records == expected)
        #expect(document.deleted == [IdentityRecord.sample(9)])
        #expect(document.generation == 7)
        #expect(document.problems.isEmpty)
    }

    @Test("it is told which decisions are not as they were written, whatever else was done to the document")
    func changedDecisions() throws {
        var marked = IdentityRecord.sample(0)
        marked.favorite = true
        marked.viewed = true
        marked.groupOverride = .named("Söhne")
        try store.write(month: .november, generation: 8, photos: [marked, .sample(1), .sample(2)])
        try edit(pretty: true, sorted: true) { photos in
            photos[0]["groupOverride"] = "Töchter"
            photos[0]["viewed"] = nil
            photos[1]["favorite"] = false
        }
        #expect(
            try load().edits == [
                IdentityRecord.sample(0).id: [.groupOverride, .viewed],
                IdentityRecord.sample(1).id: [.favorite],
                IdentityRecord.sample(2).id: [],
            ]
        )
    }

    @Test("a document of an earlier build tells nothing of what was changed")
    func earlierBuild() throws {
        try replace(",\"asWritten\":true", with: "")
        #expect(try load().edits.isEmpty)
    }

    @Test("one changed byte makes a document an edited one")
    func oneByte() throws {
        #expect(try load().authorship == .daemon)
        try replace(#""group":"Beach trip"},"#, with: #""group":"Beach trap"},"#)
        #expect(try load().authorship == .edited)
    }

    @Test("spaces behind the end make a document an edited one")
    func trailingSpace() throws {
        try directory.write(Self.name, try directory.text(Self.name) + " \n")
        #expect(try load().authorship == .edited)
    }

    @Test("a decision that makes no sense is ignored, with a message; the others stand")
    func invalidDecisions() throws {
        try edit(pretty: true, sorted: true) { photos in
            photos[0]["groupOverride"] = 5
            photos[0]["favorite"] = "yes"
            photos[0]["viewed"] = true
            photos[1]["viewed"] = NSNull()
            photos[2]["groupOverride"] = " \t "
            photos[2]["favorite"] = false
        }
        let document = try load()
        #expect(document.records.map(\.groupOverride) == [.none, .none, .none])
        #expect(document.records.map(\.favorite) == [nil, nil, false])
        #expect(document.records.map(\.viewed) == [true, false, false])
        #expect(
            document.ignored == [
                IdentityRecord.sample(0).id: [.groupOverride, .favorite],
                IdentityRecord.sample(1).id: [.viewed],
                IdentityRecord.sample(2).id: [.groupOverride],
            ]
        )
        #expect(document.problemCount == 4)
        #expect(document.problems.allSatisfy { $0.id != nil && $0.line > 1 })
        #expect(document.problems.contains { $0.message.contains("\"favorite\" is ignored") })
    }

    @Test("a record without a valid id is dropped, with its line")
    func droppedRecord() throws {
        try replace(
            "9F3A1C22-7B64-4E01-9C3D-000000000001/L0/001",
            with: "9F3A1C22-7B64-4E01-9C3D-00000000000G/L0/001"
        )
        let document = try load()
        #expect(document.records.map(\.id) == [IdentityRecord.sample(0).id, IdentityRecord.sample(2).id])
        #expect(document.problems.map(\.line) == [3])
        #expect(document.problems.first?.id == nil)
    }

    @Test("elements that are no records are dropped")
    func otherElements() throws {
        try replace(#""photos":["#, with: #""photos":[3,"x",[{}],null,{},"#)
        let document = try load()
        #expect(document.records == (0..<3).map { IdentityRecord.sample($0) })
        #expect(document.problemCount == 5)
    }

    @Test(
        "a path that leads out of its root is no path",
        arguments: ["../x.jpg", "/etc/x.jpg", "a//b", "a/./b", "%", "a%00", ""]
    )
    func escapingPath(path: String) throws {
        try replace("2016/Beach%20trip/IMG_1000.JPG", with: path)
        let document = try load()
        let first = try #require(document.records.first)
        #expect(!first.isLocated)
        #expect(first.id == IdentityRecord.sample(0).id)
        #expect(document.problemCount == 1)
    }

    @Test("escaped keys and texts mean what they say")
    func escapes() throws {
        try replace(
            #""rev":1,"#,
            with: #""r\u0065v":1,"gro\u0075pOverride":"\ud83c\udfd6 \"a\/b\"\n\u00e9","#
        )
        #expect(try load().records.first?.groupOverride == .named("🏖 \"a/b\"\n\u{e9}"))
        #expect(try load().records.first?.rev == 1)
    }

    @Test(
        "half a surrogate pair is no group",
        arguments: [#"\ud83c"#, #"\udfd6"#, #"\ud83c\u0041"#, #"x\u0000"#]
    )
    func halfPairs(text: String) throws {
        try replace(#""rev":1,"#, with: #""rev":1,"groupOverride":"\#(text)","#)
        let document = try load()
        #expect(document.records.first?.groupOverride == GroupOverride.none)
        #expect(document.ignored[IdentityRecord.sample(0).id] == .groupOverride)
    }

    @Test("numbers beyond what jq keeps exact survive it, being texts")
    func exactNumbers() throws {
        try edit(pretty: false, sorted: false) { _ in }
        #expect(try load().records.first?.inode == 9_007_199_254_740_993)
        #expect(try load().records.first?.modificationTime == 1_479_200_000_987_654_321)
    }

    @Test("no more than a hundred problems are kept, but all are counted")
    func manyProblems() throws {
        try replace(#""photos":["#, with: #""photos":["# + String(repeating: "0,", count: 5000))
        let document = try load()
        #expect(document.problemCount == 5000)
        #expect(document.problems.count == MonthDocument.problemLimit)
        #expect(document.records.count == 3)
    }
}
