import ExtractionWire
import Glibc
import SidecarText
import TestSupport
import Testing

@testable import Extraction

extension ExtractionPoolTests {
    /// A pool of the worker as it is shipped, started to write.
    private func writers() throws -> PoolFixture {
        try PoolFixture(
            worker: WorkerPlaces.path(of: "photod-extract"),
            role: .writer,
            folder: TemporaryFolder(),
            maximumWorkers: 1,
            deadline: .seconds(10),
            idleLimit: .seconds(30),
            isResident: false
        )
    }

    /// What became of a sidecar, and what is in the target.
    private func edit(
        _ old: [UInt8]?,
        by values: SidecarValues,
        _ fixture: PoolFixture
    ) async throws -> (EditSidecar.Outcome, [UInt8]) {
        let target = try fixture.folder.file([])
        let kept = fcntl(target, F_DUPFD_CLOEXEC, 0)
        defer { close(kept) }
        let batch = JobBatch<EditSidecar>()
        try batch.add(values, old: try old.map { try fixture.folder.file($0) }, target: target)
        let outcomes = await withCheckedContinuation { continuation in
            fixture.pool.submit(batch) { continuation.resume(returning: $0) }
        }
        let outcome = try #require(outcomes.first)
        let length = Int(lseek(kept, 0, SEEK_END))
        var bytes = [UInt8](repeating: 0, count: length)
        #expect(pread(kept, &bytes, length, 0) == length)
        return (outcome, bytes)
    }

    @Test("a worker that was started to write writes a sidecar, and then another on top of it")
    func writesSidecars() async throws {
        let fixture = try writers()
        let first = SidecarValues(
            date: .set("2004-12-24T18:00:30-03:00"),
            place: .set(.init(latitude: -23.55, longitude: -46.63, altitude: 760)),
            description: .set("Natal em casa"),
            title: .set("Árvore"),
            rating: .set(4),
            keywords: .set(["família", "Natal"])
        )
        let (outcome, sidecar) = try await edit(nil, by: first, fixture)
        #expect(outcome == .edited)
        #expect(sidecar == (try SidecarText.edited(nil, by: first)))

        let second = SidecarValues(date: .removed, rating: .set(5))
        let (again, changed) = try await edit(sidecar, by: second, fixture)
        #expect(again == .edited)
        #expect(changed == (try SidecarText.edited(sidecar, by: second)))
        #expect(try SidecarText.values(of: changed).keywords == first.keywords)

        let (same, nothing) = try await edit(changed, by: second, fixture)
        #expect(same == .unchanged && nothing.isEmpty)
        #expect(fixture.pool.snapshot().crashes == 0 && fixture.pool.snapshot().started == 1)
        fixture.pool.shutdown()
    }

    @Test("values that are longer than any message get there whole, and one that no program takes is refused")
    func longValues() async throws {
        let fixture = try writers()
        let long = SidecarValues(
            keywords: .set((0..<64).map { "\($0)" + String(repeating: "é", count: 16 << 10) })
        )
        let (outcome, sidecar) = try await edit(nil, by: long, fixture)
        #expect(outcome == .edited)
        #expect(try SidecarText.values(of: sidecar).keywords == long.keywords)
        let longer = SidecarValues(description: .set(String(repeating: "é", count: 1 << 20)))
        #expect(try await edit(nil, by: longer, fixture).0 == .refused(.unwritable))
        fixture.pool.shutdown()
    }

    @Test(
        "a sidecar that cannot be changed is left, and said why",
        arguments: [
            ("<a", SidecarRefusal.notXML), ("<html/>", .notXMP),
            ("<!DOCTYPE x><x/>", .hasDocumentType), ("\u{FEFF}<", .notXML),
        ]
    )
    func refusals(text: String, reason: SidecarRefusal) async throws {
        let fixture = try writers()
        let (outcome, target) = try await edit(Array(text.utf8), by: SidecarValues(rating: .set(1)), fixture)
        #expect(outcome == .refused(reason))
        #expect(target.isEmpty)
        fixture.pool.shutdown()
    }

    @Test("what reads photos writes no sidecar, and what writes sidecars reads no photo")
    func roles() async throws {
        let reader = try PoolFixture()
        #expect(try await edit(nil, by: SidecarValues(rating: .set(1)), reader).0 == .ended(.noWorker))
        reader.pool.shutdown()
        let writer = try writers()
        #expect(try await writer.read(["a"]) == [.unreadable(.noReader)])
        writer.pool.shutdown()
    }
}

@Suite("What a sidecar shall say, on the wire")
struct SidecarWishTests {
    private let values = SidecarValues(
        date: .set("2004-12"),
        place: .set(.init(latitude: 90, longitude: -180)),
        description: .removed,
        title: .set(""),
        rating: .set(-1),
        keywords: .set(["a", "", "ü"])
    )

    @Test("comes back as it was")
    func roundTrip() throws {
        for values in [values, SidecarValues(), SidecarValues(place: .removed, keywords: .set([]))] {
            #expect(try decode(SidecarWish.encode(values).bytes) == values)
        }
    }

    @Test("is none where it ends early, or says a thing twice")
    func damage() throws {
        let whole = SidecarWish.encode(values).bytes
        var ends: [Int] = []
        for count in 1..<whole.count where (try? decode(Array(whole[..<count]))) != nil { ends.append(count) }
        // Between two properties a wish may end: it says less then.
        #expect(ends.count == 5)
        #expect(throws: WireError.field(1)) { try decode(whole + whole) }
        #expect(throws: WireError.field(9)) { try decode([9, 0]) }
        #expect(throws: WireError.truncated) { try decode([1, 1, 0xFF, 0xFF, 0xFF, 0xFF]) }
        #expect(throws: WireError.text) { try decode([1, 1, 1, 0, 0, 0, 0xFF]) }
    }

    private func decode(_ bytes: [UInt8]) throws -> SidecarValues {
        try bytes.withUnsafeBytes { try SidecarWish.decode($0) }
    }
}
