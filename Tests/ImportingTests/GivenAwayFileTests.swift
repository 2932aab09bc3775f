import Files
import PhotoModel
import TestSupport
import Testing

@testable import Batches
@testable import Importing

@Suite("Files and file systems that say little of themselves")
struct GivenAwayFileTests {
    /// As on FAT, exFAT and NTFS, where a file has the owner and the mode of its mount whoever has made it.
    @Test(
        "a file that is another user's as soon as it is made keeps what its mount gives it",
        .enabled(if: OtherUser.isPossible, "only root can be another user")
    )
    func givenAway() throws {
        let scratch = try TemporaryFolder()
        let path = scratch.location("old.jpg")
        try Disk.write("a photo", to: path)
        try Disk.setMode(path, 0o644)
        let old = try OpenFile(reading: path)
        let new = try Folder(scratch.location).create(FileName("new.jpg"))
        let kept = try OtherUser.act(as: OtherUser.importer) { () throws -> Bool in
            try new.beReadable(like: FileAccess(of: old))
            return try new.takeAttributes(of: old, old.status()).all
        }
        #expect(!kept)
        #expect(try new.status().mode & 0o777 == 0o600)
    }

    @Test("a file system without an identifier is the one that is mounted at its place")
    func unidentified() {
        let mark = FileSystemMark(identifier: "id-0", mount: FilePath("/media/card"))
        #expect(mark.isOne(with: "id-0") { FilePath("/media/card") })
        #expect(!mark.isOne(with: "id-0") { FilePath("/") })
        #expect(!mark.isOne(with: "id-5") { FilePath("/") })
        let known = FileSystemMark(identifier: "id-5", mount: FilePath("/media/card"))
        #expect(known.isOne(with: "id-5") { FilePath("/media/other") })
        #expect(FileSystemMark(identifier: "id-0", mount: nil).isOne(with: "id-0") { FilePath("/") })
    }

    @Test("a journal that a power cut has torn in its middle is read up to there")
    func tornMiddle() throws {
        let trial = try Trial()
        try trial.fill()
        try trial.apply(trial.plan(try trial.units()))
        let path = trial.state + "batches/\(Trial.firstBatch).jsonl"
        let journal = try Disk.read(path)
        let results = try #require(journal.firstRange(of: Array("{\"done\"".utf8))).lowerBound
        for start in stride(from: results, to: journal.count - 1, by: 7) {
            var torn = journal
            let end = min((start / 512 + 1) * 512, journal.count)
            torn.replaceSubrange(start..<end, with: [UInt8](repeating: 0, count: end - start))
            let content = try #require(
                try BatchContent(torn, name: BatchName(date: 20_261_121, number: 1), path: path)
            )
            #expect(content.length <= start && content.state == nil)
            #expect(torn[..<Int(content.length)].last == UInt8(ascii: "\n"))
        }
    }

    @Test("a folder that its file system does not sync is no error, and one that cannot be synced is")
    func unsyncedFolder() throws {
        let scratch = try TemporaryFolder()
        for (code, isError) in [(22, false), (95, false), (5, true)] as [(Int32, Bool)] {
            let folder = try Folder(scratch.location, gate: ChangeGate { _ in code })
            if isError {
                #expect(throws: CallFailure.self) { try folder.synchronise() }
            } else {
                try folder.synchronise()
            }
        }
    }
}
