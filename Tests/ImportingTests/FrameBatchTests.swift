import Files
import PhotoModel
import TestSupport
import Testing

@testable import Batches
@testable import Importing

/// Frames of a video that become photos, and how that is taken back.
@Suite("Batches of frames")
struct FrameBatchTests {
    private static let names = ["v-1.jpg", "v-2.jpg", "v-3.jpg"].map { FileName($0) }

    private static func trash(_ trial: Trial) -> TrashFolder {
        TrashFolder(dataHome: trial.folder.location("home"))
    }

    private static func place(_ trial: Trial) -> FolderPlace { FolderPlace(base: trial.library) }

    private static func filled(_ trial: Trial) throws -> Trial {
        for number in 1...3 { try trial.write("\(number)", "frame \(number)") }
        return trial
    }

    @discardableResult
    private static func keep(
        _ trial: Trial,
        _ gate: ChangeGate = .open,
        report: (UnitOutcome) -> Void = { _ in }
    ) throws -> BatchResult {
        let stage = FolderPlace(base: trial.inbox)
        return try Importer(store: try trial.store(gate), trash: trash(trial)).keepFrames(
            try (1...3).map { try ImportFile(lookingAt: trial.inbox + "\($0)") },
            from: stage,
            as: try Importer.freeNames(names, in: place(trial)),
            in: place(trial),
            report: report
        )
    }

    @discardableResult
    private static func undo(
        _ trial: Trial,
        _ gate: ChangeGate = .open,
        report: (UnitOutcome) -> Void = { _ in }
    ) throws -> BatchResult {
        try Undo(Trial.firstBatch, in: try trial.store(gate), trash: trash(trial)).run(report: report)
    }

    private static func inTrash(_ trial: Trial) throws -> [[UInt8]: Int] {
        let files = trial.folder.location("home") + "Trash/files"
        return Disk.isFolder(files) ? try Tree(files).contents : [:]
    }

    @Test(
        "that came beside a video on a file system mounted in the library are taken back",
        .acrossFileSystems
    )
    func mountedInLibrary() throws {
        let (trial, disk) = (try Self.filled(Trial()), try OtherFileSystem())
        try Disk.makeFolder(disk.path + "videos")
        // What is mounted below a folder that can be named: /dev/shm below /dev.
        let below = (disk.path + "videos").bytes.split(separator: UInt8(ascii: "/")).dropFirst()
        let trash = TrashFolder(dataHome: disk.path + "home")
        _ = try Importer(store: try trial.store(), trash: trash).keepFrames(
            try (1...3).map { try ImportFile(lookingAt: trial.inbox + "\($0)") },
            from: FolderPlace(base: trial.inbox),
            as: Self.names,
            in: FolderPlace(base: FilePath("/dev"), beneath: below.map { FileName(Array($0)) }),
            report: { _ in }
        )
        #expect(try Tree(disk.path + "videos").files.count == 3)
        var refused: [ImportError] = []
        _ = try Undo(Trial.firstBatch, in: try trial.store(), trash: trash).run { outcome in
            if case .refused(let error) = outcome.result { refused.append(error) }
        }
        #expect(refused.isEmpty)
        #expect(try Tree(disk.path + "videos").files.isEmpty)
        #expect(try Tree(disk.path + "home/Trash/files").files.count == 3)
    }

    @Test("a name that is taken gets a number, and nothing that is there is touched")
    func names() throws {
        let trial = try Self.filled(Trial())
        try trial.write("v-1.jpg", "another", in: trial.library)
        // Beside it the frame would be one shot with somebody's RAW file.
        try trial.write("v-2.cr2", "a RAW file", in: trial.library)
        #expect(try Self.keep(trial).ok == 3)
        #expect(
            Set(try Disk.names(in: trial.library).map(\.display))
                == ["v-1.jpg", "v-1-2.jpg", "v-2.cr2", "v-2-2.jpg", "v-3.jpg"]
        )
        #expect(try Disk.read(trial.library + "v-1.jpg") == Array("another".utf8))
        #expect(try trial.store().list().map(\.kind) == [.frame])
    }

    @Test("undone, frames are in the trash, and those that somebody has written to or beside stay")
    func undone() throws {
        let trial = try Self.filled(Trial())
        try Self.keep(trial)
        // Of the same length and time: what is in it decides.
        try Disk.overwrite(trial.library + "v-2.jpg", Array("edited!".utf8), at: 0)
        try Disk.setTime(trial.library + "v-2.jpg", seconds: 1_479_200_000, nanoseconds: 123_456_789)
        try trial.write("v-3.jpg.xmp", "said of it", in: trial.library)
        var outcomes: [UnitOutcome] = []
        let result = try Self.undo(trial) { outcomes.append($0) }
        #expect(result.ok == 1 && result.errors == 2)
        #expect(try Self.inTrash(trial).keys.map { String(decoding: $0, as: UTF8.self) } == ["frame 1"])
        #expect(
            Set(try Disk.names(in: trial.library).map(\.display)) == ["v-2.jpg", "v-3.jpg", "v-3.jpg.xmp"]
        )
        var refused: [String: ImportError] = [:]
        for outcome in outcomes {
            if case .refused(let error) = outcome.result {
                refused[outcome.source?.lastName.display ?? ""] = error
            }
        }
        let (frame, sidecar) = (trial.library + "v-3.jpg", trial.library + "v-3.jpg.xmp")
        #expect(
            refused == [
                "v-2.jpg": .changed(trial.library + "v-2.jpg"),
                "v-3.jpg": .hasSidecar(frame, sidecar: sidecar),
            ]
        )
        let message = refused["v-3.jpg"]?.description
        #expect(message?.contains("“photoctl trash \(frame.display)” takes both") == true)
        #expect(try trial.store().list().map(\.state) == [.undone])
        // The rest can be tried again, and what is in the trash is not looked for any more.
        try Disk.remove(trial.library + "v-3.jpg.xmp")
        #expect(try Self.undo(trial).ok == 1)
        #expect(try Disk.names(in: trial.library).map(\.display) == ["v-2.jpg"])
    }

    @Test("what an undo has to do with is told before anything there is looked at")
    func places() throws {
        let trial = try Self.filled(Trial())
        try Self.keep(trial)
        let store = try trial.store()
        var (places, failure): ([FilePath], (any Error)?) = ([], nil)
        let undo = try Undo(Trial.firstBatch, in: store, trash: Self.trash(trial)) { told in
            places = told
            // Were the folder listed by now, nobody would see it.
            do { try trial.write("v-3.jpg.xmp", "said of it", in: trial.library) } catch { failure = error }
        }
        #expect(failure == nil && Set(places) == [trial.library, trial.inbox])
        #expect(try undo.run { _ in }.errors == 1)
        try Undo.check(Trial.firstBatch, in: store)
        try Disk.remove(trial.library + "v-3.jpg.xmp")
        #expect(try Self.undo(trial).ok == 1)
        #expect(throws: ImportError.alreadyUndone(Trial.firstBatch, kind: .frame)) {
            try Undo.check(Trial.firstBatch, in: store)
        }
    }

    @Test(
        "stopped before any change, each frame is there once or nowhere but where it waited, and undo takes all back",
        arguments: Whereabouts.possible
    )
    func everyPoint(_ whereabouts: Whereabouts) throws {
        let counting = Refusals()
        try Self.keep(try Self.filled(whereabouts.trial()), counting.gate)
        #expect(counting.changes > 3)
        for number in 0..<counting.changes {
            let trial = try Self.filled(whereabouts.trial())
            let whole = try Tree(trial.inbox).contents
            do { try Self.keep(trial, Refusals.stopping(before: number).gate) } catch is ImportError {}
            #expect(try Recovery(try trial.store()).problems.isEmpty, "change \(number)")
            let library = try Tree(trial.library)
            #expect(library.temporaries.isEmpty, "change \(number)")
            let now = try Tree(trial.inbox).contents.merging(library.contents, uniquingKeysWith: +)
            #expect(now == whole, "change \(number)")
            let batches = try trial.store().list()
            #expect(library.files.isEmpty || batches.first?.kind == .frame, "change \(number)")
            #expect(batches.allSatisfy { $0.state != .unfinished }, "change \(number)")
            if !library.files.isEmpty { try Self.undo(trial) }
            #expect(try Tree(trial.library).files.isEmpty, "change \(number)")
            // The trash of another file system is shared by all trials.
            guard whereabouts == .sameFileSystem else { continue }
            #expect(try Self.inTrash(trial) == library.contents, "change \(number)")
        }
    }

    @Test("an undo that was stopped before any change goes on, and each frame is in the trash once")
    func stoppedUndo() throws {
        let counting = Refusals()
        let first = try Self.filled(Trial())
        try Self.keep(first)
        try Self.undo(first, counting.gate)
        for number in 0..<counting.changes {
            let trial = try Self.filled(Trial())
            try Self.keep(trial)
            let whole = try Tree(trial.library).contents
            do { try Self.undo(trial, Refusals.stopping(before: number).gate) } catch is ImportError {}
            #expect(try Recovery(try trial.store()).problems.isEmpty, "change \(number)")
            do { try Self.undo(trial) } catch ImportError.alreadyUndone {}
            #expect(try Tree(trial.library).files.isEmpty, "change \(number)")
            #expect(try Self.inTrash(trial) == whole, "change \(number)")
        }
    }
}
