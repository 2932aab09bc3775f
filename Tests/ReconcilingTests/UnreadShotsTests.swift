import Extraction
import PhotoModel
import TestSupport
import Testing

@testable import Findings
@testable import LibraryIndex
@testable import Shots

@Suite("Files of a shot that nobody has read")
struct UnreadShotsTests {
    /// What a crawler saw of the shot `a`, of which workers say something.
    private func look(_ desk: Desk, _ said: [String: ExtractionOutcome]) throws {
        var outcomes: [ExtractionOutcome] = []
        let files = try desk.names("photos").files.compactMap { name -> ObservedFile? in
            guard let seen = try desk.observed(name, in: "photos"), let outcome = said[name.display] else {
                return try desk.observed(name, in: "photos")
            }
            outcomes.append(outcome)
            let number = outcomes.count - 1
            return ObservedFile(
                name: name,
                format: seen.format,
                stamp: seen.stamp,
                content: seen.content.fingerprint.map { .extracted($0, number) } ?? .sidecar(number)
            )
        }
        let shot = ObservedShot(stem: Array("a".utf8), files: files)
        let finding = Finding.shots(try desk.place("photos"), [shot])
        let slot = FindingSlot(finding, lane: 0, reads: outcomes.count, weight: 1)
        slot.fulfil(Array(outcomes.indices), with: outcomes)
        try desk.apply([slot])
    }

    private func isSettled(_ desk: Desk, _ path: String) throws -> Bool {
        try #require(try desk.asset(path)).stamp.isSettled
    }

    private func areCompanionsSettled(_ desk: Desk, _ path: String) throws -> [Bool] {
        try #require(try desk.asset(path)).companions.map(\.stamp.isSettled)
    }

    @Test("a RAW file left unread for a photo that is being read slowly is news until that is there or gone")
    func slowPhoto() throws {
        let desk = try Desk()
        for name in ["a.jpg", "a.cr2"] { try desk.folder.write("photos/\(name)", name) }
        try look(desk, ["a.jpg": .slow])
        #expect(try desk.asset("photos/a.jpg") == nil)
        #expect(try !isSettled(desk, "photos/a.cr2"))
        try look(desk, ["a.jpg": .facts(EmbeddedFacts())])
        #expect(try isSettled(desk, "photos/a.jpg"))
        #expect(try areCompanionsSettled(desk, "photos/a.jpg") == [true])

        let other = try Desk()
        for name in ["a.jpg", "a.cr2"] { try other.folder.write("photos/\(name)", name) }
        try look(other, ["a.jpg": .slow])
        try other.folder.remove("photos/a.jpg")
        try look(other, ["a.cr2": .facts(EmbeddedFacts())])
        #expect(try isSettled(other, "photos/a.cr2"))
    }

    @Test(
        "a sidecar that had no reader is news until it has one, whatever was read of what it belongs to",
        arguments: ["a.mp4", "a.jpg"],
        [UnreadableReason.noReader, .inputOutput]
    )
    func sidecar(name: String, reason: UnreadableReason) throws {
        let desk = try Desk()
        for name in [name, "a.xmp"] { try desk.folder.write("photos/\(name)", name) }
        let read = ExtractionOutcome.facts(EmbeddedFacts())
        for _ in 0..<2 {
            try look(desk, [name: read, "a.xmp": .unreadable(reason)])
            #expect(try areCompanionsSettled(desk, "photos/\(name)") == [false])
        }
        try look(desk, [name: read, "a.xmp": read])
        #expect(try areCompanionsSettled(desk, "photos/\(name)") == [true])
        // One that is damaged was read.
        try desk.folder.write("photos/a.xmp", "nonsense")
        try look(desk, [name: read, "a.xmp": .unreadable(.damaged)])
        #expect(try areCompanionsSettled(desk, "photos/\(name)") == [true])
    }

    @Test("a photo whose sidecar may not be read is what it is by itself, and its sidecar is listed")
    func unknownSidecar() throws {
        let desk = try Desk()
        for name in ["a.jpg", "a.xmp"] { try desk.folder.write("photos/\(name)", name) }
        var facts = EmbeddedFacts()
        facts.rating = 2
        try look(desk, ["a.jpg": .facts(facts), "a.xmp": .unreadable(.permission)])
        #expect(try record(desk, "photos/a.jpg").rating == 2)
        #expect(try desk.asset("photos/a.jpg")?.companions.map(\.unreadable) == [.permission])
    }

    private func record(_ desk: Desk, _ path: String) throws -> AssetRecord {
        let key = try #require(try desk.asset(path)).key
        let record = try desk.index.read { reader throws(IndexError) in try reader.record(ofAsset: key) }
        return try #require(record)
    }
}
