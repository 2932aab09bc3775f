import Foundation
import IdentityStore
import PhotoModel
import TestSupport
import Testing

@Suite("Damaged documents")
struct DamageTests {
    private let directory: TemporaryFolder
    private let store: IdentityStore

    init() throws {
        directory = try TemporaryFolder()
        store = try directory.store()
    }

    private func failure(_ text: String) throws -> IdentityStoreError {
        try directory.write("2016-11.json", text)
        return try #require(throws: IdentityStoreError.self) { try store.load(.november) }
    }

    @Test(
        "what is no month document is broken",
        arguments: [
            "", " ", "{", "[]", "3", "null", "{}", #"{"version":1}"#, #"{"version":1,"photos":{}}"#,
            #"{"version":0,"photos":[]}"#, #"{"version":"1","photos":[]}"#, #"{"version":1,"photos":[]} x"#,
            #"{"version":1,"photos":[],}"#, #"{"version":1,"photos":[{"id":]}"#,
            #"{"version":1,"photos":[,]}"#,
            #"{"version":1,"photos":[01]}"#, #"{"version":1,"photos":[1.]}"#,
            #"{"version":1,"photos":[tru]}"#,
            #"{"version":1,"photos":["\x"]}"#, #"{"version":1,"photos":["\u12g4"]}"#, #"{'version':1}"#,
            #"{"version":1,"month":"2016-12","photos":[]}"#, "{\"version\":1,\"photos\":[\"a\nb\"]}",
            #"{"version":1,"photos":[],"x":"#, #"{"version":1 "photos":[]}"#, #"{"version":1,"photos":[]"#,
        ]
    )
    func broken(text: String) throws {
        guard case .broken = try failure(text) else {
            Issue.record("\(text) was not found broken")
            return
        }
    }

    @Test("a text that is not UTF-8 is broken")
    func invalidText() throws {
        try directory.write(
            "2016-11.json",
            Array(#"{"version":1,"photos":[],"x":""#.utf8) + [0xC3, 0x28] + Array("\"}".utf8)
        )
        #expect(throws: IdentityStoreError.self) { try store.load(.november) }
    }

    @Test("values nested without end are broken, not a stack overflow")
    func nesting() throws {
        let deep = String(repeating: "[", count: 500_000)
        guard case .broken(_, _, _, let reason) = try failure(#"{"version":1,"photos":[],"x":"# + deep) else {
            Issue.record("not broken")
            return
        }
        #expect(reason.contains("nested"))
    }

    @Test("the message tells file, line and remedy")
    func message() throws {
        let error = try failure("{\"version\":1,\n\"photos\":[\n{\"id\":\n}]}")
        #expect(error.description.contains("2016-11.json is damaged at line 4"))
        #expect(error.description.contains("set aside"))
    }

    @Test("a later version is refused and left alone")
    func laterVersion() throws {
        guard case .newerVersion(_, 2) = try failure(#"{"version":2,"photographs":{},"photos":7}"#) else {
            Issue.record("not refused")
            return
        }
    }

    @Test("a broken document is set aside under a name of its own, and the backup offered")
    func settingAside() throws {
        let first = [IdentityRecord.sample(1)]
        try store.write(month: .november, generation: 1, photos: first)
        try store.write(month: .november, generation: 2, photos: [.sample(1), .sample(2)])
        let time: Int64 = 1_795_247_100  // 2026-11-21T07:45:00Z
        for expected in ["2016-11.json.broken-20261121T074500Z", "2016-11.json.broken-20261121T074500Z-2"] {
            _ = try failure("{")
            let path = try #require(try store.setAside(.november, at: time))
            #expect(path.hasSuffix("/" + expected))
            #expect(try directory.text(expected) == "{")
            #expect(try store.load(.november) == nil)
            #expect(try store.monthsWithBackupOnly() == [.november])
            #expect(try store.loadBackup(.november)?.records == first)
            #expect(try store.loadBackup(.november)?.authorship == .daemon)
        }
        #expect(try store.setAside(.november, at: time) == nil)
    }

    @Test("what is no regular file is refused, not waited for")
    func noRegularFile() throws {
        #expect(mkfifo(directory.path("2016-11.json"), 0o600) == 0)
        guard
            case .unsuitable = try #require(
                throws: IdentityStoreError.self,
                performing: { try store.load(.november) }
            )
        else {
            Issue.record("not refused")
            return
        }
        #expect(try store.list().isEmpty)
    }

    @Test("20,000 mutated documents end in a document or an error")
    func mutations() throws {
        let seed = UInt64.random(in: 0...(.max))
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        let photos = (0..<4).map { _ in IdentityRecord.random(using: &generator) }
        try store.write(month: .november, generation: 1, photos: photos, deleted: [.sample(1)])
        let original = try directory.bytes(of: "2016-11.json").prefix(3000)
        let whole = try directory.bytes(of: "2016-11.json")
        let fragments = [
            "\"", "\\", "\\u", "\\ud800", "{", "}", "[", "]", ",", ":", "-", "1e", "null", "\0", "\u{FF}",
        ]
        var outcomes = (read: 0, refused: 0)
        for round in 0..<20_000 {
            var bytes = round % 2 == 0 ? whole : Array(original)
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                guard !bytes.isEmpty else { break }
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<5, using: &generator) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
                case 1:
                    bytes.removeSubrange(
                        place..<min(bytes.count, place + Int.random(in: 1...40, using: &generator))
                    )
                case 2:
                    bytes.insert(
                        contentsOf: (fragments.randomElement(using: &generator) ?? "").utf8,
                        at: place
                    )
                case 3: bytes.removeSubrange(place...)
                default: bytes.swapAt(place, Int.random(in: 0..<bytes.count, using: &generator))
                }
            }
            try directory.write("2016-11.json", bytes)
            do {
                let document = try #require(try store.load(.november))
                #expect(document.authorship == (bytes == whole ? .daemon : .edited))
                outcomes.read += 1
            } catch let error as IdentityStoreError {
                guard case .broken(_, let offset, let line, _) = error else {
                    if case .newerVersion = error { continue }
                    Issue.record("seed \(seed): \(error)")
                    continue
                }
                #expect(offset <= bytes.count && line >= 1)
                outcomes.refused += 1
            }
        }
        #expect(outcomes.read > 1000)
        #expect(outcomes.refused > 1000)
    }
}
