import Files
import Glibc
import ImportRules
import PhotoModel
import TestSupport
import Testing

@testable import Batches
@testable import Importing

/// What a file system may claim, and a journal that somebody has edited.
@Suite("Values at the ends of their range")
struct ExtremeValuesTests {
    @Test("files together larger than any file system are moved and put back", .acrossFileSystems)
    func hugeFiles() throws {
        let memory = try OtherFileSystem()
        let trial = try Trial(libraryIn: memory)
        let inbox = memory.path + "inbox"
        try Disk.makeFolder(inbox)
        let names = ["a.jpg", "a.dng", "a.xmp"]
        for name in names { try trial.write(name, "", in: inbox) }
        for name in names.dropFirst() { try Disk.truncate(inbox + name, to: 5 << 60) }
        let unit = ImportUnit(
            folder: FolderPlace(base: inbox),
            files: try names.map { try ImportFile(lookingAt: inbox + $0) },
            values: LayoutValues(groupFolder: "Beach")
        )
        let result = try trial.apply(trial.plan([unit, unit]))
        #expect(result.ok == 1)
        #expect(Disk.status(trial.library + "Beach/a.xmp")?.st_size == 5 << 60)
        #expect(try trial.undo().ok == 1)
        #expect(try Disk.names(in: inbox).map(\.display) == ["a.dng", "a.jpg", "a.xmp"])
    }

    @Test(
        "a photo of 1601, or of a year far ahead, goes and comes back with the time it has",
        arguments: [-11_644_473_600, 10_000_000_000, -1, 0],
        Road.all
    )
    func times(_ seconds: Int, _ road: Road) throws {
        let trial = try road.whereabouts.trial()
        let path = try trial.write("a.jpg", "a photo")
        try Disk.setTime(path, seconds: seconds, nanoseconds: 999_999_999)
        // A file system may know fewer times than that.
        let before = try #require(Disk.status(path)).st_mtim
        try trial.apply(trial.plan([try trial.unit("a.jpg")]), road.action)
        let meanwhile = try #require(Disk.status(trial.library + "Beach/a.jpg")).st_mtim
        #expect(try trial.undo().ok == 1)
        let after = try #require(Disk.status(path)).st_mtim
        if meanwhile.tv_sec == before.tv_sec { #expect(after.tv_sec == before.tv_sec) }
        #expect(after.tv_nsec == (meanwhile.tv_sec == before.tv_sec ? before.tv_nsec : after.tv_nsec))
    }

    @Test(
        "a journal whose numbers are no batch's is damaged, and nothing is done by it",
        arguments: [
            "9223372036854775807", "-9223372036854775808", "0", "1e300",
        ]
    )
    func journalNumbers(_ number: String) throws {
        let trial = try Trial()
        try trial.fill()
        try trial.apply(trial.plan(try trial.units()))
        let path = trial.state + "batches/\(Trial.firstBatch).jsonl"
        let text = String(decoding: try Disk.read(path), as: UTF8.self)
        try Disk.write(text.replacing("{\"intent\":2,", with: "{\"intent\":\(number),"), to: path)
        let library = try Tree(trial.library)
        #expect(throws: ImportError.self) { try trial.undo() }
        #expect(try Tree(trial.library) == library)
    }

    @Test(
        "a journal that claims to be longer than any is refused, with nothing set aside for what is not there"
    )
    func endlessJournal() throws {
        let trial = try Trial()
        try trial.fill()
        try trial.apply(trial.plan(try trial.units()))
        let path = trial.state + "batches/\(Trial.firstBatch).jsonl"
        try Disk.truncate(path, to: 1 << 42)
        let library = try Tree(trial.library)
        #expect(throws: ImportError.self) { try trial.undo() }
        #expect(try Tree(trial.library) == library)
        let store = try trial.store()
        #expect(try store.list().map(\.state) == [.unfinished])
        #expect(throws: BatchError.self) { try store.content(of: try #require(store.names().first)) }
        _ = try RecentArrivals(store)
    }

    @Test("so much is read of a file as is there, whatever size it claims or is asked for")
    func claimedSize() throws {
        let trial = try Trial()
        let path = try trial.write("a.jpg", String(repeating: "photo", count: 50_000))
        let file = try Folder(trial.inbox).open(FileName("a.jpg"))
        let content = try Disk.read(path)
        #expect(try file.read(limit: .max) == content)
        #expect(try file.read(limit: 70_000) == Array(content[..<70_000]))
        #expect(try file.read(limit: 4096, from: 249_000) == Array(content[249_000...]))
        #expect(try file.read(limit: 0).isEmpty)
    }
}
