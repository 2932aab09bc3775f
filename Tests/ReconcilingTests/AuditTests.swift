import CaptureRules
import Extraction
import Files
import Glibc
import Logging
import PhotoModel
import PhotodConfiguration
import TestSupport
import Testing
import Threads

@testable import Auditing
@testable import FolderWatch
@testable import Identities
@testable import LibraryIndex
@testable import Roots
@testable import WatchedLibrary

/// A running library whose index is damaged behind its back.
@Suite("The audit", .timeLimit(.minutes(20)))
struct AuditTests {
    private let folder: TemporaryFolder
    private let library: PhotoLibrary

    init() throws {
        folder = try TemporaryFolder()
        try folder.makeDirectory("photos")
        try folder.makeDirectory("photos/sub")
        try folder.makeDirectory("state")
        for number in 0..<3 {
            try folder.write("photos/IMG_20160\(number + 1)01_120000.mp4", "\(number)")
            try folder.write("photos/sub/IMG_20170\(number + 1)01_120000.mp4", "sub \(number)")
        }
        library = try PhotoLibrary(
            stateDirectory: FilePath(folder.path("state")),
            worker: WorkerLocation(path: FilePath(folder.path("no-worker"))),
            zones: CaptureZones(home: .utc),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        try library.start([(Library(name: "photos", path: FilePath(folder.path("photos"))), false)])
        Self.sync(library)
        library.run.keeper.schedule()
        library.run.keeper.writeNow()
    }

    private struct Result {
        var checked = -1
        var differences: [AuditDifference] = []

        var codes: [String] { differences.map(\.problem.code).sorted() }
        var areAllMended: Bool { differences.allSatisfy(\.isMended) }
    }

    private static func sync(_ library: PhotoLibrary) {
        let done = Monitor(false)
        library.sync { done.update { $0 = true } }
        done.wait { $0 ? () : nil }
    }

    private func audit() -> Result {
        let state = Monitor((result: Result(), isDone: false))
        _ = library.audit { difference in
            state.update { $0.result.differences.append(difference) }
            return true
        } completion: { outcome in
            state.update { state in
                if case .done(let checked, _) = outcome { state.result.checked = checked }
                state.isDone = true
            }
        }
        return state.wait { $0.isDone ? $0.result : nil }
    }

    private func damage(_ sql: String) throws {
        _ = try library.index.write { writer throws(IndexError) in
            try writer.connection.statement(sql).run("damaging the index")
        }
    }

    /// What is found is mended, and then nothing is left to find.
    private func expectMended(_ codes: [String], sourceLocation: SourceLocation = #_sourceLocation) throws {
        let found = audit()
        #expect(found.codes == codes, sourceLocation: sourceLocation)
        #expect(found.areAllMended, "\(found.differences)", sourceLocation: sourceLocation)
        let after = audit()
        #expect(
            after.checked == 6 && after.differences.isEmpty,
            "\(after.differences)",
            sourceLocation: sourceLocation
        )
        try library.stop()
    }

    @Test("finds nothing in a library that nothing happened to")
    func nothing() throws {
        try expectMended([])
    }

    @Test("finds a link that is to be followed and is not")
    func link() throws {
        try folder.makeDirectory("outside")
        try folder.write("photos/.photod.toml", "follow-symlinks = true")
        try #require(symlink(folder.path("outside"), folder.path("photos/trip")) == 0)
        Self.sync(library)
        let linked = try #require(library.allRoots.first { $0.isLinked })
        library.run.roots.remove(linked.node)
        library.run.watcher.removeRoot(linked.node)
        try expectMended(["link"])
        #expect(library.allRoots.contains { $0.isLinked })
    }

    @Test("finds a folder whose photos are not as its options say")
    func options() throws {
        try folder.write("photos/sub/.photod.toml", "group = \"Trip\"")
        Self.sync(library)
        try damage("UPDATE folder_rules SET grouping = 'Another'")
        try expectMended(["options"])
    }

    @Test("finds nothing while files come and go")
    func inMotion() throws {
        let path = folder.path("photos/sub/busy.mp4")
        let isOver = Monitor(false)
        let started = NamedThread("turmoil") { [library] in
            while !isOver.withLock({ $0 }) {
                let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
                if descriptor >= 0 {
                    _ = write(descriptor, path, 1 + Int.random(in: 0..<20))
                    close(descriptor)
                }
                // Indexed for certain, and then gone.
                Self.sync(library)
                unlink(path)
            }
        }
        let turmoil = try #require(started)
        for _ in 0..<5 {
            let found = audit()
            #expect(found.differences.isEmpty, "\(found.differences)")
        }
        isOver.update { $0 = true }
        turmoil.join()
        try expectMended([])
    }

    @Test("finds a photo that the index has lost, and the line that the change log lacks of it")
    func lostPhoto() throws {
        try damage("DELETE FROM asset WHERE name = CAST('IMG_20170101_120000.mp4' AS BLOB)")
        let found = audit()
        #expect(found.areAllMended, "\(found.differences)")
        #expect(found.codes.contains("not-indexed"))
        let after = audit()
        #expect(after.differences.isEmpty, "\(after.differences)")
        try library.stop()
    }

    @Test("finds a photo that is not there, and one that is another by now")
    func wrongPhotos() throws {
        let first = "WHERE CAST(name AS TEXT) LIKE '%20160101%'"
        try damage("UPDATE asset SET name = CAST('ghost.mp4' AS BLOB) \(first)")
        try damage("UPDATE asset SET size = 4711 WHERE CAST(name AS TEXT) LIKE '%20160201%'")
        let found = audit()
        #expect(found.areAllMended, "\(found.differences)")
        #expect(Set(found.codes).isSuperset(of: ["changed", "not-indexed", "not-on-disk"]))
        let after = audit()
        #expect(after.differences.isEmpty, "\(after.differences)")
        try library.stop()
    }

    @Test("finds a folder that the index has lost, with all its photos")
    func lostFolder() throws {
        try damage(
            "DELETE FROM asset WHERE directory = (SELECT id FROM directory WHERE name = CAST('sub' AS BLOB))"
        )
        try damage("DELETE FROM directory WHERE name = CAST('sub' AS BLOB)")
        let found = audit()
        #expect(found.areAllMended, "\(found.differences)")
        #expect(found.codes.filter { $0 == "not-indexed" }.count == 3)
        let after = audit()
        #expect(after.checked == 6 && after.differences.isEmpty, "\(after.differences)")
        try library.stop()
    }

    @Test("finds wrong counts, of months and of groups")
    func counts() throws {
        try folder.write("photos/sub/.photod.toml", "group = \"Trip\"")
        Self.sync(library)
        try damage(
            "UPDATE month_count SET photos = photos + 7 WHERE month = (SELECT min(month) FROM month_count)"
        )
        try damage("UPDATE grouping SET photos = photos + 7")
        try expectMended(["miscounted", "miscounted"])
    }

    @Test("finds a change log that leads elsewhere")
    func log() throws {
        let clock = library.index.clock
        try damage(
            "UPDATE change SET kind = 2, month = NULL WHERE sequence = (SELECT max(sequence) FROM change)"
        )
        try expectMended(["change-log"])
        #expect(library.index.clock.sequence > clock.sequence)
    }

    @Test("finds identity documents that are missing or hold something else")
    func documents() throws {
        try damage("UPDATE asset SET viewed = 1 WHERE CAST(name AS TEXT) LIKE '%20160301%'")
        try folder.remove("state/photos/2017-02.json")
        let found = audit()
        #expect(found.codes == ["document", "document"])
        #expect(found.areAllMended)
        try library.stop()
    }

    @Test("does not say of an identity document that it is mended before it is written")
    func unwritableDocument() throws {
        let document = folder.location("state/photos/2017-02.json")
        let time = try FileStatus(path: document).modificationTime
        var bytes = try Disk.read(document)
        bytes[bytes.count / 2] ^= 0x80
        try Disk.write(bytes, to: document)
        try Disk.setTime(
            document,
            seconds: Int(time / 1_000_000_000),
            nanoseconds: Int(time % 1_000_000_000)
        )
        // Nothing can be put in place of the document where its backup cannot be written.
        try folder.makeDirectory("state/photos/2017-02.json.bak")
        try folder.write("state/photos/2017-02.json.bak/file", "in the way")
        for _ in 0..<2 {
            let found = audit()
            #expect(found.codes == ["document"] && !found.areAllMended, "\(found.differences)")
        }
        try folder.remove("state/photos/2017-02.json.bak/file")
        try folder.remove("state/photos/2017-02.json.bak")
        try expectMended(["document"])
    }

    @Test("is refused where there is none, and nobody waits for it")
    func refused() throws {
        library.run.auditor.stop(.failed("no thread"))
        let reason = Monitor<String?>(nil)
        _ = library.audit { _ in
            true
        } completion: { outcome in
            if case .failed(let why) = outcome { reason.update { $0 = why } }
        }
        #expect(reason.wait { $0 } == "no thread")
        try library.stop()
    }

    @Test("finds a folder that is not watched any more")
    func watch() throws {
        let node = try #require(library.run.watcher.node(at: FilePath(folder.path("photos/sub"))))
        library.run.watcher.locked { shared in _ = shared.watch.tree.detach(node) }
        try expectMended(["not-watched"])
    }

    @Test("one that was interrupted goes on where it was left, and its end is remembered")
    func resumes() throws {
        let (top, sub) = try library.index.read { reader throws(IndexError) in
            let keys = try reader.directoryKeys(after: 0, limit: 10)
            return (keys[0], keys[1])
        }
        try damage(
            "DELETE FROM asset WHERE directory IN (\(top), \(sub)) AND CAST(name AS TEXT) LIKE '%0101%'"
        )
        _ = try library.index.write { writer throws(IndexError) in
            try writer.recordAudit(position: top, finished: nil)
        }
        library.run.auditor.continueScheduled()
        let record = try library.index.read { reader throws(IndexError) in try reader.auditRecord() }
        #expect(record.position == 0)
        #expect(try #require(record.finished) > 1_700_000_000)
        #expect(record.awaited == record.finished)
        // What lies before the position is left to the next one.
        let found = audit()
        #expect(found.differences.filter { $0.problem == .notIndexed }.count == 1, "\(found.differences)")
        try library.stop()
    }

    @Test("until one has ended the first is awaited since the sweep that found everything")
    func awaited() throws {
        // The auditor's thread comes to it when it has noted that.
        _ = audit()
        let record = try library.index.read { reader throws(IndexError) in try reader.auditRecord() }
        #expect(record.finished == nil)
        #expect(try #require(record.awaited) > 1_700_000_000)
        try library.stop()
    }

    @Test("after one that ended in the future the next is awaited since a start, and not since each one")
    func endedInTheFuture() throws {
        _ = audit()
        let future: Int64 = 4_000_000_000
        _ = try library.index.write { writer throws(IndexError) in
            try writer.recordAudit(position: 0, finished: future)
            try writer.awaitAudit(since: future)
        }
        func awaited() throws -> Int64? {
            library.run.auditor.noteAwaited()
            return try library.index.read { reader throws(IndexError) in try reader.auditRecord() }.awaited
        }
        #expect(try #require(try awaited()) < future)
        let earlier: Int64 = 1_700_000_000
        _ = try library.index.write { writer throws(IndexError) in try writer.awaitAudit(since: earlier) }
        #expect(try awaited() == earlier)
        try library.stop()
    }

    @Test("an audit that nobody waits for any more ends, and the next one goes on")
    func abandoned() throws {
        let number = library.audit { _ in
            false
        } completion: { _ in
        }
        library.abandonAudit(number)
        try expectMended([])
    }
}
