import Files
import Glibc
import PhotoModel
import Synchronization
import TestSupport
import Testing

@Suite("A file that is replaced")
struct ReplacingTests {
    private let scratch: TemporaryFolder
    private let name = FileName("a.json")
    private let temporary = FileName(".a.json.tmp")

    init() throws { scratch = try TemporaryFolder() }

    /// Replaces, with each change told to `refuse` by its number.
    private func replace(
        with text: String,
        _ refuse: @escaping @Sendable (Int) -> Bool = { _ in false }
    ) throws -> Int {
        let passed = PassedChanges()
        let gate = ChangeGate { _ in refuse(passed.next()) ? ENOSPC : 0 }
        try Folder(scratch.location, gate: gate).replace(name, with: Array(text.utf8), byWayOf: temporary)
        return passed.count
    }

    @Test("has its new content, is the user's alone and leaves nothing else behind")
    func replaced() throws {
        _ = try replace(with: "first")
        try scratch.write(".a.json.tmp", "left by a run that ended early")
        _ = try replace(with: "second, and longer")
        #expect(try scratch.text("a.json") == "second, and longer")
        #expect(try scratch.names == ["a.json"])
        #expect(try Folder(scratch.location).status(of: name)?.mode == UInt32(S_IFREG | 0o600))
    }

    @Test("has one content or the other, whole, wherever its replacing was stopped")
    func stopped() throws {
        let changes = try replace(with: "old")
        #expect(changes > 5)
        for last in 0..<changes {
            _ = try replace(with: "old")
            #expect(throws: CallFailure.self) { try replace(with: "the new") { $0 >= last } }
            let content = try scratch.text("a.json")
            #expect(content == "old" || content == "the new", "stopped before change \(last)")
        }
    }

    @Test("keeps its content where the disk is full, and nothing takes up room beside it")
    func full() throws {
        let changes = try replace(with: "old")
        for refused in 0..<changes - 1 {
            _ = try replace(with: "old")
            #expect(throws: CallFailure.self) { try replace(with: "the new") { $0 == refused } }
            #expect(try scratch.text("a.json") == "old")
            #expect(try scratch.names == ["a.json"])
        }
    }

    @Test("is named in what went wrong, as its new content's name is another each time")
    func failure() throws {
        _ = try replace(with: "old")
        for refused in 1..<5 {
            do {
                _ = try replace(with: "the new") { $0 == refused }
                Issue.record("change \(refused) was refused")
            } catch let failure as CallFailure {
                #expect(failure.path == scratch.location("a.json"))
            }
        }
    }
}

/// Counts what passes a gate.
private final class PassedChanges: Sendable {
    private let passed = Mutex(0)

    var count: Int { passed.withLock { $0 } }

    /// The number of the change that passes now, from 0.
    func next() -> Int {
        passed.withLock { number in
            defer { number += 1 }
            return number
        }
    }
}
