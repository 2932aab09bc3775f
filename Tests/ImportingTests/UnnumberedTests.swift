import Files
import PhotoModel
import TestSupport
import Testing

@testable import Batches
@testable import Importing

/// What exfat-fuse and sshfs do is done here by putting a file with the same content and time in the place of another.
@Suite("Files on their way where inode numbers do not last")
struct UnnumberedTests {
    private let trial: Trial
    private let name = FileName("a.jpg")

    init() throws {
        try self.init(Trial())
    }

    private init(_ trial: Trial) throws {
        self.trial = trial
        try trial.write("a.jpg", "the first photo")
    }

    /// A unit that was carried out.
    ///
    /// - Parameters:
    ///   - fingerprint: of the file, where it is known.
    ///   - meddle: called before each change.
    private func carriedOut(
        _ action: UnitAction,
        keepsInodes: Bool = false,
        fingerprint: Fingerprint? = nil,
        meddle: @escaping @Sendable (ChangePoint) -> Void = { _ in },
        afterPlanning: () throws -> Void = {}
    ) throws -> UnitTransfer {
        let gate = ChangeGate { point in
            meddle(point)
            return 0
        }
        let file = try ImportFile(lookingAt: trial.inbox.appending(name))
        let intent = UnitIntent(
            number: 1,
            action: action,
            from: FolderPlace(base: trial.inbox),
            to: FolderPlace(base: trial.library),
            files: [
                FileIntent(
                    name: name,
                    newName: name,
                    stamp: file.stamp,
                    mode: file.mode,
                    fingerprint: fingerprint
                )
            ]
        )
        try afterPlanning()
        var transfer = FileTransfer(gate: gate, turns: DiskTurns(), token: "token")
        transfer.folders.keepsInodes = { _ in keepsInodes }
        var units = [UnitTransfer(intent)]
        transfer.stage(&units[0])
        try transfer.complete(&units)
        return units[0]
    }

    /// Puts another file in the place of one.
    private static func replace(_ path: FilePath, _ content: String, seconds: Int = 1_479_200_000) {
        let new = path.parent + ".new"
        #expect(throws: Never.self) {
            try Disk.write(content, to: new)
            try Disk.setTime(new, seconds: seconds, nanoseconds: 123_456_789)
            try Disk.rename(new, to: path)
        }
    }

    @Test("a copy that has another number under its name has arrived; where numbers last it is another file")
    func copied() throws {
        let copy = trial.library.appending(name)
        for keepsInodes in [false, true] {
            let unit = try carriedOut(.copy, keepsInodes: keepsInodes) { point in
                if point == .syncFolder { Self.replace(copy, "the first photo") }
            }
            #expect(unit.hasArrived == !keepsInodes)
            if !keepsInodes { #expect(unit.error == nil) }
            try Disk.remove(copy)
        }
    }

    @Test(
        "a file with another content is no copy, though its size and time are the same, and it is not removed"
    )
    func replaced() throws {
        let copy = trial.library.appending(name)
        let unit = try carriedOut(.copy) { point in
            if point == .syncFolder { Self.replace(copy, "the third photo") }
        }
        #expect(!unit.hasArrived)
        #expect(unit.error != nil)
        #expect(try Disk.read(copy) == Array("the third photo".utf8))
    }

    @Test("a copy that has another number goes where the import of its photo fails", .acrossFileSystems)
    func reverted() throws {
        let trial = try Whereabouts.otherFileSystem.trial()
        let (copy, source) = (trial.library.appending(name), trial.inbox.appending(name))
        let unit = try UnnumberedTests(trial).carriedOut(.move) { point in
            guard point == .syncFolder else { return }
            Self.replace(copy, "the first photo")
            Self.replace(source, "the first photo, drawn on")
        }
        #expect(!unit.hasArrived)
        #expect(Disk.status(copy) == nil)
        #expect(try Disk.read(source) == Array("the first photo, drawn on".utf8))
    }

    @Test("a move arrives under another number, and one that has another time goes back")
    func moved() throws {
        let source = trial.inbox.appending(name)
        for seconds in [1_479_200_000, 1_479_200_002] {
            let unit = try carriedOut(.move) { point in
                if point == .rename, Disk.status(source) != nil {
                    Self.replace(source, "the first photo", seconds: seconds)
                }
            }
            #expect(unit.hasArrived == (seconds == 1_479_200_000))
            if unit.hasArrived { try trial.write("a.jpg", "the first photo") }
        }
        #expect(Disk.status(source) != nil)
    }

    @Test("a file that begins as it did goes back though its time was read in another zone since")
    func shifted() throws {
        let source = trial.inbox.appending(name)
        let seen = try OpenFile(reading: source).fingerprint(size: 15)
        func hasArrived(
            after seconds: Int,
            content: String = "the first photo",
            keepsInodes: Bool = false,
            fingerprint: Fingerprint?
        ) throws -> Bool {
            try trial.write("a.jpg", "the first photo")
            let unit = try carriedOut(
                .restore,
                keepsInodes: keepsInodes,
                fingerprint: fingerprint,
                afterPlanning: { Self.replace(source, content, seconds: 1_479_200_000 + seconds) }
            )
            if unit.hasArrived { try Disk.remove(trial.library.appending(name)) }
            return unit.hasArrived
        }
        for hours in [1, -9, 26] { #expect(try hasArrived(after: 3_600 * hours, fingerprint: seen)) }
        for seconds in [2, 3_602, 27 * 3_600] { #expect(try !hasArrived(after: seconds, fingerprint: seen)) }
        #expect(try !hasArrived(after: 3_600, content: "the third photo", fingerprint: seen))
        #expect(try !hasArrived(after: 3_600, keepsInodes: true, fingerprint: seen))
        #expect(try !hasArrived(after: 3_600, fingerprint: nil))
    }

    @Test(
        "a file with another number is the one that was looked at where numbers do not last, if nothing else is another"
    )
    func stamps() throws {
        let seen = try ImportFile(lookingAt: trial.inbox.appending(name)).stamp
        var now = seen
        now.inode += 1
        #expect(try !now.hasSameContent(as: seen, keepsInodes: { true }))
        #expect(try now.hasSameContent(as: seen, keepsInodes: { false }))
        #expect(!now.hasSameContent(as: seen, in: trial.inbox))
        now.size += 1
        #expect(try !now.hasSameContent(as: seen, keepsInodes: { false }))
    }
}
