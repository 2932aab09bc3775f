import Files
import Glibc
import ImportRules
import PhotoModel
import Synchronization
import TestSupport
import Testing

@testable import Batches
@testable import Importing

@Suite("An undo whose card is away", .acrossFileSystems)
struct OfflineUndoTests {
    /// A library on the disk, and a card on another file system: `mount` leads to it, or to nothing.
    private final class CardTrial {
        let trial: Trial
        let card: OtherFileSystem
        let mount: FilePath
        private let empty: FilePath

        init(_ action: ImportAction, _ gate: ChangeGate = .open) throws {
            let card = try OtherFileSystem()
            self.card = card
            trial = try Trial()
            mount = trial.folder.location("card")
            empty = trial.folder.location("empty")
            try Disk.makeFolder(empty)
            try Disk.makeSymbolicLink(mount, to: card.path)
            try trial.write("a.jpg", "a photo", in: card.path)
            try trial.write("DCIM/100/b.jpg", "another photo", in: card.path)
            let units = try [("", "a.jpg"), ("DCIM/100", "b.jpg")].map { folder, name in
                let place = FolderPlace(
                    base: mount,
                    beneath: folder.split(separator: "/").map { FileName(String($0)) }
                )
                return ImportUnit(
                    folder: place,
                    files: [try ImportFile(lookingAt: place.path + name)],
                    values: LayoutValues(groupFolder: "Beach")
                )
            }
            do { try trial.apply(trial.plan(units), action, gate: gate) } catch is ImportError {}
        }

        func unmount() throws {
            try Disk.remove(mount)
            try Disk.makeSymbolicLink(mount, to: empty)
        }

        func mountAgain() throws {
            try Disk.remove(mount)
            try Disk.makeSymbolicLink(mount, to: card.path)
        }

        func undo() throws -> [ImportError] {
            var refused: [ImportError] = []
            try trial.undo { outcome in if case .refused(let error) = outcome.result { refused.append(error) }
            }
            return refused
        }

        /// What the journal says, changed as if an earlier version had written it.
        func rewriteJournal(_ change: (String) -> String?) throws {
            let path = trial.state + "batches/\(Trial.firstBatch).jsonl"
            let lines = String(decoding: try Disk.read(path), as: UTF8.self).split(separator: "\n")
            try Disk.write(lines.compactMap { change(String($0)).map { $0 + "\n" } }.joined(), to: path)
        }
    }

    @Test(
        "is refused as offline, puts nothing where the card was, and is done once it is back",
        arguments: [
            ImportAction.move, .copy,
        ]
    )
    func unmounted(_ action: ImportAction) throws {
        let setting = try CardTrial(action)
        let before = try Tree(setting.card.path)
        let library = try Tree(setting.trial.library)
        try setting.unmount()
        for _ in 0..<2 {
            #expect(try setting.undo() == [.offline(setting.mount), .offline(setting.mount)])
            #expect(try Disk.names(in: setting.mount).isEmpty)
            #expect(try Tree(setting.trial.library) == library)
            #expect(try setting.trial.store().list().map(\.state) == [.done])
        }
        try setting.mountAgain()
        #expect(try setting.undo().isEmpty)
        #expect(try Tree(setting.trial.library).files.isEmpty)
        let now = try Tree(setting.card.path)
        if action == .copy { #expect(now == before) }
        #expect(Set(now.files.keys) == [setting.card.path + "a.jpg", setting.card.path + "DCIM/100/b.jpg"])
    }

    @Test(
        "is none of a move that was cut off as the card was being emptied: that waits for the card, and goes on"
    )
    func emptiedInPart() throws {
        let removed = Atomic(0)
        let stop = Refusals { _, point in
            if point == .unlink { removed.add(1, ordering: .relaxed) }
            return removed.load(ordering: .relaxed) > 1 ? EIO : 0
        }
        let setting = try CardTrial(.move, stop.gate)
        #expect(try Tree(setting.card.path).files.count == 1)
        try setting.unmount()
        for _ in 0..<2 {
            #expect(try Recovery(try setting.trial.store()).problems == [.offline(setting.mount)])
            #expect(try setting.trial.store().list().map(\.state) == [.unfinished])
        }
        try setting.mountAgain()
        #expect(try Recovery(try setting.trial.store()).problems.isEmpty)
        #expect(try setting.trial.store().list().map(\.state) == [.recovered])
        #expect(try Tree(setting.card.path).files.isEmpty)
        #expect(try Tree(setting.trial.library).files.count == 2)
    }

    /// What is mounted below a folder that can be named, as one that is linked to is not: /dev/shm below /dev.
    private static func place(_ disk: OtherFileSystem, _ names: String...) throws -> FolderPlace {
        let memory = try #require(disk.path.bytes.split(separator: UInt8(ascii: "/")).last)
        return FolderPlace(
            base: FilePath("/dev"),
            beneath: [FileName("shm"), FileName(Array(memory))] + names.map { FileName($0) }
        )
    }

    @Test(
        "is none of what came to a file system mounted inside the library, nor is its recovery",
        arguments: [ImportAction.move, .copy],
        [true, false]
    )
    func mountedInLibrary(_ action: ImportAction, _ isWhole: Bool) throws {
        let (trial, disk) = (try Trial(), try OtherFileSystem())
        try trial.write("a.jpg", "a photo")
        let inbox = try Tree(trial.inbox)
        // A folder that is made by the import is where the one above it is.
        let item = ImportPlan.Item(
            unit: try trial.unit("a.jpg"),
            decision: .place(try Self.place(disk, "Beach", "Day 1"), names: [FileName("a.jpg")])
        )
        let arrived = disk.path + "Beach/Day 1/a.jpg"
        let gate = Refusals { _, point in
            // Stopped when the photo has come, and before the journal says so.
            !isWhole && point == .writeJournal && Disk.isFile(arrived) ? EIO : 0
        }
        do { try trial.apply(ImportPlan(items: [item]), action, gate: gate.gate) } catch is ImportError {}
        #expect(try Recovery(try trial.store()).problems.isEmpty)
        #expect(Disk.isFile(arrived))
        var refused: [ImportError] = []
        try trial.undo { outcome in if case .refused(let error) = outcome.result { refused.append(error) } }
        #expect(refused.isEmpty)
        #expect(try Tree(trial.inbox) == inbox)
        #expect(try Disk.names(in: disk.path).isEmpty)
    }

    @Test("does not miss a folder of the card that was deleted meanwhile")
    func folderGone() throws {
        let setting = try CardTrial(.move)
        try Disk.removeTree(setting.card.path + "DCIM")
        #expect(try setting.undo().isEmpty)
        #expect(Disk.isFile(setting.card.path + "DCIM/100/b.jpg"))
    }

    /// Whether they have all left the card only the card tells.
    @Test("keeps its recovery waiting, though all photos have arrived")
    func arrived() throws {
        let setting = try CardTrial(.move)
        try setting.rewriteJournal { line in
            line.hasPrefix("{\"done\"") || line.hasPrefix("{\"end\"") ? nil : line
        }
        let library = try Tree(setting.trial.library)
        try setting.unmount()
        #expect(try Recovery(try setting.trial.store()).problems == [.offline(setting.mount)])
        #expect(try setting.trial.store().list().map(\.state) == [.unfinished])
        #expect(try Disk.names(in: setting.mount).isEmpty)
        try setting.mountAgain()
        #expect(try Recovery(try setting.trial.store()).problems.isEmpty)
        #expect(try setting.trial.store().list().map(\.state) == [.recovered])
        #expect(try Tree(setting.trial.library) == library)
    }

    @Test("is noticed too where the card was mounted below the folder that was named")
    func mountedBelow() throws {
        let card = try OtherFileSystem()
        let trial = try Trial()
        let place = FolderPlace(base: trial.inbox, beneath: [FileName("card"), FileName("DCIM")])
        // Opened beneath the inbox no link is followed, so a card is what the journal says it is.
        try trial.write("card/DCIM/a.jpg", "a photo")
        let unit = ImportUnit(
            folder: place,
            files: [try ImportFile(lookingAt: place.path + "a.jpg")],
            values: LayoutValues()
        )
        try trial.apply(trial.plan([unit]))
        var text = JournalText()
        let there = try Folder(card.path)
        text.appendBase(place.path, try FileSystemMark(of: there))
        let path = trial.state + "batches/\(Trial.firstBatch).jsonl"
        let lines = String(decoding: try Disk.read(path), as: UTF8.self)
        let header = try #require(lines.firstIndex(of: "\n"))
        try Disk.write(
            lines[...header] + String(decoding: text.bytes, as: UTF8.self)
                + lines[lines.index(after: header)...],
            to: path
        )
        try Disk.removeTree(trial.inbox + "card/DCIM")
        var refused: [ImportError] = []
        try trial.undo { outcome in if case .refused(let error) = outcome.result { refused.append(error) } }
        #expect(refused == [.offline(place.path)])
        #expect(try Disk.names(in: trial.inbox + "card").isEmpty)
    }

    @Test("is none to a journal that does not say which file system it was", arguments: [true, false])
    func olderJournal(_ saysNothing: Bool) throws {
        let setting = try CardTrial(.move)
        try setting.rewriteJournal { line in
            if saysNothing { return line.hasPrefix("{\"base\"") ? nil : line }
            guard line.hasPrefix("{\"base\""), let mount = line.range(of: ",\"mount\"") else { return line }
            return line[..<mount.lowerBound] + "}"
        }
        #expect(try setting.undo().isEmpty)
        #expect(Disk.isFile(setting.card.path + "a.jpg"))
    }

    @Test("is told by the file system's UUID, or by where it is mounted where it has none that lasts")
    func mark() throws {
        let temporary = try TemporaryFolder()
        let folder = try Folder(temporary.location)
        let here = try FileSystemMark(of: folder)
        #expect(try here.isStill(of: folder))
        let elsewhere = FilePath("/media/card")
        #expect(try FileSystemMark(identifier: here.identifier, mount: elsewhere).isStill(of: folder))
        #expect(try FileSystemMark(identifier: "id-1", mount: here.mount).isStill(of: folder))
        #expect(try FileSystemMark(identifier: "id-1", mount: nil).isStill(of: folder))
        #expect(try !FileSystemMark(identifier: "id-1", mount: elsewhere).isStill(of: folder))
        let isExact = !here.identifier.hasPrefix("id-")
        let other = FileSystemMark(identifier: String(repeating: "0", count: 32), mount: here.mount)
        #expect(try other.isStill(of: folder) == !isExact)
    }
}
