import Glibc
import IdentityStore
import LibraryIndex
import Logging
import PhotoModel
import TestSupport
import Testing
import Threads

@testable import Findings
@testable import Identities
@testable import Reconciling
@testable import Sweeps

@Suite("Identity documents while the daemon runs", .timeLimit(.minutes(5)))
struct IdentityKeeperTests {
    /// Says when something went wrong.
    private struct Alarm: LogHandler {
        let isRaised: Monitor<Bool>
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.error

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) { isRaised.update { $0 = true } }
    }

    private let folder: TemporaryFolder
    private let store: IdentityStore
    private let isAlarmed = Monitor(false)

    init() throws {
        folder = try TemporaryFolder()
        store = try IdentityStore(directory: folder.location("identity"))
    }

    private func keeper(_ index: LibraryIndex, _ store: IdentityStore) throws -> IdentityKeeper {
        let queue = FindingQueue()
        let logger = Logger(label: "test") { [isAlarmed] _ in Alarm(isRaised: isAlarmed) }
        // Changes are made on the spot.
        queue.stop()
        _ = queue.next()
        return IdentityKeeper(
            store: store,
            groupFolders: try GroupFolderTable(directory: folder.location, logger: logger),
            index: index,
            progress: SweepProgress(),
            change: OrderlyChange(queue: queue, index: index, feed: CommitFeed()),
            logger: logger
        )
    }

    /// Runs `body` with a keeper at work, while a first look at the roots is under way.
    private func run(
        _ index: LibraryIndex,
        _ store: IdentityStore,
        _ body: (IdentityKeeper) throws -> Void
    ) throws {
        let keeper = try keeper(index, store)
        let thread = try #require(NamedThread("identity") { keeper.run() })
        defer {
            keeper.stop()
            thread.join()
        }
        try body(keeper)
    }

    @Test("are written while a sweep goes on that is not the first one")
    func sweep() throws {
        try LibraryIndex(folder: folder.location).close()
        let index = try LibraryIndex(folder: folder.location)
        let month = try #require(MonthKey("2016-09"))
        _ = try index.write { writer throws(IndexError) in writer.touchDocument(month) }
        try run(index, store) { keeper in
            keeper.schedule()
            try Waiting.until("the document is written", below: folder.location) {
                let document = try index.read { reader throws(IndexError) in try reader.document(of: month) }
                return document.map { $0.written == $0.generation } ?? false
            }
        }
    }

    @Test("wait for a month that photos of theirs have moved into since it was decided which are written")
    func movedMeanwhile() throws {
        let index = try LibraryIndex(folder: folder.location)
        let (left, other) = (try #require(MonthKey("2016-09")), try #require(MonthKey("2016-08")))
        let joined = try #require(MonthKey("2016-10"))
        _ = try index.write { writer throws(IndexError) in
            for month in [left, joined, other] { writer.touchDocument(month) }
        }
        let keeper = try keeper(index, store)
        func written(_ month: MonthKey) throws -> Bool {
            let document = try index.read { reader throws(IndexError) in try reader.document(of: month) }
            return document.map { $0.written == $0.generation } ?? false
        }
        keeper.schedule([
            AssetChange(
                sequence: 1,
                kind: .updated,
                id: AssetID(high: 0, low: 1),
                month: joined,
                oldMonth: left
            )
        ])
        try keeper.write([other, left], in: DocumentOrder())
        #expect(try written(other) && !written(left) && !written(joined))
        try keeper.write([joined, left], in: DocumentOrder())
        #expect(try written(left) && written(joined))
    }

    @Test("are read again when what kept an edit from being read has passed")
    func unreadEdit() throws {
        let desk = try Desk()
        let store = try desk.documents()
        let photo = "photos/IMG_20160912_123456.png"
        let document = desk.folder.location("identity/2016-09.json")
        try desk.folder.write(photo, "x")
        try desk.sweep()
        try desk.mark(photo, AssetMarks(viewed: true))
        try desk.writeDocuments(to: store)
        let edited = try desk.folder.text("identity/2016-09.json")
            .replacing("\"viewed\":true", with: "\"favorite\":true")
        // Larger than any document.
        try #require(document.withCString { truncate($0, 1 << 30) } == 0)
        try Self.makeOld(document)
        try run(desk.index, store) { keeper in
            keeper.documentsChanged()
            isAlarmed.wait { $0 ? () : nil }
            try desk.folder.write("identity/2016-09.json", edited)
            try Self.makeOld(document)
            try Waiting.until("the edit is read", below: desk.folder.location) {
                try desk.asset(photo)?.marks == AssetMarks(favorite: true)
            }
        }
    }

    /// Nobody has written to it for an hour.
    private static func makeOld(_ path: FilePath) throws {
        let past = timespec(tv_sec: time(nil) - 3600, tv_nsec: 0)
        try #require(path.withCString { utimensat(AT_FDCWD, $0, [past, past], 0) } == 0)
    }
}
