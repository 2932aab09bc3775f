import Files
import Glibc
import ImportRules
import PhotoModel
import TestSupport
import Testing

@testable import Batches
@testable import Importing

@Suite("Files on their way")
struct TransferTests {
    @Test("a move takes the whole unit, and leaves nothing behind", arguments: Whereabouts.possible)
    func move(_ whereabouts: Whereabouts) throws {
        let trial = try whereabouts.trial()
        try trial.fill()
        let before = try Tree(trial.inbox)
        let outcomes = try trial.outcomes(trial.plan(try trial.units()))
        let library = try Tree(trial.library)
        let expected = [
            "Beach/a.jpg": "a.jpg", "Beach/a.jpg.xmp": "a.jpg.xmp", "Other/b.jpg": "b.jpg",
            "Trip/c.jpg": "trip/c.jpg", "Trip/c.cr2": "trip/c.cr2",
        ]
        #expect(library.files.count == expected.count)
        for (new, old) in expected {
            #expect(library.files[trial.library + new] == before.files[trial.inbox + old], "\(new)")
        }
        #expect(try Tree(trial.inbox).files.isEmpty)
        for outcome in outcomes {
            guard case .placed(let files) = outcome else {
                Issue.record("\(outcome)")
                continue
            }
            for file in files {
                let status = try #require(Disk.status(file.to))
                #expect(file.after.inode == UInt64(status.st_ino))
                #expect((file.before.inode == file.after.inode) == (whereabouts == .sameFileSystem))
            }
        }
    }

    @Test("a copy has content, times and mode of its source, which stays", arguments: Whereabouts.possible)
    func copy(_ whereabouts: Whereabouts) throws {
        let trial = try whereabouts.trial()
        try trial.fill()
        let before = try Tree(trial.inbox)
        try trial.apply(trial.plan(try trial.units()), .copy)
        #expect(try Tree(trial.inbox) == before)
        let library = try Tree(trial.library)
        #expect(library.files[trial.library + "Other/b.jpg"] == before.files[trial.inbox + "b.jpg"])
        #expect(library.contents == before.contents)
    }

    @Test("a file that is empty, and one of several pieces, are copied whole", .acrossFileSystems)
    func sizes() throws {
        let trial = try Whereabouts.otherFileSystem.trial()
        var generator = SeededGenerator.fromEnvironment()
        let large = generator.bytes(700_001)
        try Disk.write(large, to: trial.inbox + "large.jpg")
        try Disk.write([], to: trial.inbox + "empty.jpg")
        try trial.apply(trial.plan([try trial.unit("large.jpg"), try trial.unit("empty.jpg")]))
        #expect(try Disk.read(trial.library + "Beach/large.jpg") == large)
        #expect(try Disk.read(trial.library + "Beach/empty.jpg") == [])
    }

    @Test("a hard link is a second name of the same file")
    func hardlink() throws {
        let trial = try Trial()
        try trial.fill()
        try trial.apply(trial.plan(try trial.units()), .hardlink)
        #expect(
            Disk.status(trial.library + "Beach/a.jpg")?.st_ino == Disk.status(trial.inbox + "a.jpg")?.st_ino
        )
    }

    @Test("a hard link across file systems is refused, with what to do instead", .acrossFileSystems)
    func hardlinkAcross() throws {
        let trial = try Whereabouts.otherFileSystem.trial()
        try trial.fill()
        let before = try Tree(trial.inbox)
        for outcome in try trial.outcomes(trial.plan(try trial.units()), .hardlink) {
            guard case .refused(let error) = outcome else {
                Issue.record("\(outcome)")
                continue
            }
            #expect(error.description.hasSuffix("use copy or move"))
        }
        #expect(try Tree(trial.inbox) == before)
        #expect(try Tree(trial.library).files.isEmpty)
    }

    @Test("a reflink is made or refused as the file system can, and leaves no half of one")
    func reflink() throws {
        let trial = try Trial()
        try trial.write("a.jpg", "a photo")
        let outcomes = try trial.outcomes(trial.plan([try trial.unit("a.jpg")]), .reflink)
        let library = try Tree(trial.library)
        switch outcomes[0] {
        case .placed: #expect(try Disk.read(trial.library + "Beach/a.jpg") == Array("a photo".utf8))
        case .refused(.unsupported(.reflink, _)): #expect(library.files.isEmpty)
        default: Issue.record("\(outcomes)")
        }
    }

    @Test("nothing is ever replaced: who comes first keeps the name", arguments: Whereabouts.possible)
    func noClobber(_ whereabouts: Whereabouts) throws {
        let trial = try whereabouts.trial()
        try trial.fill()
        let plan = trial.plan(try trial.units())
        // Between planning and doing.
        try trial.write("Beach/a.jpg.xmp", "somebody else's", in: trial.library)
        let before = try Tree(trial.inbox)
        let outcomes = try trial.outcomes(plan)
        #expect(outcomes[0] == .refused(.occupied(trial.library + "Beach/a.jpg.xmp")))
        #expect(try Disk.read(trial.library + "Beach/a.jpg.xmp") == Array("somebody else's".utf8))
        // The unit stays together, and the others went on.
        #expect(try Tree(trial.inbox).files[trial.inbox + "a.jpg"] == before.files[trial.inbox + "a.jpg"])
        #expect(!Disk.isFile(trial.library + "Beach/a.jpg"))
        #expect(Disk.isFile(trial.library + "Other/b.jpg"))
        #expect(try Tree(trial.library).temporaries.isEmpty)
    }

    @Test("a link where a folder of the library should be leads nowhere")
    func linkInLibrary() throws {
        let trial = try Trial()
        try trial.write("a.jpg", "a photo")
        try Disk.makeFolder(trial.folder.location("outside"))
        try Disk.makeSymbolicLink(trial.library + "Beach", to: trial.folder.location("outside"))
        let outcomes = try trial.outcomes(trial.plan([try trial.unit("a.jpg")]))
        #expect(outcomes == [.refused(.leadsOutside(trial.library + "Beach"))])
        #expect(try Disk.names(in: trial.folder.location("outside")).isEmpty)
        #expect(Disk.isFile(trial.inbox + "a.jpg"))
    }

    @Test("what is no regular file is not looked into")
    func irregular() throws {
        let trial = try Trial()
        try trial.write("a.jpg", "a photo")
        let unit = try trial.unit("a.jpg")
        try Disk.rename(trial.inbox + "a.jpg", to: trial.inbox + "b.jpg")
        try Disk.makeSymbolicLink(trial.inbox + "a.jpg", to: trial.inbox + "b.jpg")
        #expect(
            try trial.outcomes(trial.plan([unit])) == [.refused(.notAFile(trial.inbox + "a.jpg"))]
        )
        #expect(throws: ImportError.notAFile(trial.inbox + "a.jpg")) { try trial.unit("a.jpg") }
    }

    @Test("a file that was rewritten since it was planned stays", arguments: Whereabouts.possible)
    func changed(_ whereabouts: Whereabouts) throws {
        let trial = try whereabouts.trial()
        try trial.fill()
        let plan = trial.plan(try trial.units())
        try trial.write("b.jpg", "another photo", seconds: 1_500_000_000)
        let outcomes = try trial.outcomes(plan)
        #expect(outcomes[1] == .refused(.changed(trial.inbox + "b.jpg")))
        #expect(try Disk.read(trial.inbox + "b.jpg") == Array("another photo".utf8))
    }

    @Test("a file that is written to while it is copied stays, and its copy goes", .acrossFileSystems)
    func changedWhileCopied() throws {
        let trial = try Whereabouts.otherFileSystem.trial()
        let path = try trial.write("a.jpg", "a photo")
        let gate = ChangeGate { point in
            guard point == .setAttributes else { return 0 }
            do { try Disk.write("A PHOTO", to: path) } catch { return EIO }
            return 0
        }
        let outcomes = try trial.outcomes(trial.plan([try trial.unit("a.jpg")]), gate: gate)
        #expect(outcomes == [.refused(.changedWhileCopied(path))])
        #expect(try Disk.read(path) == Array("A PHOTO".utf8))
        #expect(try Tree(trial.library).files.isEmpty)
    }

    @Test("a source that is written to before it is removed stays, and its copy goes", .acrossFileSystems)
    func changedBeforeRemoval() throws {
        let trial = try Whereabouts.otherFileSystem.trial()
        let path = try trial.write("a.jpg", "a photo")
        let gate = ChangeGate { point in
            // The content was read by then.
            guard point == .syncContent else { return 0 }
            do { try Disk.write("A PHOTO, LONGER", to: path) } catch { return EIO }
            return 0
        }
        let outcomes = try trial.outcomes(trial.plan([try trial.unit("a.jpg")]), gate: gate)
        #expect(outcomes == [.refused(.changedWhileCopied(path))])
        #expect(try Disk.read(path) == Array("A PHOTO, LONGER".utf8))
        #expect(try Tree(trial.library).files.isEmpty)
    }

    @Test("a full disk ends the batch: what arrived stays, the rest is where it was", .acrossFileSystems)
    func diskFull() throws {
        let trial = try Whereabouts.otherFileSystem.trial()
        try trial.fill()
        let before = try Tree(trial.inbox)
        let refusals = Refusals { _, point in point == .writeContent ? ENOSPC : 0 }
        let outcomes = try trial.outcomes(trial.plan(try trial.units()), gate: refusals.gate)
        guard case .refused(let error) = outcomes[0], case .refused(.notReached) = outcomes[2] else {
            Issue.record("\(outcomes)")
            return
        }
        #expect(error.description.contains("free some space"))
        #expect(try Tree(trial.inbox) == before)
        #expect(try Tree(trial.library).files.isEmpty)
    }

    @Test("folders that were made in vain are removed, and nobody else's", .acrossFileSystems)
    func foldersInVain() throws {
        let trial = try Whereabouts.otherFileSystem.trial()
        try trial.fill()
        // It was empty before.
        try Disk.makeFolder(trial.library + "Other")
        let refusals = Refusals { _, point in point == .writeContent ? ENOSPC : 0 }
        try trial.apply(trial.plan(try trial.units()), gate: refusals.gate)
        #expect(try Tree(trial.library).folders == [trial.library + "Other"])
    }

    @Test(
        "whatever call fails in the middle, each photo is at one place, and the others go on",
        arguments: Whereabouts.possible,
        [EACCES, EROFS, ENOENT, EIO]
    )
    func failures(_ whereabouts: Whereabouts, _ code: Int32) throws {
        let counting = Refusals()
        let first = try whereabouts.trial()
        try first.fill()
        try first.apply(first.plan(try first.units()), gate: counting.gate)
        for number in 0..<counting.changes {
            let trial = try whereabouts.trial()
            try trial.fill()
            let contents = try Tree(trial.inbox).contents
            let refusals = Refusals { count, _ in count == number ? code : 0 }
            do { try trial.apply(trial.plan(try trial.units()), gate: refusals.gate) } catch is ImportError {}
            let recovery = try Recovery(try trial.store())
            #expect(recovery.problems.isEmpty)
            let inbox = try Tree(trial.inbox)
            let library = try Tree(trial.library)
            let found = inbox.contents.merging(library.contents, uniquingKeysWith: +)
            #expect(found == contents, "change \(number)")
        }
    }

    @Test("a cancelled import finishes its unit and says so")
    func cancelled() throws {
        let trial = try Trial()
        try trial.fill()
        let cancellation = Cancellation()
        let gate = ChangeGate { point in
            if point == .rename { cancellation.cancel() }
            return 0
        }
        var outcomes: [UnitOutcome] = []
        let result = try trial.apply(
            trial.plan(try trial.units()),
            gate: gate,
            cancellation: cancellation
        ) { outcomes.append($0) }
        #expect(result.ok == 1)
        #expect(result.errors == 2)
        #expect(Disk.isFile(trial.library + "Beach/a.jpg.xmp"))
        #expect(Disk.isFile(trial.inbox + "b.jpg"))
        let journal = String(
            decoding: try Disk.read(trial.state + "batches/\(Trial.firstBatch).jsonl"),
            as: UTF8.self
        )
        #expect(journal.contains("\"reason\":\"it was cancelled\""))
    }

    @Test("names that are no text, and names with line ends, go and come back")
    func names() throws {
        let trial = try Trial()
        let name = FileName([0xFF, 0x0A, UInt8(ascii: "%"), UInt8(ascii: "."), UInt8(ascii: "j")])
        try Disk.write("a photo", to: trial.inbox.appending(name))
        let file = try ImportFile(lookingAt: trial.inbox.appending(name))
        let unit = ImportUnit(
            folder: FolderPlace(base: trial.inbox),
            files: [file],
            values: LayoutValues(groupFolder: "Tür \"und\" Tor")
        )
        let before = try Tree(trial.inbox)
        try trial.apply(trial.plan([unit]))
        #expect(try Disk.names(in: trial.library + "Tür \"und\" Tor") == [name])
        try trial.undo()
        #expect(try Tree(trial.inbox) == before)
    }
}
