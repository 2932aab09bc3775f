import Files
import Glibc
import ImportRules
import PhotoModel
import Synchronization
import TestSupport
import Testing

@testable import Batches
@testable import Importing

/// What the disk of a library was mounted on is an empty folder without it, and photos that came there would lie hidden once
/// the disk is back. A link that leads to the one or to the other stands for the mount point here.
@Suite("A disk that goes away while photos are on their way to it", .acrossFileSystems)
struct VanishingDiskTests {
    private final class Setting: Sendable {
        let disk: FilePath
        let library: FilePath
        let below: FilePath
        private let hasChanged = Atomic(false)

        init(_ trial: Trial, _ disk: OtherFileSystem, isMounted: Bool = true) throws {
            self.disk = disk.path
            library = trial.folder.location("mount")
            below = trial.folder.location("below")
            try Disk.makeFolder(below)
            try Disk.makeSymbolicLink(library, to: isMounted ? disk.path : below)
            try trial.fill()
        }

        func lead(to folder: FilePath) throws {
            let link = library.parent + "new link"
            try Disk.makeSymbolicLink(link, to: folder)
            try Disk.rename(link, to: library)
        }

        /// Takes the disk away before a change; only the first call does.
        func unmountOnce() -> Bool {
            guard !hasChanged.exchange(true, ordering: .relaxed) else { return false }
            #expect(throws: Never.self) { try lead(to: below) }
            return true
        }

        func plan(_ trial: Trial) throws -> ImportPlan {
            var planner = ImportPlanner(
                library: DiskLibrary(root: library),
                root: library,
                action: .move,
                clean: { $0 }
            )
            return planner.plan(try trial.units())
        }
    }

    private static let ofJournal: Set<ChangePoint> = [
        .createJournal, .writeJournal, .cutJournal, .syncJournal,
    ]

    /// What becomes of the change that is about to be made on a disk that goes away.
    enum End: String, CaseIterable, CustomTestStringConvertible {
        case detached = "unmounted while it is used, and written to"
        case dead = "gone with its server, and no call comes through"

        var testDescription: String { rawValue }
    }

    /// Imports what `Trial.fill` makes, and has the disk go away before a change.
    ///
    /// - Returns: how many changes there were.
    private func imported(
        _ trial: Trial,
        _ setting: Setting,
        _ action: ImportAction,
        _ end: End,
        before number: Int?
    ) throws -> Int {
        let planned = try Folder(setting.library)
        let plan = try setting.plan(trial)
        let isGone = Atomic(false)
        let changes = Refusals { count, point in
            if let number, count >= number, setting.unmountOnce() { isGone.store(true, ordering: .relaxed) }
            let isRefused = end == .dead && isGone.load(ordering: .relaxed) && !Self.ofJournal.contains(point)
            return isRefused ? ENOTCONN : 0
        }
        let importer = Importer(store: try trial.store(changes.gate), trash: TrashFolder(dataHome: nil))
        // What cannot be made to last ends it.
        _ = try? importer.apply(plan, action: action, into: planned) { _ in }
        return changes.changes
    }

    @Test(
        "leaves nothing below its mount point, and every photo where it was or on the disk, whole and once when it is back",
        arguments: [ImportAction.move, .copy],
        End.allCases
    )
    func goes(_ action: ImportAction, _ end: End) throws {
        let count = try { () throws -> Int in
            let (trial, disk) = (try Trial(), try OtherFileSystem())
            return try imported(trial, Setting(trial, disk), action, end, before: nil)
        }()
        for number in 0..<count {
            let (trial, disk) = (try Trial(), try OtherFileSystem())
            let setting = try Setting(trial, disk)
            let before = try Tree(trial.inbox)
            _ = try imported(trial, setting, action, end, before: number)
            let comment: Comment = "before change \(number)"
            #expect(try Disk.names(in: setting.below).isEmpty, comment)
            let arrived = try Tree(disk.path)
            for content in before.contents.keys {
                let isThere =
                    try Tree(trial.inbox).contents[content] != nil || arrived.contents[content] != nil
                #expect(isThere, "\(String(decoding: content, as: UTF8.self)) \(comment)")
            }
            // While it is away nothing that is not complete is forgotten.
            #expect(
                try Recovery(try trial.store()).problems.allSatisfy { $0 == .offline(setting.library) },
                comment
            )
            try setting.lead(to: disk.path)
            #expect(try Recovery(try trial.store()).problems.isEmpty, comment)
            #expect(try Recovery.unfinished(in: try trial.store()).isEmpty, comment)
            #expect(try Tree(disk.path).temporaries.isEmpty, comment)
            if action == .copy { #expect(try Tree(trial.inbox) == before, comment) }
            guard action == .move else { continue }
            let now = try Tree(trial.inbox).contents.merging(
                try Tree(disk.path).contents,
                uniquingKeysWith: +
            )
            #expect(now == before.contents, comment)
        }
    }

    @Test(
        "is missed where it goes, or comes, between the plan and the first photo",
        arguments: [true, false]
    )
    func changedSincePlanned(_ goes: Bool) throws {
        let (trial, disk) = (try Trial(), try OtherFileSystem())
        let setting = try Setting(trial, disk, isMounted: goes)
        let before = try Tree(trial.inbox)
        let planned = try Folder(setting.library)
        let plan = try setting.plan(trial)
        try setting.lead(to: goes ? setting.below : disk.path)
        var results: [UnitOutcome.Result] = []
        let importer = Importer(store: try trial.store(), trash: TrashFolder(dataHome: nil))
        _ = try importer.apply(plan, action: .move, into: planned) { results.append($0.result) }
        #expect(results.count == plan.items.count)
        for result in results {
            guard case .refused(.offline(setting.library)) = result else {
                Issue.record("\(result)")
                continue
            }
        }
        #expect(try Tree(trial.inbox) == before)
        for folder in [setting.below, setting.disk] { #expect(try Disk.names(in: folder).isEmpty) }
        #expect(try trial.store().list().map(\.state) == [.done])
    }

    /// Undoes an import from the disk, which goes away before a change.
    ///
    /// - Returns: how many changes there were.
    private func undone(_ trial: Trial, _ setting: Setting, before number: Int?) throws -> Int {
        let path = setting.library
        for name in ["x.jpg", "y.jpg"] { try trial.write(name, "the photo \(name)", in: setting.disk) }
        let units = try ["x.jpg", "y.jpg"].map { name in
            ImportUnit(
                folder: FolderPlace(base: path),
                files: [try ImportFile(lookingAt: path + name)],
                values: LayoutValues()
            )
        }
        try trial.apply(trial.plan(units))
        let changes = Refusals { count, point in
            guard let number, count >= number, setting.unmountOnce() else { return 0 }
            return Self.ofJournal.contains(point) ? 0 : EIO
        }
        _ = try? trial.undo(gate: changes.gate)
        return changes.changes
    }

    @Test("takes nothing back below its mount point, and everything once it is there")
    func goesDuringUndo() throws {
        let count = try { () throws -> Int in
            let (trial, disk) = (try Trial(), try OtherFileSystem())
            return try undone(trial, Setting(trial, disk), before: nil)
        }()
        for number in 0..<count {
            let (trial, disk) = (try Trial(), try OtherFileSystem())
            let setting = try Setting(trial, disk)
            _ = try undone(trial, setting, before: number)
            let comment: Comment = "before change \(number)"
            #expect(try Disk.names(in: setting.below).isEmpty, comment)
            try setting.lead(to: disk.path)
            #expect(try Recovery(try trial.store()).problems.isEmpty, comment)
            _ = try? trial.undo()
            #expect(try Tree(trial.library).files.isEmpty, comment)
            #expect(try Set(Disk.names(in: disk.path)) == [FileName("x.jpg"), FileName("y.jpg")], comment)
        }
    }

    @Test("that is a card takes no more out of an import than what lay on it")
    func goesFromOne() throws {
        let (trial, disk) = (try Trial(), try OtherFileSystem())
        let (card, empty) = (trial.folder.location("card"), trial.folder.location("empty"))
        try Disk.makeFolder(empty)
        try Disk.makeSymbolicLink(card, to: disk.path)
        try trial.write("0.jpg", "photo 0", in: disk.path)
        for number in 1...5 { try trial.write("\(number).jpg", "photo \(number)") }
        let fromCard = ImportUnit(
            folder: FolderPlace(base: card),
            files: [try ImportFile(lookingAt: card + "0.jpg")],
            values: LayoutValues(groupFolder: "Beach")
        )
        let units = try [fromCard] + (1...5).map { try trial.unit("\($0).jpg") }
        let copies = Atomic(0)
        let gate = ChangeGate { point in
            guard point == .makeTemporary, copies.add(1, ordering: .relaxed).newValue == units.count else {
                return 0
            }
            do {
                try Disk.makeSymbolicLink(card.parent + "new link", to: empty)
                try Disk.rename(card.parent + "new link", to: card)
            } catch { Issue.record(error) }
            return 0
        }
        let result = try trial.apply(trial.plan(units), .copy, gate: gate)
        #expect(result.ok == 5 && result.errors == 1)
        #expect(
            try Set(Disk.names(in: trial.library + "Beach")) == Set((1...5).map { FileName("\($0).jpg") })
        )
    }

    @Test("has what could not be removed from it removed by recovery, and the photo is where it was")
    func leftBehind() throws {
        let (trial, disk) = (try Trial(), try OtherFileSystem())
        let setting = try Setting(trial, disk)
        let before = try Tree(trial.inbox)
        let refusing = ChangeGate { [.rename, .unlink].contains($0) ? EIO : 0 }
        #expect(try trial.apply(try setting.plan(trial), .copy, gate: refusing).ok == 0)
        #expect(try !Tree(disk.path).temporaries.isEmpty)
        #expect(try trial.store().list().map(\.state) == [.unfinished])
        try setting.lead(to: setting.below)
        #expect(try Recovery(try trial.store()).problems == [.offline(setting.library)])
        #expect(try !Tree(disk.path).temporaries.isEmpty)
        try setting.lead(to: disk.path)
        #expect(try Recovery(try trial.store()).problems.isEmpty)
        #expect(try Tree(disk.path).files.isEmpty)
        #expect(try Tree(trial.inbox) == before)
        #expect(try trial.store().list().map(\.state) == [.recovered])
    }
}
