import CaptureRules
import Extraction
import Logging
import PhotoModel
import PhotodConfiguration
import TestSupport
import Testing

@testable import WatchedLibrary

/// Without workers: by names alone, in formats that need none.
@Suite("Reading shots outside the library")
struct UnindexedReadingTests {
    private let folder: TemporaryFolder
    private let library: PhotoLibrary

    init() throws {
        folder = try TemporaryFolder()
        try folder.makeDirectory("state")
        try folder.makeDirectory("inbox")
        library = try PhotoLibrary(
            stateDirectory: folder.location("state"),
            worker: WorkerLocation(path: folder.location("no-worker")),
            zones: CaptureZones(home: .utc),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
    }

    private func read(_ names: [FileName], most: Int = .max) throws -> [UnindexedShot] {
        var shots: [UnindexedShot] = []
        try library.run.readShots(names, in: folder.location("inbox"), byRulesOf: folder.location) { shot in
            shots.append(shot)
            return shots.count < most
        }
        return shots
    }

    @Test("a hundred shots come in the order of their names, each with its date and what identifies it")
    func order() throws {
        let names = (0..<100).map { FileName("VID-201609\($0 % 20 + 10)-WA\($0 + 1000).mp4") }
        for name in names { try folder.write("inbox/\(name.display)", name.display) }
        let shots = try read(names.reversed() + [FileName("notes.txt"), FileName("gone.mp4")])
        #expect(shots.map(\.primary.name) == names.sorted())
        #expect(Set(shots.map(\.primary.fingerprint)).count == 100)
        #expect(shots.allSatisfy { $0.record.month == MonthKey("2016-09") && $0.companions.isEmpty })
        #expect(shots.allSatisfy { $0.primary.stamp.size == Int64($0.primary.name.bytes.count) })
    }

    @Test("sidecars come with the file they name")
    func companions() throws {
        for name in ["a.mp4", "a.mp4.aae", "b.aae", "b.mp4"] { try folder.write("inbox/\(name)") }
        let shots = try read(["a.mp4", "a.mp4.aae", "b.aae", "b.mp4"].map { FileName($0) })
        #expect(shots.map { $0.companions.map(\.name.display) } == [["a.mp4.aae"], ["b.aae"]])
    }

    @Test("whoever has enough gets no more")
    func cancelled() throws {
        for number in 0..<80 { try folder.write("inbox/\(number).mp4", "\(number)") }
        #expect(try read((0..<80).map { FileName("\($0).mp4") }, most: 3).count == 3)
    }
}
