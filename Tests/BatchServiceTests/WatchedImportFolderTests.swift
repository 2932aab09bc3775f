import ImportRules
import PhotoModel
import TestSupport
import Testing

@testable import BatchService
@testable import FolderWatch

@Suite("What is known of an import folder")
struct WatchedImportFolderTests {
    private static let minute: Int64 = 60_000_000_000
    private let path = FilePath("/inbox")
    private let node = NodeID(index: 0, generation: 0)
    private let settings: ImportFolder
    private var folder: WatchedImportFolder

    init() {
        settings = ImportFolder(path: path, into: FilePath("/photos"))
        folder = WatchedImportFolder(settings: settings, node: node)
    }

    @Test(
        "one that cannot be reached is told with the reason, and with what helps against that",
        arguments: [
            (FolderError.missing, "not there", "mount or create it"),
            (.unreadable, "may not be read", "give the daemon's user"),
            (.unreachable(errno: 5), "Input/output error", "check the disk"),
        ]
    )
    mutating func absent(absence: FolderError, reason: String, remedy: String) throws {
        folder.absence = absence
        let problem = try #require(folder.problem(isHanging: false))
        #expect(problem.problem == "the import folder /inbox cannot be reached: \(reason)")
        #expect(problem.remedy.hasPrefix(remedy) && problem.remedy.hasSuffix("; photod notices"))
    }

    private func work(_ folder: FilePath) -> FolderWork {
        FolderWork(
            node: node,
            path: folder,
            lane: 0,
            kind: .names,
            names: [],
            explained: [],
            includesPending: false,
            force: false,
            epoch: 1,
            stamp: 0,
            ticket: 1
        )
    }

    /// What a look at the import folder itself found.
    private func sight(gone: Set<FileName> = [], all: Set<FileName>? = nil) -> ImportFolderSight {
        ImportFolderSight(work: work(path), gone: gone, all: all)
    }

    private mutating func finish(_ file: FilePath, _ outcome: ImportFolderOutcome, at minute: Int64)
        -> [String]
    {
        let order = ImportFolderOrder(
            settings: settings,
            node: node,
            folders: [ImportFolderOrder.Part(path: file.parent, stems: [Array("a".utf8)])]
        )
        return folder.finish(order, outcome, now: minute * Self.minute)
    }

    /// How it comes about that nothing is known of a file any more.
    enum End: CaseIterable {
        case fileGone, fileNotListed, folderGone, folderNotListed
    }

    private mutating func end(_ end: End, of file: FilePath) {
        switch end {
        case .fileGone: folder.take(in: sight(gone: [file.lastName]), now: 0)
        case .fileNotListed, .folderNotListed: folder.take(in: sight(all: []), now: 0)
        case .folderGone: folder.take(in: sight(gone: [file.parent.lastName]), now: 0)
        }
    }

    private func file(_ end: End) -> FilePath {
        switch end {
        case .fileGone, .fileNotListed: path + "a.jpg"
        case .folderGone, .folderNotListed: path + "sub/a.jpg"
        }
    }

    @Test(
        "what waits there is a problem until it is gone, with its folder or without",
        arguments: End.allCases
    )
    mutating func refusals(_ end: End) {
        let file = file(end)
        var outcome = ImportFolderOutcome()
        outcome.refuse(file, "no room; make some", isFinal: false)
        #expect(finish(file, outcome, at: 0).count == 1)
        let problem = folder.problem(isHanging: false)
        #expect(problem?.problem == "1 photo waits in the import folder /inbox: no room")
        #expect(problem?.remedy == "make some")
        folder.take(in: sight(gone: [FileName("b.jpg")], all: nil), now: 0)
        #expect(folder.problem(isHanging: false) != nil, "it is there still")
        self.end(end, of: file)
        #expect(folder.problem(isHanging: false) == nil)
    }

    @Test(
        "a file that is being written is told of after a minute, its own and not another's of its name",
        arguments: End.allCases
    )
    mutating func written(_ end: End) {
        let file = file(end)
        var outcome = ImportFolderOutcome()
        outcome.wait(for: file)
        let early = finish(file, outcome, at: 0)
        let late = finish(file, outcome, at: 1)
        #expect(early.isEmpty && late.count == 1)
        self.end(end, of: file)
        #expect(folder.problem(isHanging: false) == nil)
        let another = finish(file, outcome, at: 2)
        #expect(another.isEmpty && folder.problem(isHanging: false) == nil)
    }

    @Test("an empty file is told of after a minute as what it is")
    mutating func empty() {
        let file = path + "a.jpg"
        var outcome = ImportFolderOutcome()
        outcome.wait(for: file, isEmpty: true)
        #expect(finish(file, outcome, at: 0).isEmpty)
        #expect(finish(file, outcome, at: 1).first?.contains("is empty") == true)
    }

    @Test("what failed as a whole is over with the first that does not")
    mutating func whole() {
        var outcome = ImportFolderOutcome()
        outcome.refusals[path] = "no place to import to; mount it"
        _ = finish(path + "a.jpg", outcome, at: 0)
        #expect(folder.problem(isHanging: false) != nil)
        _ = finish(path + "a.jpg", ImportFolderOutcome(), at: 1)
        #expect(folder.problem(isHanging: false) == nil)
    }
}
