import Files
import Glibc
import ImportRules
import PhotoModel
import TestSupport
import Testing

@testable import Batches
@testable import Importing

/// What sshfs and exfat-fuse do with the next mount is done here by expecting another inode number.
@Suite("Files whose numbers are others since a mount")
struct MountedAnewTests {
    private let name = FileName("a.jpg")

    /// A file that is at its new place and is to go back, known by another number than it has.
    private func intent(
        _ action: UnitAction,
        _ trial: Trial,
        hash: Fingerprint? = nil,
        fingerprint: Fingerprint? = nil,
        undoes: Int? = 1
    ) throws -> UnitIntent {
        let file = try ImportFile(lookingAt: trial.inbox.appending(name))
        var stamp = file.stamp
        stamp.inode += 1
        return UnitIntent(
            number: 2,
            undoes: undoes,
            action: action,
            from: FolderPlace(base: trial.inbox),
            to: FolderPlace(base: trial.library),
            files: [
                FileIntent(
                    name: name,
                    newName: name,
                    stamp: stamp,
                    mode: file.mode,
                    hash: hash,
                    fingerprint: fingerprint
                )
            ]
        )
    }

    private func putBack(_ intent: UnitIntent, keepsInodes: Bool = false) throws -> UnitTransfer {
        var transfer = FileTransfer(gate: .open, turns: DiskTurns(), token: "token")
        transfer.folders.keepsInodes = { _ in keepsInodes }
        var units = [UnitTransfer(intent)]
        transfer.stage(&units[0])
        try transfer.complete(&units)
        return units[0]
    }

    @Test(
        "go back from the trash and by a move, by their size, their time and what they begin with",
        arguments: [UnitAction.restore, .move],
        Whereabouts.possible
    )
    func putBack(_ action: UnitAction, _ whereabouts: Whereabouts) throws {
        let trial = try whereabouts.trial()
        let path = try trial.write("a.jpg", "the first photo")
        let (hash, beginning) = (try FileContent.hash(of: path), try DiskLibrary.fingerprint(of: path))
        for (hash, beginning) in [(hash, nil), (nil, beginning), (nil, nil)] as [(Fingerprint?, Fingerprint?)]
        {
            try trial.write("info/a.jpg.trashinfo", "[Trash Info]")
            let unit = try putBack(intent(action, trial, hash: hash, fingerprint: beginning))
            #expect(unit.error == nil && unit.hasArrived)
            #expect(Disk.isFile(trial.inbox + "info/a.jpg.trashinfo") == (action == .move))
            #expect(!Disk.isFile(path) && Disk.isFile(trial.library.appending(name)))
            try Disk.remove(trial.library.appending(name))
            try trial.write("a.jpg", "the first photo")
        }
    }

    @Test("stay where their content is another, and where numbers last")
    func others() throws {
        let trial = try Trial()
        let path = try trial.write("a.jpg", "the third photo")
        let other = try trial.write("b.jpg", "the first photo")
        let (hash, beginning) = (try FileContent.hash(of: other), try DiskLibrary.fingerprint(of: other))
        #expect(try putBack(intent(.restore, trial, hash: hash)).error == .changed(path))
        #expect(try putBack(intent(.restore, trial, fingerprint: beginning)).error == .changed(path))
        #expect(try putBack(intent(.restore, trial), keepsInodes: true).error == .changed(path))
        #expect(Disk.isFile(path))
    }

    @Test("are seen to be at both places after an interrupted move", arguments: [false, true])
    func recovered(_ keepsInodes: Bool) throws {
        let trial = try Trial()
        try trial.write("a.jpg", "the first photo")
        try trial.write("a.jpg", "the first photo", in: trial.library)
        let intent = try intent(.move, trial, undoes: nil)
        var transfer = FileTransfer(gate: .open, turns: DiskTurns(), token: "token")
        transfer.folders.keepsInodes = { _ in keepsInodes }
        let (from, to) = (try Folder(trial.inbox), try Folder(trial.library))
        switch try Recovery(try trial.store()).look(intent, 0, from, to, transfer) {
        case .atBoth: #expect(!keepsInodes)
        case .atDestination: #expect(keepsInodes)
        case .atSource, .blocked, .gone: Issue.record("it is at both places")
        }
    }

    @Test("go to the trash with what they begin with in the journal")
    func journal() throws {
        let trial = try Trial()
        let path = try trial.write("a.jpg", "the first photo")
        let beginning = try DiskLibrary.fingerprint(of: path)
        let file = try ImportFile(lookingAt: path)
        #expect(file.fingerprint == nil)
        let unit = ImportUnit(folder: FolderPlace(base: trial.inbox), files: [file], values: LayoutValues())
        let store = try trial.store()
        let importer = Importer(store: store, trash: TrashFolder(dataHome: trial.folder.location("home")))
        let result = try importer.trash([unit]) { _ in }
        let content = try store.content(of: try #require(result.batch))
        #expect(content?.units[1]?.intent.files.map(\.fingerprint) == [beginning])
    }

    @Test("go to the trash without where nobody may read them", .enabled(if: getuid() != 0, "root reads all"))
    func unreadable() throws {
        let trial = try Trial()
        let path = try trial.write("a.jpg", "a photo that nobody may read")
        let file = try ImportFile(lookingAt: path)
        try #require(path.withCString { chmod($0, 0) } == 0)
        let unit = ImportUnit(folder: FolderPlace(base: trial.inbox), files: [file], values: LayoutValues())
        let store = try trial.store()
        let importer = Importer(store: store, trash: TrashFolder(dataHome: trial.folder.location("home")))
        let result = try importer.trash([unit]) { _ in }
        #expect(result.ok == 1)
    }
}
