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

@Suite("What the index refuses", .timeLimit(.minutes(20)))
struct LostFindingsTests {
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

    private func run(_ sql: String, _ library: PhotoLibrary) throws {
        _ = try library.index.write { writer throws(IndexError) in
            try writer.connection.statement(sql).run("preparing a test")
        }
    }

    @Test("is looked at again before a barrier passes that waits for it")
    func barrier() throws {
        let folder = try TemporaryFolder()
        try folder.makeDirectory("photos")
        try folder.makeDirectory("state")
        let isRaised = Monitor(false)
        let library = try PhotoLibrary(
            stateDirectory: FilePath(folder.path("state")),
            worker: WorkerLocation(path: FilePath(folder.path("no-worker"))),
            zones: CaptureZones(home: .utc),
            logger: Logger(label: "test") { _ in Alarm(isRaised: isRaised) }
        )
        try library.start([(Library(name: "photos", path: FilePath(folder.path("photos"))), false)])
        let isReady = Monitor(false)
        library.sync { isReady.update { $0 = true } }
        isReady.wait { $0 ? () : nil }
        try run(
            "CREATE TRIGGER refusal BEFORE INSERT ON asset BEGIN SELECT RAISE(ABORT, 'not now'); END",
            library
        )
        isRaised.update { $0 = false }
        try folder.write("photos/a.mp4", "a video that nobody reads")
        let count = Monitor<Int?>(nil)
        library.sync { [index = library.index] in
            let months = try? index.read { reader throws(IndexError) in try reader.months() }
            count.update { $0 = months?.reduce(0) { $0 + $1.totalCount } ?? -1 }
        }
        isRaised.wait { $0 ? () : nil }
        try run("DROP TRIGGER refusal", library)
        #expect(count.wait { $0 } == 1)
        try library.stop()
    }
}
