import CaptureRules
import Extraction
import Logging
import PhotoModel
import PhotodConfiguration
import TestSupport
import Testing
import Threads

@testable import LibraryIndex
@testable import WatchedLibrary

@Suite("A first sweep that was killed", .timeLimit(.minutes(20)))
struct InterruptedSweepTests {
    /// Refuses photos for as long as none is found by its content.
    private static let refusal = """
        CREATE TRIGGER refusal BEFORE INSERT ON asset
        WHEN NOT EXISTS (SELECT 1 FROM sqlite_master WHERE name = 'asset_by_content')
        BEGIN SELECT RAISE(ABORT, 'each photo would have the whole index looked through'); END
        """

    @Test("goes on with an index that finds photos by their content, which each new one asks for")
    func goesOn() throws {
        let folder = try TemporaryFolder()
        try folder.makeDirectory("photos")
        try folder.makeDirectory("state")
        try folder.write("photos/a.mp4", "a video that nobody reads")
        let state = FilePath(folder.path("state"))
        do {
            let index = try LibraryIndex(folder: state)
            _ = try index.write { writer throws(IndexError) in
                try writer.connection.execute(Self.refusal, "preparing a test")
            }
            try index.close()
        }
        let library = try PhotoLibrary(
            stateDirectory: state,
            worker: WorkerLocation(path: FilePath(folder.path("no-worker"))),
            zones: CaptureZones(home: .utc),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        try library.start([(Library(name: "photos", path: FilePath(folder.path("photos"))), false)])
        let isDone = Monitor(false)
        library.sync { isDone.update { $0 = true } }
        isDone.wait { $0 ? () : nil }
        let months = try library.index.read { reader throws(IndexError) in try reader.months() }
        #expect(months.reduce(0) { $0 + $1.totalCount } == 1)
        try library.stop()
    }
}
