import Files
import Glibc
import ImportRules
import PhotoModel
import Synchronization
import TestSupport
import Testing

@testable import Batches
@testable import Importing

@Suite("The trash")
struct TrashTests {
    /// An inbox with a duplicate and its sidecar, which the library has too.
    private func trial(_ whereabouts: Whereabouts = .sameFileSystem) throws -> Trial {
        let trial = try whereabouts.trial()
        try trial.write("a b.jpg", "a photo")
        try trial.write("a b.xmp", "said of it")
        try trial.write("Beach/z.jpg", "a photo", in: trial.library)
        try trial.write("Beach/z.xmp", "said of it", in: trial.library)
        return trial
    }

    private func plan(_ trial: Trial) throws -> ImportPlan {
        trial.plan([try trial.unit("a b.jpg", "a b.xmp")], duplicates: .trash)
    }

    @Test(
        "of two equal photos that come together the second goes to the trash when the first has come",
        arguments: Whereabouts.possible
    )
    func twinsInBatch(_ whereabouts: Whereabouts) throws {
        let trial = try whereabouts.trial()
        try trial.write("a.jpg", "same photo")
        try trial.write("b.jpg", "same photo")
        let plan = trial.plan([try trial.unit("a.jpg"), try trial.unit("b.jpg")], duplicates: .trash)
        let result = try trial.apply(plan)
        #expect(result.ok == 2 && result.errors == 0)
        #expect(try Disk.names(in: trial.library + "Beach") == [FileName("a.jpg")])
        #expect(!Disk.isFile(trial.inbox + "a.jpg") && !Disk.isFile(trial.inbox + "b.jpg"))
        #expect(try trial.undo().errors == 0)
        #expect(Disk.isFile(trial.inbox + "a.jpg") && Disk.isFile(trial.inbox + "b.jpg"))
    }

    @Test("a duplicate goes to the home trash with a description, and undo brings it back")
    func homeTrash() throws {
        let trial = try trial()
        let inbox = try Tree(trial.inbox)
        let outcomes = try trial.outcomes(try plan(trial))
        let trash = trial.folder.location("home") + "Trash"
        guard case .trashed(let files, duplicateOf: let twin) = outcomes[0] else {
            Issue.record("\(outcomes)")
            return
        }
        #expect(twin == trial.library + "Beach/z.jpg")
        #expect(files.map(\.to) == [trash + "files/a b.jpg", trash + "files/a b.xmp"])
        #expect(try Tree(trial.inbox).files.isEmpty)
        let info = String(decoding: try Disk.read(trash + "info/a b.jpg.trashinfo"), as: UTF8.self)
        let lines = info.split(separator: "\n")
        #expect(lines[0] == "[Trash Info]")
        #expect(lines[1] == "Path=" + trial.inbox.uri.dropFirst(7) + "/a%20b.jpg")
        #expect(lines[2].hasPrefix("DeletionDate=20"))
        #expect(lines[2].utf8.count == "DeletionDate=2026-11-21T10:00:00".utf8.count)
        try trial.undo()
        #expect(try Tree(trial.inbox) == inbox)
        #expect(try Tree(trash).files.isEmpty)
    }

    @Test("what is put back has no description in the trash any more, whenever photod is killed")
    func noDescriptionLeft() throws {
        var put = 0
        for number in 0..<30 {
            let trial = try trial()
            try trial.apply(try plan(trial))
            do { try trial.undo(gate: Refusals.stopping(before: number).gate) } catch is ImportError {}
            #expect(try Recovery(try trial.store()).problems.isEmpty, "change \(number)")
            let trash = trial.folder.location("home") + "Trash"
            let files = Set(try Disk.names(in: trash + "files").map(\.display))
            let infos = Set(try Disk.names(in: trash + "info").map(\.display))
            #expect(infos == Set(files.map { "\($0).trashinfo" }), "change \(number)")
            if files.isEmpty { put += 1 }
        }
        #expect(put > 3)
    }

    @Test("a shot comes back from the trash as a whole or not at all")
    func wholeShot() throws {
        let trial = try trial()
        let before = try Tree(trial.inbox)
        _ = try trial.outcomes(try plan(trial))
        try trial.write("a b.jpg", "another photo")
        let (inbox, trash) = (try Tree(trial.inbox), try Tree(trial.folder.location("home") + "Trash"))
        var refused: [ImportError] = []
        try trial.undo { outcome in
            if case .refused(let error) = outcome.result { refused.append(error) }
        }
        #expect(refused == [.occupied(trial.inbox + "a b.jpg")])
        #expect(try Tree(trial.inbox) == inbox)
        #expect(try Tree(trial.folder.location("home") + "Trash") == trash)
        // It can be tried again.
        try Disk.remove(trial.inbox + "a b.jpg")
        #expect(try trial.undo().errors == 0)
        #expect(try Tree(trial.inbox) == before)
    }

    @Test("a sidecar that somebody else's file has left in the trash keeps no duplicate from coming back")
    func strangersSidecar() throws {
        let trial = try trial()
        let before = try Tree(trial.inbox)
        try trial.apply(try plan(trial))
        let sidecar = try trial.write(
            "files/a b.jpg.xmp",
            "of another",
            in: trial.folder.location("home") + "Trash"
        )
        #expect(try trial.undo().errors == 0)
        #expect(try Tree(trial.inbox) == before)
        #expect(Disk.isFile(sidecar))
    }

    @Test("of a trash that was removed whole undo says which file is missing, and asks for no mount")
    func removedTrash() throws {
        let trial = try trial()
        let trash = trial.folder.location("home") + "Trash"
        _ = try trial.outcomes(try plan(trial))
        try Disk.removeTree(trash)
        var refused: [ImportError] = []
        try trial.undo { outcome in
            if case .refused(let error) = outcome.result { refused.append(error) }
        }
        #expect(refused == [.missing(trash + "files/a b.xmp")])
    }

    /// Journals of early builds tell nothing of where it was mounted, and take any disk that is guessed at for theirs.
    @Test("a missing folder is gone where its disk is there, and never by what an early journal tells of it")
    func goneFolder() throws {
        let scratch = try TemporaryFolder()
        let missing = scratch.location + "Trash"
        let folders = FolderCache(gate: .open)
        let mark = try FileSystemMark(of: try Folder(scratch.location, gate: .open))
        #expect(folders.isGone(missing, from: mark))
        #expect(!folders.isGone(missing, from: FileSystemMark(identifier: mark.identifier, mount: nil)))
        let another = FileSystemMark(identifier: "another", mount: missing)
        #expect(!folders.isGone(missing, from: another))
    }

    @Test("a name that the trash has gets a number")
    func taken() throws {
        let trial = try trial()
        let trash = trial.folder.location("home") + "Trash"
        try trial.write("info/a b.jpg.trashinfo", "[Trash Info]\n", in: trash)
        try trial.apply(try plan(trial))
        #expect(Disk.isFile(trash + "files/a b-2.jpg"))
        #expect(Disk.isFile(trash + "info/a b-2.xmp.trashinfo"))
    }

    @Test("a duplicate whose sidecar the library does not have stays where it is")
    func sidecarUnknown() throws {
        let trial = try trial()
        try trial.write("a b.xmp", "something new is said of it")
        let outcomes = try trial.outcomes(try plan(trial))
        #expect(outcomes == [.unchanged(duplicateOf: trial.library + "Beach/z.jpg")])
        #expect(Disk.isFile(trial.inbox + "a b.jpg"))
    }

    @Test("a duplicate whose twin has changed since stays where it is")
    func twinChanged() throws {
        let trial = try trial()
        let plan = try plan(trial)
        try trial.write("Beach/z.jpg", "A PHOTO", in: trial.library)
        let outcomes = try trial.outcomes(plan)
        #expect(
            outcomes == [.refused(.twinGone(trial.inbox + "a b.jpg", twin: trial.library + "Beach/z.jpg"))]
        )
        #expect(Disk.isFile(trial.inbox + "a b.jpg"))
        #expect(try Tree(trial.folder.location("home")).files.isEmpty)
    }

    @Test("what lies on another file system than the home goes to the trash at its top", .acrossFileSystems)
    func topTrash() throws {
        let other = try OtherFileSystem()
        let folder = other.path + "photos"
        try Disk.makeFolder(folder)
        let top = FilePath("/dev/shm/.Trash-\(getuid())")
        let wasThere = Disk.isFolder(top)
        let home = try TemporaryFolder()
        let place = try TrashFolder(dataHome: home.location).files(for: folder)
        #expect(place.path == top + "files")
        // Behind a symbolic link it is on the disk that the link leads to.
        let link = home.location("link")
        try Disk.makeSymbolicLink(link, to: folder)
        #expect(try TrashFolder(dataHome: home.location).files(for: link) == place)
        if !wasThere { try Disk.removeTree(top) }
        let info = TrashInfo.content(
            original: folder + "a.jpg",
            trash: top,
            time: WallTime(localTime: LocalTime(microseconds: 0), offsetMinutes: 0)
        )
        let shown = folder.uri.dropFirst("file:///dev/shm/".utf8.count)
        #expect(
            String(decoding: info, as: UTF8.self)
                == "[Trash Info]\nPath=\(shown)/a.jpg\nDeletionDate=1970-01-01T00:00:00\n"
        )
    }

    @Test("a trash at the top of a file system that cannot be used is told with the reason")
    func faults() throws {
        let top = try TemporaryFolder()
        let device = try FileStatus(path: top.location).device
        try Disk.write("", to: top.location("file"))
        try Disk.makeFolder(top.location("folder"))
        try Disk.makeSymbolicLink(top.location("link"), to: top.location("folder"))
        #expect(TrashFolder.fault(top.location("folder"), on: device) == nil)
        #expect(TrashFolder.fault(top.location("made"), on: device) == nil)
        #expect(Disk.isFolder(top.location("made")))
        for name in ["file", "link"] {
            let trash = top.location(name)
            #expect(TrashFolder.fault(trash, on: device) == .notAFolder(trash))
        }
        let trash = top.location("missing") + "trash"
        #expect(TrashFolder.fault(trash, on: device) == .unmade(trash, code: ENOENT))
        #expect(
            TrashFolder.fault(top.location("folder"), on: device + 1)
                == .otherFileSystem(top.location("folder"))
        )
    }

    @Test(
        "where the home trash cannot be made it is that which is told, and not what stands in for it",
        .enabled(if: OtherUser.isPossible, "root may make a trash at the top of any file system")
    )
    func homeFault() throws {
        let scratch = try TemporaryFolder()
        try Disk.setMode(scratch.location, 0o755)
        let file = try scratch.write("data")
        let error = #expect(throws: ImportError.self) {
            try OtherUser.act(as: OtherUser.importer) {
                _ = try TrashFolder(dataHome: file).files(for: scratch.location)
            }
        }
        #expect(error == .noTrash(scratch.location, .unmade(file + "Trash", code: ENOTDIR)))
    }

    @Test(
        "a trash that cannot be made is told with what is in its way, and what to do about that",
        arguments: [
            (EACCES, ImportError.Kind.permission, "have it made for you"),
            (EROFS, .permission, "mount it writable"), (ENOSPC, .system, "free some space"),
            (EMFILE, .system, "raise the limit of open files"),
        ]
    )
    func unmade(code: Int32, kind: ImportError.Kind, remedy: String) {
        let trash = FilePath("/media/card/.Trash-1000")
        let error = ImportError.noTrash(FilePath("/media/card"), .unmade(trash, code: code))
        #expect(error.kind == kind)
        #expect(error.description.contains("\(ErrorNumber.text(of: code))); \(remedy)"))
    }

    @Test("who puts a photo into the trash is told nothing of duplicates, and who imports is")
    func faultWords() {
        let trash = FilePath("/media/card/.Trash-1000")
        let error = ImportError.noTrash(FilePath("/media/card/DCIM"), .strangers(trash))
        #expect(error.description.contains("/media/card/.Trash-1000 is another user's"))
        #expect(!error.description.contains("duplicates"))
        #expect(error.ofDuplicate.description.hasSuffix("or let duplicates be kept"))
    }

    @Test("stopped before any change, a duplicate is at one place, and undo brings it back")
    func crashes() throws {
        let counting = Refusals()
        let first = try trial()
        try first.apply(try plan(first), gate: counting.gate)
        for number in 0..<counting.changes {
            let trial = try trial()
            let inbox = try Tree(trial.inbox)
            let refusals = Refusals.stopping(before: number)
            do { try trial.apply(try plan(trial), gate: refusals.gate) } catch is ImportError {}
            #expect(try Recovery(try trial.store()).problems.isEmpty)
            for batch in try trial.store().list() { try trial.undo(batch.name.description) }
            #expect(try Tree(trial.inbox) == inbox, "change \(number)")
            #expect(try Tree(trial.folder.location("home")).files.isEmpty, "change \(number)")
        }
    }

    @Test("a file is not its own duplicate, by whichever path it is reached")
    func ownTwin() throws {
        let trial = try Trial()
        try trial.write("Beach/a.jpg", "a photo", in: trial.library)
        try Disk.makeSymbolicLink(trial.inbox + "albums", to: trial.library)
        let path = trial.inbox + "albums/Beach/a.jpg"
        var file = try ImportFile(lookingAt: path)
        file.fingerprint = try DiskLibrary.fingerprint(of: path)
        let unit = ImportUnit(
            folder: FolderPlace(base: path.parent),
            files: [file],
            values: LayoutValues(groupFolder: "Trip")
        )
        let outcomes = try trial.outcomes(trial.plan([unit], duplicates: .trash))
        #expect(outcomes == [.refused(.ownTwin(path, twin: trial.library + "Beach/a.jpg"))])
        #expect(try Disk.read(trial.library + "Beach/a.jpg") == Array("a photo".utf8))
        #expect(try Tree(trial.folder.location("home")).files.isEmpty)
    }

    @Test("a duplicate goes to the trash whole though only one of its files has to be copied there")
    func oneIsCopied() throws {
        let trial = try trial()
        let renames = Atomic(0)
        let gate = ChangeGate { point in
            point == .rename && renames.add(1, ordering: .relaxed).newValue == 2 ? EXDEV : 0
        }
        let outcomes = try trial.outcomes(try plan(trial), gate: gate)
        guard case .trashed(let files, duplicateOf: _) = outcomes[0] else {
            Issue.record("\(outcomes)")
            return
        }
        #expect(files.count == 2)
        #expect(try Tree(trial.inbox).files.isEmpty)
    }

    /// Two photos of a folder that are each other's duplicates, which both are to go.
    private func eachOthersTwins(_ trial: Trial) throws -> (place: FolderPlace, plan: ImportPlan) {
        for name in ["a.jpg", "b.jpg"] { try trial.write("heap/\(name)", "one photo", in: trial.library) }
        let place = FolderPlace(base: trial.library, beneath: [FileName("heap")])
        let items = try [("a.jpg", "b.jpg"), ("b.jpg", "a.jpg")].map { name, twin in
            ImportPlan.Item(
                unit: ImportUnit(
                    folder: place,
                    files: [try ImportFile(lookingAt: place.path + name)],
                    values: LayoutValues()
                ),
                decision: .duplicate(of: place.path + twin, twins: [place.path + twin])
            )
        }
        return (place, ImportPlan(items: items))
    }

    @Test("of two that are each other's duplicates one stays, also where the trash is reached by copying")
    func oneOfTwinsStays() throws {
        let trial = try Trial()
        let (place, plan) = try eachOthersTwins(trial)
        let renames = Atomic(0)
        let gate = ChangeGate { point in
            // As a bind mount does.
            point == .rename && renames.add(1, ordering: .relaxed).oldValue < 2 ? EXDEV : 0
        }
        let outcomes = try trial.outcomes(plan, gate: gate)
        #expect(outcomes[1] == .refused(.twinGone(place.path + "b.jpg", twin: place.path + "a.jpg")))
        #expect(try Disk.names(in: place.path) == [FileName("b.jpg")])
        #expect(try Disk.names(in: trial.folder.location("home") + "Trash/files") == [FileName("a.jpg")])
        try trial.undo()
        #expect(try Disk.names(in: place.path).count == 2)
    }

    /// Carries out a plan to a trash that is reached by copying, and stops before a change.
    private func kill(_ trial: Trial, _ plan: ImportPlan, before number: Int) throws {
        let stop = Refusals.stopping(before: number).gate
        let renames = Atomic(0)
        let gate = ChangeGate { point in
            let refusal = stop.pass(point)
            if refusal != 0 { return refusal }
            return point == .rename && renames.add(1, ordering: .relaxed).oldValue < 2 ? EXDEV : 0
        }
        do { try trial.apply(plan, gate: gate) } catch is ImportError {}
    }

    /// Two that are each other's duplicates, of which the first was copied to the trash when photod was killed, and is where it was
    /// besides.
    private func killedInTheMiddle() throws -> (trial: Trial, place: FolderPlace, trash: FilePath) {
        for number in 0..<40 {
            let trial = try Trial()
            let (place, plan) = try eachOthersTwins(trial)
            try kill(trial, plan, before: number)
            let trash = trial.folder.location("home") + "Trash/files"
            if Disk.isFile(trash + "a.jpg"), try Disk.names(in: place.path).count == 2 {
                return (trial, place, trash)
            }
        }
        throw ImportError.notReached(reason: "it was never stopped there")
    }

    @Test(
        "of a duplicate nothing is decided after a kill while the other cannot be read",
        .enabled(if: geteuid() != 0, "root may read everything")
    )
    func unreadTwin() throws {
        let (trial, place, trash) = try killedInTheMiddle()
        let twin = place.path + "b.jpg"
        try Disk.setMode(twin, 0)
        var looked: Set<FilePath> = []
        let recovery = try Recovery(
            try trial.store(),
            began: { folders throws(ImportError) in looked.formUnion(folders) }
        )
        #expect(looked.contains(place.path))
        #expect(recovery.problems.count == 1)
        #expect(try trial.store().list { _, _ in }.map(\.state) == [.unfinished])
        #expect(Disk.isFile(trash + "a.jpg"))
        #expect(try Disk.names(in: place.path).count == 2)
        try Disk.setMode(twin, 0o644)
        #expect(try Recovery(try trial.store()).problems.isEmpty)
        #expect(try Disk.names(in: place.path) == [FileName("b.jpg")])
    }

    @Test("a duplicate stays after a kill where a link has the place of the other by now")
    func linkedTwin() throws {
        let (trial, place, trash) = try killedInTheMiddle()
        let twin = place.path + "b.jpg"
        try Disk.rename(twin, to: trial.state + "kept")
        try Disk.makeSymbolicLink(twin, to: trial.state + "kept")
        #expect(try Recovery(try trial.store()).problems.isEmpty)
        #expect(Disk.isFile(place.path + "a.jpg") && !Disk.isFile(trash + "a.jpg"))
    }

    @Test(
        "of two that are each other's duplicates one stays, whenever photod is killed while they are copied to the trash"
    )
    func oneOfTwinsStaysAfterKill() throws {
        var kept = 0
        for number in 0..<40 {
            let trial = try Trial()
            let (place, plan) = try eachOthersTwins(trial)
            try kill(trial, plan, before: number)
            #expect(try Recovery(try trial.store()).problems.isEmpty, "change \(number)")
            let trash = trial.folder.location("home") + "Trash/files"
            let trashed = Disk.isFolder(trash) ? try Disk.names(in: trash) : []
            let left = try Disk.names(in: place.path)
            #expect(!left.isEmpty, "change \(number)")
            #expect(Set(left + trashed) == [FileName("a.jpg"), FileName("b.jpg")], "change \(number)")
            #expect(left.count + trashed.count == 2, "change \(number)")
            if trashed.count == 1 { kept += 1 }
        }
        #expect(kept > 3)
    }

    @Test(
        "of two equal photos that a folder of the library holds one is filed, and the other goes to the trash"
    )
    func twinsInLibrary() throws {
        let trial = try Trial()
        for name in ["a.jpg", "b.jpg"] { try trial.write("heap/\(name)", "one photo", in: trial.library) }
        func unit(_ name: String) throws -> ImportUnit {
            let place = FolderPlace(base: trial.library, beneath: [FileName("heap")])
            var file = try ImportFile(lookingAt: place.path + name)
            file.fingerprint = try DiskLibrary.fingerprint(of: place.path + name)
            return ImportUnit(folder: place, files: [file], values: LayoutValues(groupFolder: "Beach"))
        }
        let units = [try unit("a.jpg"), try unit("b.jpg")]
        let plan = trial.plan(units, duplicates: .trash)
        try trial.apply(plan)
        #expect(Disk.isFile(trial.library + "Beach/a.jpg"))
        #expect(try Disk.names(in: trial.library + "heap").isEmpty)
        #expect(try Disk.names(in: trial.folder.location("home") + "Trash/files") == [FileName("b.jpg")])
    }
}
