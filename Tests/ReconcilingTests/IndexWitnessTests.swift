import Files
import FolderWatch
import Logging
import PhotoModel
import TestSupport
import Testing

@testable import Reconciling

@Suite("What vouches for an index")
struct IndexWitnessTests {
    private let folder: TemporaryFolder
    private let witness: IndexWitness

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("index.sqlite", "index")
        witness = Self.witness(of: folder)
    }

    private static func witness(of folder: TemporaryFolder) -> IndexWitness {
        IndexWitness(
            stateDirectory: folder.location,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
    }

    @Test("the file itself, closed, and where it has a birth time open, too")
    func same() throws {
        #expect(!witness.vouches(for: 1))
        witness.noteOpened(1)
        let status = try FileStatus(at: folder.location("index.sqlite"))
        #expect(witness.vouches(for: 1) == (status.birthTime != 0))
        witness.noteClosed()
        #expect(witness.vouches(for: 1))
    }

    @Test("not what was copied into the file while that was open: it was opened at another time")
    func copiedInto() {
        witness.noteOpened(2)
        #expect(!witness.vouches(for: 1))
    }

    @Test("not a copy of the state folder, made while it was open or closed", arguments: [true, false])
    func copy(isClosed: Bool) throws {
        if isClosed { witness.noteClosed() } else { witness.noteOpened(1) }
        let copy = try TemporaryFolder()
        for name in ["index.sqlite", "index.witness"] { try copy.write(name, folder.bytes(of: name)) }
        #expect(!Self.witness(of: copy).vouches(for: 1))
    }

    @Test("not a file that was written over with what it had, nor one whose line is cut short")
    func restoredInPlace() throws {
        witness.noteClosed()
        let line = try folder.bytes(of: "index.witness")
        try folder.write("index.witness", Array(line.dropLast(3)))
        #expect(!witness.vouches(for: 1))
        try folder.write("index.witness", line)
        #expect(witness.vouches(for: 1))
        // As copying does at last: the time of that is the change time, which nobody can set.
        let path = folder.location("index.sqlite")
        let before = try FileStatus(at: path)
        try Waiting.until("the file's clock to go on", below: folder.location) {
            try Disk.setTime(path, seconds: Int(before.modificationTime / 1_000_000_000))
            return try FileStatus(at: path).changeTime != before.changeTime
        }
        #expect(!witness.vouches(for: 1))
    }
}
