import ExtractionWire
import Glibc
import PhotoModel
import Testing

@testable import Extraction

// Of the pool's suite, because that runs one test after the other: some count this process's threads.
extension ExtractionPoolTests {
    /// Kilobytes a worker may come to: what it may take for data, and what its program is.
    private static func mostMemory(_ box: String) -> Int {
        box == "photod-render" ? 1152 << 10 : 640 << 10
    }

    @Test(
        "in its box a worker does no harm, whatever it tries, and the files around it get their facts",
        arguments: Misdeed.all,
        ["photod-extract", "photod-media", "photod-render"]
    )
    func misdeed(_ misdeed: Misdeed, box: String) async throws {
        guard let end = misdeed.end(in: box) else { return }
        let victims = try Victims()
        let fixture = try PoolFixture(
            disguise: box,
            program: "photod-extract-boxed",
            deadline: end == .timedOut ? .milliseconds(500) : .seconds(10)
        )
        let text = misdeed.text(victims)
        let photo = try fixture.folder.file(Array(text.utf8))
        let kept = fcntl(photo, F_DUPFD_CLOEXEC, 0)
        defer { close(kept) }
        // A box in which targets are written relies on how the daemon opens all else.
        let passed = box == "photod-render" ? try readOnly(photo) : photo
        let batch = try fixture.batch(["before"])
        batch.add(descriptor: passed, size: Int64(text.utf8.count), format: .jpeg)
        batch.add(descriptor: try fixture.folder.file(Array("behind".utf8)), size: 6, format: .jpeg)

        let expected: ExtractionOutcome =
            switch end {
            case .refused: .unreadable(.notThisFormat)
            case .crashed: .unreadable(.crashedReader)
            case .timedOut: .unreadable(.timedOut)
            case .done: PoolFixture.healthy("done: \(misdeed.name)")
            }
        #expect(
            await fixture.read(batch)
                == [PoolFixture.healthy("before"), expected, PoolFixture.healthy("behind")]
        )
        #expect(try await fixture.read(["after"]) == [PoolFixture.healthy("after")])
        if end == .refused || end == .done {
            // It is the same worker still, and what it had at most is told.
            #expect(fixture.notices.started.count == 1)
            let process = try #require(fixture.notices.started.first)
            #expect(try mostMemory(of: process) < Self.mostMemory(box))
        } else {
            // Who crashes does so in the batch and alone; who hangs has its whole time alone.
            #expect(fixture.pool.snapshot().crashes == (end == .timedOut ? 1 : 2))
        }
        fixture.pool.shutdown()

        try victims.expectUnharmed()
        var bytes = [UInt8](repeating: 0, count: text.utf8.count + 1)
        #expect(pread(kept, &bytes, bytes.count, 0) == text.utf8.count && bytes.starts(with: text.utf8))
        // A worker leads a group of processes, in which its children would be, and would stay.
        for process in fixture.notices.started { #expect(kill(-process, 0) == -1 && errno == ESRCH) }
        for words in fixture.notices.words { #expect(words.utf8.count <= 1100) }
    }

    @Test("a file may be mapped where the worker's library needs that, and only there")
    func mapping() async throws {
        for (box, outcome) in [
            ("photod-extract", PoolFixture.healthy("done: map-photo-to-read")),
            ("photod-media", .unreadable(.crashedReader)),
            ("photod-render", PoolFixture.healthy("done: map-photo-to-read")),
        ] {
            let fixture = try PoolFixture(disguise: box, program: "photod-extract-boxed")
            #expect(try await fixture.read(["map-photo-to-read\n"]) == [outcome])
            fixture.pool.shutdown()
        }
    }

    @Test("of a worker that answers twice for a file the first answer counts, and then it is replaced")
    func answeringTwice() async throws {
        let fixture = try PoolFixture(disguise: "photod-extract", program: "photod-extract-boxed")
        let outcomes = try await fixture.read(["before", "answer-twice\n", "behind"])
        #expect(outcomes == ["before", "first", "behind"].map(PoolFixture.healthy))
        #expect(fixture.pool.snapshot().crashes == 1)
        fixture.pool.shutdown()
    }

    @Test(
        "what a worker says before it ends is told with how it ended, cut short, without control characters"
    )
    func lastWords() async throws {
        let fixture = try PoolFixture(disguise: "photod-extract", program: "photod-extract-boxed")
        _ = try await fixture.read(["print-much\n"])
        fixture.pool.shutdown()
        let words = try #require(fixture.notices.words.first)
        #expect(words == String(repeating: "!", count: 1024))
    }

    /// The same file, open for reading alone. Takes `descriptor` over.
    private func readOnly(_ descriptor: Int32) throws -> Int32 {
        let opened = open("/proc/self/fd/\(descriptor)", O_RDONLY | O_CLOEXEC)
        close(descriptor)
        return try #require(opened >= 0 ? opened : nil)
    }

    private func mostMemory(of process: Int32) throws -> Int {
        let line = try #require(
            try contents("/proc/\(process)/status").split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        )
        return try #require(line.split { !$0.isNumber }.first.flatMap { Int($0) })
    }
}
