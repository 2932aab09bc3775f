import Glibc
import ImportRules
import PhotoModel
import TestSupport
import Testing

@testable import Batches
@testable import Importing

@Suite("An undo that is refused")
struct RefusedUndoTests {
    private static func refusals(_ trial: Trial, _ batch: String = Trial.firstBatch) throws -> [ImportError] {
        var refused: [ImportError] = []
        try trial.undo(batch) { outcome in
            switch outcome.result {
            case .refused(let error), .partly(_, let error): refused.append(error)
            default: break
            }
        }
        return refused
    }

    @Test("takes a folder that cannot be listed for one with a sidecar, and one that is gone for one without")
    func unlistedFolder() throws {
        let trial = try Trial()
        let photo = try trial.write("a.jpg", "a photo")
        var sidecars = SidecarsBeside()
        try sidecars.checkThatNoneIsLeft(
            by: [photo.lastName],
            in: FolderPlace(base: trial.inbox + "gone", beneath: [])
        )
        #expect(throws: ImportError.system(operation: "list", path: photo, code: ENOTDIR)) {
            try sidecars.checkThatNoneIsLeft(by: [photo.lastName], in: FolderPlace(base: photo, beneath: []))
        }
    }

    @Test(
        "finds sidecars in a folder that nobody may list",
        .enabled(if: OtherUser.isPossible, "only root can be another user")
    )
    func hiddenFolder() throws {
        let trial = try Trial()
        let names = ["a.jpg", "b.jpg", "c.jpg", "d.jpg", "e.jpg", "b.jpg.xmp", "c.xmp", "d.Xmp", "e.JPG.aAE"]
        for name in names { try trial.write(name, name) }
        try trial.giveFolders(to: OtherUser.importer)
        try Disk.setMode(trial.inbox, 0o300)
        let place = FolderPlace(base: trial.inbox)
        try OtherUser.act(as: OtherUser.importer) {
            var sidecars = SidecarsBeside()
            try sidecars.checkThatNoneIsLeft(by: [FileName("a.jpg")], in: place)
            try sidecars.checkThatNoneIsLeft(by: [FileName("b.jpg"), FileName("b.jpg.xmp")], in: place)
            for (name, sidecar) in [
                ("b.jpg", "b.jpg.xmp"), ("c.jpg", "c.xmp"), ("d.jpg", "d.Xmp"), ("e.jpg", "e.JPG.aAE"),
            ] {
                #expect(
                    throws: ImportError.hasSidecar(trial.inbox + name, sidecar: trial.inbox + sidecar)
                ) { try sidecars.checkThatNoneIsLeft(by: [FileName(name)], in: place) }
            }
        }
    }

    @Test("is that of what came from a folder that does not answer, and of nothing else")
    func silentFolder() throws {
        let trial = try Trial()
        let card = trial.folder.location("card")
        try trial.write("a.jpg", "a photo")
        try trial.write("b.jpg", "another photo", in: card)
        let unit = ImportUnit(
            folder: FolderPlace(base: card),
            files: [try ImportFile(lookingAt: card + "b.jpg")],
            values: LayoutValues(groupFolder: "Beach")
        )
        try trial.apply(trial.plan([try trial.unit("a.jpg"), unit]))
        var outcomes: [UnitOutcome.Result] = []
        _ = try Undo(Trial.firstBatch, in: try trial.store(), isSilent: { $0 == card }).run {
            outcomes.append($0.result)
        }
        #expect(outcomes.count == 2 && outcomes.contains(.refused(.offline(card))))
        #expect(Disk.isFile(trial.inbox + "a.jpg") && !Disk.isFile(card + "b.jpg"))
        #expect(Disk.isFile(trial.library + "Beach/b.jpg"))
        #expect(try trial.store().list().map(\.left) == [1])
        #expect(try Self.refusals(trial).isEmpty)
        #expect(Disk.isFile(card + "b.jpg"))
    }

    @Test("looks into no folder that it made anew where nothing answers by now")
    func silentRemadeFolder() throws {
        let trial = try Trial()
        let card = trial.folder.location("card")
        try trial.write("a.jpg", "a photo")
        try trial.write("DCIM/b.jpg", "another photo", in: card)
        let unit = ImportUnit(
            folder: FolderPlace(base: card, beneath: [FileName("DCIM")]),
            files: [try ImportFile(lookingAt: card + "DCIM/b.jpg")],
            values: LayoutValues(groupFolder: "Beach")
        )
        try trial.apply(trial.plan([try trial.unit("a.jpg"), unit]))
        try trial.write("a.jpg", "in the way")
        // The undo makes the folder anew, and the next would remove it once it is empty.
        try Disk.removeTree(card + "DCIM")
        #expect(try Self.refusals(trial) == [.occupied(trial.inbox + "a.jpg")])
        try Disk.remove(trial.inbox + "a.jpg")
        try Disk.remove(card + "DCIM/b.jpg")
        var told: [FilePath] = []
        let undo = try Undo(
            Trial.firstBatch,
            in: try trial.store(),
            began: { told = $0 },
            isSilent: { $0 == card }
        )
        #expect(Set(told) == [trial.inbox, trial.library] && Set(undo.places) == Set(told))
        _ = try undo.run { _ in }
        #expect(Disk.isFile(trial.inbox + "a.jpg"))
        #expect(try Tree(card).folders == [card + "DCIM"])
    }

    @Test(
        "leaves a shot whole where any of its files has changed",
        arguments: Road.all.filter { $0.action != .hardlink },
        ["a.jpg", "a.dng", "a.xmp"]
    )
    func wholeShot(_ road: Road, _ changed: String) throws {
        let trial = try road.whereabouts.trial()
        for name in ["a.jpg", "a.dng", "a.xmp"] { try trial.write(name, "what was in \(name)") }
        try trial.apply(trial.plan([try trial.unit("a.jpg", "a.dng", "a.xmp")]), road.action)
        let path = trial.library + "Beach/\(changed)"
        try Disk.write("what an editor made of it", to: path)
        let (inbox, library) = (try Tree(trial.inbox), try Tree(trial.library))
        #expect(try Self.refusals(trial) == [.changed(path)])
        #expect(try Tree(trial.inbox) == inbox)
        #expect(try Tree(trial.library) == library)
        #expect(try trial.store().list().map(\.state) == [.done])
    }

    @Test(
        "leaves a shot whole where one of its originals has changed",
        arguments: ["a.jpg", "a.dng", "a.xmp"]
    )
    func wholeShotByOriginal(_ changed: String) throws {
        let trial = try Trial()
        for name in ["a.jpg", "a.dng", "a.xmp"] { try trial.write(name, "what was in \(name)") }
        try trial.apply(trial.plan([try trial.unit("a.jpg", "a.dng", "a.xmp")]), .copy)
        try Disk.write("what an editor made of it", to: trial.inbox + changed)
        let library = try Tree(trial.library)
        let (copy, source) = (trial.library + "Beach/\(changed)", trial.inbox + changed)
        #expect(try Self.refusals(trial) == [.sourceDiffers(copy: copy, source: source)])
        #expect(try Tree(trial.library) == library)
    }

    @Test(
        "leaves a copy whose original is the copy itself, by a link to its folder",
        arguments: [ImportAction.copy, .hardlink],
        [1, 2]
    )
    func oneFileAtTwoPaths(_ action: ImportAction, _ names: Int) throws {
        let trial = try Trial()
        try trial.write("a.jpg", "a photo")
        try trial.apply(trial.plan([try trial.unit("a.jpg")]), action)
        let (copy, source) = (trial.library + "Beach/a.jpg", trial.inbox + "a.jpg")
        try Disk.removeTree(trial.inbox)
        try Disk.makeSymbolicLink(trial.inbox, to: copy.parent)
        // A name elsewhere says nothing of the old path.
        if names > 1 { try Disk.link(copy, to: trial.library.parent + "second name.jpg") }
        #expect(try Self.refusals(trial) == [.ownOriginal(copy, source: source)])
        #expect(try Disk.read(copy) == Array("a photo".utf8))
    }

    @Test("is none of a link whose other name is in the same folder by now")
    func linkBesideItsOriginal() throws {
        let trial = try Trial()
        try trial.write("a.jpg", "a photo")
        try trial.write("Beach/a.jpg", "another", in: trial.library)
        try trial.apply(trial.plan([try trial.unit("a.jpg")]), .hardlink)
        let beach = trial.library + "Beach"
        try Disk.rename(trial.inbox + "a.jpg", to: beach + "a.jpg")
        try Disk.removeTree(trial.inbox)
        try Disk.makeSymbolicLink(trial.inbox, to: beach)
        #expect(try Self.refusals(trial).isEmpty)
        #expect(try Tree(trial.library).files.mapValues(\.bytes) == [beach + "a.jpg": Array("a photo".utf8)])
    }

    @Test(
        "leaves a photo where it is of which somebody has said something in a sidecar since",
        arguments: [ImportAction.move, .copy]
    )
    func saidSince(_ action: ImportAction) throws {
        let trial = try Trial()
        for name in ["a.jpg", "a.xmp", "b.jpg"] { try trial.write(name, "what was in \(name)") }
        let inbox = try Tree(trial.inbox)
        let units = [try trial.unit("a.jpg", "a.xmp"), try trial.unit("b.jpg")]
        try trial.apply(trial.plan(units), action)
        let (photo, sidecar) = (trial.library + "Beach/a.jpg", trial.library + "Beach/a.jpg.xmp")
        try Disk.write("said since", to: sidecar)
        #expect(try Self.refusals(trial) == [.hasSidecar(photo, sidecar: sidecar)])
        #expect(Disk.isFile(photo) && Disk.isFile(trial.library + "Beach/a.xmp"))
        #expect(!Disk.isFile(trial.library + "Beach/b.jpg"))
        // Once that is taken back, so is the import.
        try Disk.remove(sidecar)
        #expect(try Self.refusals(trial).isEmpty)
        #expect(try Tree(trial.inbox) == inbox)
        #expect(try Tree(trial.library).files.isEmpty)
    }

    @Test("is none because of a sidecar of another photo, be it one that stays or that goes as well")
    func sidecarOfAnother() throws {
        let trial = try Trial()
        let names = ["a.jpg", "a.mov", "a.mov.xmp", "a.jpg.xmp"]
        for name in names { try trial.write(name, "what was in \(name)") }
        let inbox = try Tree(trial.inbox)
        let units = [try trial.unit("a.jpg", "a.jpg.xmp"), try trial.unit("a.mov", "a.mov.xmp")]
        try trial.apply(trial.plan(units))
        let (photo, sidecar) = (trial.library + "Beach/a.jpg", trial.library + "Beach/a.xmp")
        try Disk.write("said since", to: sidecar)
        #expect(try Self.refusals(trial) == [.hasSidecar(photo, sidecar: sidecar)])
        #expect(Disk.isFile(photo) && Disk.isFile(trial.inbox + "a.mov.xmp"))
        try Disk.remove(sidecar)
        #expect(try Self.refusals(trial).isEmpty)
        #expect(try Tree(trial.inbox) == inbox)
    }

    @Test("is none because of a sidecar that came by itself and goes as well, unless it was written to since")
    func sidecarByItself() throws {
        let trial = try Trial()
        for name in ["a.jpg", "again/b.jpg"] { try trial.write(name, "a photo") }
        try trial.write("again/b.xmp", "what is said of it")
        let inbox = try Tree(trial.inbox)
        try trial.apply(trial.plan([try trial.unit("a.jpg"), try trial.unit("b.jpg", "b.xmp", in: "again")]))
        let (photo, sidecar) = (trial.library + "Beach/a.jpg", trial.library + "Beach/a.xmp")
        let moved = trial.library + "moved.xmp"
        try Disk.rename(sidecar, to: moved)
        try Disk.write("said since", to: sidecar)
        #expect(try Self.refusals(trial) == [.hasSidecar(photo, sidecar: sidecar), .changed(sidecar)])
        #expect(Disk.isFile(photo))
        try Disk.rename(moved, to: sidecar)
        #expect(try Self.refusals(trial).isEmpty)
        #expect(try Tree(trial.inbox) == inbox)
    }

    @Test(
        "that photod was stopped in the middle of is refused by recovery as well",
        arguments: Road.all.filter { $0.action == .copy }
    )
    func stopped(_ road: Road) throws {
        let (first, _) = try road.stopped(before: .max)
        try Disk.write("what an editor made of it", to: first.library + "Beach/a.jpg.xmp")
        let counting = Refusals()
        try first.undo(gate: counting.gate)
        for number in 0..<counting.changes {
            let (trial, _) = try road.stopped(before: .max)
            try Disk.write("what an editor made of it", to: trial.library + "Beach/a.jpg.xmp")
            do { try trial.undo(gate: Refusals.stopping(before: number).gate) } catch is ImportError {}
            #expect(try Recovery(try trial.store()).problems.isEmpty, "change \(number)")
            #expect(Disk.isFile(trial.library + "Beach/a.jpg"), "change \(number)")
        }
    }

    @Test(
        "and that photod was stopped in the middle of leaves a shot whole where another photo has the place of one",
        arguments: Whereabouts.possible
    )
    func stoppedWhereOccupied(_ whereabouts: Whereabouts) throws {
        func undone(_ gate: Refusals) throws -> (Trial, before: Tree) {
            let trial = try whereabouts.trial()
            for name in ["a.jpg", "a.dng", "a.xmp"] { try trial.write(name, "what was in \(name)") }
            try trial.apply(trial.plan([try trial.unit("a.jpg", "a.dng", "a.xmp")]))
            try trial.write("a.jpg", "another photo")
            let library = try Tree(trial.library)
            do { try trial.undo(gate: gate.gate) } catch is ImportError {}
            return (trial, library)
        }
        let counting = Refusals()
        _ = try undone(counting)
        for number in 0..<counting.changes {
            let (trial, library) = try undone(Refusals.stopping(before: number))
            #expect(try Recovery(try trial.store()).problems.isEmpty, "change \(number)")
            #expect(try Tree(trial.library) == library, "change \(number)")
            #expect(try Tree(trial.inbox).files.keys.map(\.lastName.display) == ["a.jpg"], "change \(number)")
        }
    }

    @Test(
        "leaves a copy that a program has open for writing until it is closed",
        arguments: Road.all.filter { $0.action == .copy }
    )
    func beingWritten(_ road: Road) throws {
        let trial = try road.whereabouts.trial()
        try trial.write("a.jpg", "a photo")
        try trial.apply(trial.plan([try trial.unit("a.jpg")]), .copy)
        let copy = trial.library + "Beach/a.jpg"
        let library = try Tree(trial.library)
        var program: OpenFile? = try OpenFile(copy, O_WRONLY)
        let refusals = try withExtendedLifetime(program) { try Self.refusals(trial) }
        #expect(refusals == [.beingWritten(copy)])
        #expect(try Tree(trial.library) == library)
        program = nil
        #expect(try Self.refusals(trial).isEmpty)
        #expect(try Tree(trial.library).files.isEmpty)
    }

    @Test(
        "leaves a copy that was given tags which its original lacks",
        arguments: Road.all.filter { $0.action == .copy }
    )
    func tags(_ road: Road) throws {
        let trial = try road.whereabouts.trial()
        let source = try trial.write("a.jpg", "a photo")
        try trial.write("a.xmp", "what is said of it")
        try trial.apply(trial.plan([try trial.unit("a.jpg", "a.xmp")]), .copy)
        let copy = trial.library + "Beach/a.jpg"
        guard try Attribute.set("user.xdg.tags", Array("beach".utf8), of: copy) else {
            return print("SKIPPED: this file system has no user attributes")
        }
        let library = try Tree(trial.library)
        for value in [nil, "sea", "beach, sea"] {
            if let value { _ = try Attribute.set("user.xdg.tags", Array(value.utf8), of: source) }
            #expect(try Self.refusals(trial) == [.attributesDiffer(copy: copy, source: source)])
            #expect(try Attribute.get("user.xdg.tags", of: copy) == Array("beach".utf8))
            #expect(try Tree(trial.library) == library)
        }
        // What the original has as well is not lost.
        guard try Attribute.set("user.xdg.tags", Array("beach".utf8), of: source) else { return }
        #expect(try Self.refusals(trial).isEmpty)
        #expect(try Tree(trial.library).files.isEmpty)
    }

    @Test(
        "takes tags of since back with a photo that was moved",
        arguments: Road.all.filter { $0.action == .move }
    )
    func tagsOfMoved(_ road: Road) throws {
        let (trial, inbox) = try road.stopped(before: .max)
        let value = Array("beach".utf8)
        guard try Attribute.set("user.xdg.tags", value, of: trial.library + "Beach/a.jpg") else {
            return print("SKIPPED: this file system has no user attributes")
        }
        #expect(try Self.refusals(trial).isEmpty)
        #expect(try Attribute.get("user.xdg.tags", of: trial.inbox + "a.jpg") == value)
        #expect(try Tree(trial.inbox) == inbox)
    }

    // MARK: - Another change time

    @Test("is none after photod has moved the photos on and back", arguments: Road.all)
    func movedOnAndBack(_ road: Road) throws {
        let (trial, inbox) = try road.stopped(before: .max)
        let library = try Tree(trial.library)
        for round in 0..<2 {
            let folder = FolderPlace(base: trial.library, beneath: [FileName("Beach")])
            let unit = ImportUnit(
                folder: folder,
                files: try ["a.jpg", "a.jpg.xmp"].map {
                    try ImportFile(lookingAt: folder.path.appending(FileName($0)))
                },
                values: LayoutValues(groupFolder: "Elsewhere")
            )
            try trial.apply(trial.plan([unit]))
            #expect(Disk.isFile(trial.library + "Elsewhere/a.jpg"))
            #expect(try Self.refusals(trial, "20261121-000\(round + 2)").isEmpty)
            #expect(try Tree(trial.library) == library)
        }
        #expect(try Self.refusals(trial).isEmpty)
        #expect(try Tree(trial.inbox) == inbox)
        #expect(try Tree(trial.library).files.isEmpty)
    }

    @Test(
        "is none after another name, another mode or an attribute was given to a photo",
        arguments: Road.all
    )
    func touched(_ road: Road) throws {
        let (trial, inbox) = try road.stopped(before: .max)
        let path = trial.library + "Other/b.jpg"
        try Disk.link(path, to: trial.library.parent + "second name.jpg")
        // On the way back a file gets the mode that it had, unless it has a stricter one by now.
        if road.whereabouts != .sameFileSystem || road.action == .copy { try Disk.setMode(path, 0o660) }
        #expect(try Self.refusals(trial).isEmpty)
        #expect(try Tree(trial.inbox) == inbox)
    }

    // MARK: - What the batch is then

    @Test("leaves the batch what it was, and can be tried again")
    func state() throws {
        let trial = try Trial()
        try trial.write("a.jpg", "a photo")
        try trial.write("b.jpg", "another photo")
        let inbox = try Tree(trial.inbox)
        try trial.apply(trial.plan([try trial.unit("a.jpg"), try trial.unit("b.jpg")]))
        for name in ["a.jpg", "b.jpg"] { try trial.write(name, "in the way") }
        for _ in 0..<2 {
            #expect(try Self.refusals(trial).count == 2)
            #expect(try trial.store().list().map(\.state) == [.done])
            #expect(try trial.store().list().map(\.ok) == [2])
        }
        try Disk.remove(trial.inbox + "a.jpg")
        #expect(try Self.refusals(trial) == [.occupied(trial.inbox + "b.jpg")])
        #expect(try trial.store().list().map(\.state) == [.undone])
        #expect(try Self.refusals(trial) == [.occupied(trial.inbox + "b.jpg")])
        #expect(try trial.store().list().map(\.state) == [.undone])
        try Disk.remove(trial.inbox + "b.jpg")
        #expect(try Self.refusals(trial).isEmpty)
        #expect(try Tree(trial.inbox) == inbox)
        #expect(throws: ImportError.alreadyUndone(Trial.firstBatch)) { try trial.undo() }
    }
}
