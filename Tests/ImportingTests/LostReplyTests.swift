import Files
import Glibc
import ImportRules
import PhotoModel
import Synchronization
import TestSupport
import Testing

@testable import Batches
@testable import Importing

/// A server carries out what it is asked for, and its reply is lost: here what is asked for is done before the call is refused.
@Suite("A server whose reply is lost")
struct LostReplyTests {
    /// Has one change done as a server does it, and tells an error of it.
    private static func losing(
        _ lost: ChangePoint,
        number: Int = 0,
        _ carryOut: @escaping @Sendable () throws -> Void
    ) -> ChangeGate {
        let count = Atomic(0)
        return ChangeGate { point in
            guard point == lost, count.add(1, ordering: .relaxed).oldValue == number else { return 0 }
            #expect(throws: Never.self) { try carryOut() }
            return EIO
        }
    }

    /// Every photo is in the inbox or the library, and recovery brings the batch to its end.
    private func recovered(_ trial: Trial) throws -> (inbox: [FilePath], library: [FilePath]) {
        #expect(try trial.store().list().map(\.state) == [.unfinished])
        #expect(try Recovery(try trial.store()).problems.isEmpty)
        #expect(try trial.store().list().map(\.state) == [.recovered])
        let (inbox, library) = (try Tree(trial.inbox), try Tree(trial.library))
        #expect(library.temporaries.isEmpty)
        return (Array(inbox.files.keys), Array(library.files.keys))
    }

    @Test("a photo whose source was removed stays where it went", .acrossFileSystems)
    func removed() throws {
        let trial = try Whereabouts.otherFileSystem.trial()
        let source = try trial.write("a.jpg", "a photo")
        let plan = trial.plan([try trial.unit("a.jpg")])
        let gate = Self.losing(.unlink) { try Disk.remove(source) }
        #expect(try trial.apply(plan, gate: gate).errors == 1)
        let copy = trial.library + "Beach/a.jpg"
        #expect(Disk.isFile(copy))
        let found = try recovered(trial)
        #expect(found.inbox.isEmpty && found.library == [copy])
    }

    @Test("a photo whose source is there goes back to it, however its removal failed", .acrossFileSystems)
    func kept() throws {
        let trial = try Whereabouts.otherFileSystem.trial()
        let source = try trial.write("a.jpg", "a photo")
        let plan = trial.plan([try trial.unit("a.jpg")])
        #expect(try trial.apply(plan, gate: Self.losing(.unlink) {}).errors == 1)
        #expect(Disk.isFile(source))
        #expect(try Tree(trial.library).files.isEmpty)
        #expect(try trial.store().list().map(\.state) == [.done])
    }

    @Test("a photo that was renamed is known where it went")
    func renamed() throws {
        let trial = try Trial()
        let source = try trial.write("a.jpg", "a photo")
        let plan = trial.plan([try trial.unit("a.jpg")])
        let target = trial.library + "Beach/a.jpg"
        let gate = Self.losing(.rename) { try Disk.rename(source, to: target) }
        #expect(try trial.apply(plan, gate: gate).errors == 1)
        let found = try recovered(trial)
        #expect(found.inbox.isEmpty && found.library == [target])
    }

    @Test(
        "a photo that got its name by a link stays where it went if its old name is gone, else it goes back",
        arguments: [true, false]
    )
    func linked(isRemoved: Bool) throws {
        let trial = try Trial()
        let source = try trial.write("a.jpg", "a photo")
        let plan = trial.plan([try trial.unit("a.jpg")])
        let removal = Self.losing(.unlink) { if isRemoved { try Disk.remove(source) } }
        // A file system that cannot be told not to replace.
        let gate = ChangeGate { point in point == .rename ? EINVAL : removal.pass(point) }
        #expect(try trial.apply(plan, gate: gate).errors == 1)
        let target = trial.library + "Beach/a.jpg"
        if isRemoved {
            let found = try recovered(trial)
            #expect(found.inbox.isEmpty && found.library == [target])
        } else {
            #expect(Disk.isFile(source))
            #expect(try Tree(trial.library).files.isEmpty)
            #expect(try trial.store().list().map(\.state) == [.done])
        }
    }

    @Test("a link stays that has become the only name of its photo")
    func onlyName() throws {
        let trial = try Trial()
        let source = try trial.write("a.jpg", "a photo")
        try trial.write("a.xmp", "what is said of it")
        let plan = trial.plan([try trial.unit("a.jpg", "a.xmp")], action: .hardlink)
        let links = Mutex<[FilePath]>([])
        let gate = ChangeGate { [library = trial.library] point in
            guard point == .link else { return 0 }
            // The second file of the unit fails when somebody has removed the photo.
            let photo = library + "Beach/a.jpg"
            guard Disk.isFile(photo) || links.withLock({ !$0.isEmpty }) else {
                links.withLock { $0.append(photo) }
                return 0
            }
            if Disk.isFile(source) { #expect(throws: Never.self) { try Disk.remove(source) } }
            return EIO
        }
        _ = try? trial.apply(plan, .hardlink, gate: gate)
        #expect(
            try Tree(trial.inbox).contents.merging(try Tree(trial.library).contents) { $0 + $1 }.count == 2
        )
    }

    @Test("a photo that is in the trash has its description, whatever is said of how it got there")
    func trashed() throws {
        let trial = try Trial()
        let source = try trial.write("a.jpg", "a photo")
        try trial.write("Beach/z.jpg", "a photo", in: trial.library)
        let plan = trial.plan([try trial.unit("a.jpg")], duplicates: .trash)
        let trash = trial.folder.location("home") + "Trash"
        let target = trash + "files/a.jpg"
        let gate = Self.losing(.rename) { try Disk.rename(source, to: target) }
        #expect(try trial.apply(plan, gate: gate).errors == 1)
        let info = trash + "info/a.jpg.trashinfo"
        #expect(Disk.isFile(target) && Disk.isFile(info))
        _ = try recovered(trial)
        #expect(Disk.isFile(target) && Disk.isFile(info))
        #expect(try trial.undo().errors == 0)
        #expect(Disk.isFile(source))
        #expect(!Disk.isFile(info))
    }

    @Test("a description that a power cut has emptied is written anew", arguments: [true, false])
    func emptied(isThere: Bool) throws {
        let trial = try Trial()
        try trial.write("a.jpg", "a photo")
        try trial.write("Beach/z.jpg", "a photo", in: trial.library)
        let plan = trial.plan([try trial.unit("a.jpg")], duplicates: .trash)
        let isOver = Atomic(false)
        let gate = ChangeGate { point in
            if isOver.load(ordering: .relaxed) { return EIO }
            if point == .rename { isOver.store(true, ordering: .relaxed) }
            return 0
        }
        #expect(throws: ImportError.self) { try trial.apply(plan, gate: gate) }
        let info = trial.folder.location("home") + "Trash/info/a.jpg.trashinfo"
        if isThere { try Disk.write("", to: info) } else { try Disk.remove(info) }
        _ = try recovered(trial)
        let text = String(decoding: try Disk.read(info), as: UTF8.self)
        #expect(text.hasPrefix("[Trash Info]\nPath=\(trial.inbox.uri.dropFirst(7))/a.jpg\n"))
    }

    @Test("a description and its name last before the trash is told of")
    func described() throws {
        let trial = try Trial()
        try trial.write("a.jpg", "a photo")
        try trial.write("Beach/z.jpg", "a photo", in: trial.library)
        let plan = trial.plan([try trial.unit("a.jpg")], duplicates: .trash)
        let points = Mutex<[ChangePoint]>([])
        let gate = ChangeGate { point in
            points.withLock { $0.append(point) }
            return 0
        }
        try trial.apply(plan, gate: gate)
        let steps = points.withLock { $0 }
        let renamed = try #require(steps.firstIndex(of: .rename))
        let told = try #require(steps[renamed...].firstIndex(of: .writeJournal))
        #expect(steps[renamed..<told].contains(.syncContent))
        #expect(steps[renamed..<told].count { $0 == .syncFolder } >= 3, "\(steps)")
    }
}
