import Files
import Glibc
import ImportRules
import PhotoModel
import TestSupport
import Testing

@testable import Batches
@testable import Importing

@Suite("Undo")
struct UndoTests {
    @Test("undo makes the inbox what it was to the byte, and the library too", arguments: Road.all)
    func allBack(_ road: Road) throws {
        let (trial, inbox) = try road.stopped(before: .max)
        let result = try trial.undo()
        #expect(result.ok == 3)
        #expect(result.errors == 0)
        #expect(try Tree(trial.inbox) == inbox)
        let library = try Tree(trial.library)
        #expect(library.files.isEmpty)
        #expect(library.folders.isEmpty)
    }

    @Test(
        "attributes of a user go along across file systems and back",
        .acrossFileSystems,
        .enabled(if: Attribute.areKept, "one of the two file systems has no user attributes")
    )
    func attributes() throws {
        let trial = try Whereabouts.otherFileSystem.trial()
        let path = try trial.write("a.jpg", "a photo")
        let value = Array("five stars".utf8)
        #expect(try Attribute.set("user.rating", value, of: path))
        try Disk.setTime(path, seconds: 1_479_200_000)
        let outcomes = try trial.outcomes(trial.plan([try trial.unit("a.jpg")]))
        guard case .placed(let files) = outcomes[0], files[0].keptAttributes else {
            Issue.record("\(outcomes)")
            return
        }
        try trial.undo()
        #expect(try Attribute.get("user.rating", of: path) == value)
    }

    @Test(
        "a sidecar that was written anew is what was imported if it has the same bytes, as after an edit that is undone",
        arguments: [ImportAction.copy, .move],
        ["rating 4", "rating 5"]
    )
    func sidecarWrittenAnew(action: ImportAction, content: String) throws {
        let trial = try Trial()
        try trial.write("a.jpg", "a photo")
        try trial.write("a.xmp", "rating 4")
        try trial.apply(trial.plan([try trial.unit("a.jpg", "a.xmp")]), action)
        let anew = trial.library + "Beach/.anew"
        try Disk.write(content, to: anew)
        try Disk.setTime(anew, seconds: 1_700_000_000)
        try Disk.rename(anew, to: trial.library + "Beach/a.xmp")
        #expect(try trial.undo().errors == (content == "rating 4" ? 0 : 1))
    }

    @Test(
        "what was written anew, with the same bytes and time, as an edit that is undone does it, is what was imported",
        arguments: [ImportAction.copy, .move]
    )
    func writtenAnew(action: ImportAction) throws {
        let trial = try Trial()
        try trial.write("a.jpg", "a photo")
        try trial.apply(trial.plan([try trial.unit("a.jpg")]), action)
        let place = trial.library + "Beach/a.jpg"
        let time = try #require(Disk.status(place)).st_mtim
        let anew = trial.library + "Beach/.anew"
        try Disk.write("a photo", to: anew)
        try Disk.setTime(anew, seconds: time.tv_sec, nanoseconds: time.tv_nsec)
        try Disk.rename(anew, to: place)
        #expect(try trial.undo().errors == 0)
        #expect(!Disk.isFile(place) && Disk.isFile(trial.inbox + "a.jpg"))
    }

    @Test(
        "a page from a scanner, of whose fingerprint the beginning is only a part, goes back with another mode"
    )
    func page() throws {
        let trial = try Trial()
        let path = trial.inbox + "scan.tif"
        try Disk.write(Array("II*".utf8) + [0] + [UInt8](repeating: 255, count: 100_000), to: path)
        var file = try ImportFile(lookingAt: path)
        file.fingerprint = try DiskLibrary.fingerprint(of: path)
        let unit = ImportUnit(
            folder: FolderPlace(base: trial.inbox),
            files: [file],
            values: LayoutValues(groupFolder: "Beach")
        )
        try trial.apply(trial.plan([unit]), .move)
        try Disk.setMode(trial.library + "Beach/scan.tif", 0o600)
        #expect(try trial.undo().errors == 0)
        #expect(Disk.isFile(path) && !Disk.isFile(trial.library + "Beach/scan.tif"))
    }

    @Test(
        "a photo that was changed since stays in the library, the others go back",
        arguments: Road.all.filter { $0.action != .hardlink }
    )
    func changed(_ road: Road) throws {
        let (trial, inbox) = try road.stopped(before: .max)
        let path = trial.library + "Other/b.jpg"
        // In place, with size and modification time as before: only the change time tells, or the source's
        // content.
        try Disk.write("THE SECOND PHOTO", to: path)
        try Disk.setTime(path, seconds: 1_479_200_000, nanoseconds: 123_456_789)
        var refused: [ImportError] = []
        let result = try trial.undo { outcome in
            if case .refused(let error) = outcome.result { refused.append(error) }
        }
        #expect(result.ok == 2)
        #expect(refused == [.changed(path)])
        #expect(try Disk.read(path) == Array("THE SECOND PHOTO".utf8))
        let now = try Tree(trial.inbox)
        for (file, content) in inbox.files where file.lastName != FileName("b.jpg") {
            #expect(now.files[file] == content, "\(file.display)")
        }
    }

    @Test("a copy whose source is gone or other is the only one, and stays")
    func onlyCopy() throws {
        let road = Road(action: .copy, whereabouts: .sameFileSystem)
        let (trial, _) = try road.stopped(before: .max)
        try Disk.remove(trial.inbox + "b.jpg")
        try trial.write("trip/c.jpg", "THE THIRD PHOTO")
        let result = try trial.undo()
        #expect(result.ok == 1)
        #expect(result.errors == 2)
        #expect(Disk.isFile(trial.library + "Other/b.jpg"))
        #expect(Disk.isFile(trial.library + "Trip/c.jpg"))
        #expect(!Disk.isFile(trial.library + "Beach/a.jpg"))
    }

    @Test("a hard link that was replaced by another file stays")
    func replacedLink() throws {
        let (trial, inbox) = try Road.hardlink.stopped(before: .max)
        let path = trial.library + "Other/b.jpg"
        try Disk.remove(path)
        try Disk.write("the second photo", to: path)
        let result = try trial.undo()
        #expect(result.ok == 2)
        #expect(result.errors == 1)
        #expect(Disk.isFile(path))
        #expect(try Tree(trial.inbox) == inbox)
    }

    @Test("a place that is taken in the inbox is not overwritten", arguments: Whereabouts.possible)
    func occupied(_ whereabouts: Whereabouts) throws {
        let (trial, _) = try Road(action: .move, whereabouts: whereabouts).stopped(before: .max)
        try trial.write("b.jpg", "a new photo of that name")
        var refused: [ImportError] = []
        try trial.undo { outcome in
            if case .refused(let error) = outcome.result { refused.append(error) }
        }
        #expect(refused == [.occupied(trial.inbox + "b.jpg")])
        #expect(try Disk.read(trial.inbox + "b.jpg") == Array("a new photo of that name".utf8))
        #expect(Disk.isFile(trial.library + "Other/b.jpg"))
        // Out of the way, what was refused can be put back.
        try Disk.remove(trial.inbox + "b.jpg")
        #expect(try trial.undo().ok == 1)
        #expect(try Disk.read(trial.inbox + "b.jpg") == Array("the second photo".utf8))
    }

    @Test("a second undo is an error, and so is a batch that never was")
    func twice() throws {
        let (trial, _) = try Road.move.stopped(before: .max)
        try trial.undo()
        let second = #expect(throws: ImportError.alreadyUndone(Trial.firstBatch)) { try trial.undo() }
        #expect(second?.kind == .exists)
        for name in ["20261121-0009", "nonsense", "../20261121-0001", "20261121-00001", ""] {
            let unknown = #expect(throws: ImportError.journal(.noSuch(name))) { try trial.undo(name) }
            #expect(unknown?.kind == .noSuch)
        }
    }

    @Test("a folder of the batch that holds something else stays, and so does one that was there before")
    func folders() throws {
        let trial = try Trial()
        try trial.fill()
        try Disk.makeFolder(trial.library + "Other")
        try trial.apply(trial.plan(try trial.units()))
        try trial.write("Beach/mine.jpg", "a photo of mine", in: trial.library)
        try trial.undo()
        #expect(try Tree(trial.library).folders == [trial.library + "Beach", trial.library + "Other"])
    }

    @Test("a folder of the inbox that is gone is made again")
    func sourceFolderGone() throws {
        let (trial, inbox) = try Road.move.stopped(before: .max)
        try Disk.removeTree(trial.inbox + "trip")
        try trial.undo()
        #expect(try Tree(trial.inbox) == inbox)
    }
}

@Suite("Batches")
struct BatchTests {
    @Test("batches are listed, the newest first, with what came of them")
    func list() throws {
        let trial = try Trial()
        try trial.fill()
        let units = try trial.units()
        try trial.apply(trial.plan([units[0]]))
        try trial.write("b.jpg", "changed", seconds: 1)
        try trial.apply(trial.plan([units[1], units[2]]))
        try trial.undo()
        let list = try trial.store().list()
        #expect(list.map(\.name.description) == ["20261121-0002", "20261121-0001"])
        #expect(list.map(\.state) == [.done, .undone])
        #expect(list.map(\.ok) == [1, 1])
        #expect(list.map(\.errors) == [1, 0])
        #expect(list.allSatisfy { $0.kind == .import && $0.time == "2026-11-21T10:00:00+01:00" })
    }

    @Test("what was refused before it was begun is counted where it is told of, and not in the list")
    func refusedBefore() throws {
        let trial = try Trial()
        try trial.fill()
        let units = try trial.units()
        let refused = ImportPlan.Item(unit: units[0], decision: .refused(.empty(trial.inbox + "a.jpg")))
        let plan = ImportPlan(items: [refused] + trial.plan([units[1]]).items)
        let result = try trial.apply(plan)
        #expect(result.ok == 1 && result.errors == 1)
        let list = try trial.store().list()
        #expect(list.map(\.ok) == [1] && list.map(\.errors) == [0])
    }

    @Test("a batch that ended early is listed as done, however much there is to say of it")
    func longReason() throws {
        let trial = try Trial()
        let name = String(repeating: "x", count: 240) + ".jpg"
        let folder = Array(repeating: String(repeating: "y", count: 240), count: 5).joined(separator: "/")
        try trial.write("\(folder)/\(name)", "a photo")
        let unit = ImportUnit(
            folder: FolderPlace(base: trial.inbox + folder),
            files: [try ImportFile(lookingAt: trial.inbox + "\(folder)/\(name)")],
            values: LayoutValues()
        )
        let refusals = Refusals { _, point in point == .rename ? ENOSPC : 0 }
        try trial.apply(trial.plan([unit]), gate: refusals.gate)
        #expect(try trial.store().list().map(\.state) == [.done])
        #expect(try trial.store().list().map(\.errors) == [1])
    }

    @Test("a recovered batch is listed as that")
    func recovered() throws {
        let (trial, _) = try Road.move.stopped(before: (try Road.move.changes()) - 3)
        #expect(try trial.store().list().map(\.state) == [.unfinished])
        #expect(try Recovery(try trial.store()).recovered.count == 1)
        #expect(try trial.store().list().map(\.state) == [.recovered])
    }

    @Test("recovery tells where the files are that it found at their new place")
    func recoveredFiles() throws {
        let road = Road.move
        // What came of the units and the end of the batch are written, and synced, by themselves.
        let (trial, _) = try road.stopped(before: (try road.changes()) - 5)
        let recovery = try Recovery(try trial.store())
        let placed = Set(recovery.recovered.flatMap(\.placed).map(\.to))
        #expect(placed == Set(try Tree(trial.library).files.keys))
    }

    @Test("a number is never given twice, also beyond four digits")
    func numbers() throws {
        let trial = try Trial()
        try trial.fill()
        try Disk.makeFolder(trial.state + "batches")
        try Disk.write("", to: trial.state + "batches/20261121-9999.jsonl")
        try Disk.write("", to: trial.state + "batches/notes.txt")
        let result = try trial.apply(trial.plan(try trial.units()))
        #expect(result.batch?.description == "20261121-10000")
    }

    @Test("a journal of a later version is left alone")
    func newer() throws {
        let trial = try Trial()
        try trial.fill()
        try trial.apply(trial.plan(try trial.units()))
        let path = trial.state + "batches/\(Trial.firstBatch).jsonl"
        let text = String(decoding: try Disk.read(path), as: UTF8.self)
        try Disk.write(text.replacing("{\"version\":1", with: "{\"version\":2"), to: path)
        #expect(throws: ImportError.journal(.newer(path, version: 2))) { try trial.undo() }
        // Of another version nothing else is held against what is known.
        let kind = text.replacing("{\"version\":1", with: "{\"version\":2")
            .replacing("\"kind\":\"import\"", with: "\"kind\":\"unheard\"")
        try Disk.write(kind, to: path)
        #expect(throws: ImportError.journal(.newer(path, version: 2))) { try trial.undo() }
    }

    @Test("a last line that a later version has written is no torn one")
    func laterLine() throws {
        let trial = try Trial()
        try trial.fill()
        try trial.apply(trial.plan(try trial.units()))
        let path = trial.state + "batches/\(Trial.firstBatch).jsonl"
        let text =
            String(decoding: try Disk.read(path), as: UTF8.self) + "{\"tagged\":1,\"colour\":\"red\"}\n"
        try Disk.write(text, to: path)
        let lines = text.split(separator: "\n").count
        #expect(throws: ImportError.journal(.broken(path, line: lines))) { try trial.undo() }
        #expect(try Disk.read(path) == Array(text.utf8))
    }
}
