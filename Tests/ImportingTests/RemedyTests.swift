import Files
import Glibc
import ImportRules
import PhotoModel
import TestSupport
import Testing

@testable import Batches
@testable import Importing

@Suite("What an error advises")
struct RemedyTests {
    private static func refusal(_ results: [UnitOutcome.Result]) -> ImportError? {
        if case .refused(let error)? = results.first { error } else { nil }
    }

    private static func hardlink(_ trial: Trial) throws -> ImportError? {
        let gate = ChangeGate { $0 == .link ? EPERM : 0 }
        return refusal(try trial.outcomes(trial.plan([try trial.unit("a.jpg")]), .hardlink, gate: gate))
    }

    @Test("a link that is refused is the file system's fault where the file is one's own")
    func ownLink() throws {
        let trial = try Trial()
        try trial.write("a.jpg", "a photo")
        #expect(try Self.hardlink(trial) == .unsupported(.hardlink, trial.library + "Beach"))
    }

    @Test(
        "and may be the kernel's will where it is a stranger's",
        .enabled(if: OtherUser.isPossible, "only root can be another user")
    )
    func strangersLink() throws {
        let trial = try Trial()
        let path = try trial.write("a.jpg", "a photo")
        try Disk.setOwner(path, OtherUser.stranger)
        try trial.giveFolders(to: OtherUser.importer)
        let error = try OtherUser.act(as: OtherUser.importer) { try Self.hardlink(trial) }
        #expect(error == .unlinkable(path, trial.library + "Beach"))
        let text = try #require(error?.description)
        #expect(text.contains("fs.protected_hardlinks") && text.contains("cannot hardlink"))
    }

    @Test("a copy is a way out of a card that is locked, and of no other read-only folder")
    func readOnly() {
        let place = FilePath("/media/card")
        for operation in ["make", "move a.jpg to", "remove files from"] {
            let text = "\(ImportError.system(operation: operation, path: place, code: EROFS))"
            #expect(text.contains("; mount it writable, or let photod write there (ReadWritePaths="))
            #expect(!text.contains("copy"))
        }
        #expect("\(ImportError.readOnly(place))".hasSuffix("or use copy instead of move"))
    }

    @Test("a command to paste names the file as a shell reads it")
    func quoting() {
        let path = FilePath("/my photos/a.jpg")
        #expect("\(ImportError.immutable(path))".hasSuffix("sudo chattr -i -a '/my photos/a.jpg'"))
        let sidecar = ImportError.hasSidecar(path, sidecar: FilePath("/my photos/a.jpg.xmp"))
        #expect("\(sidecar)".contains("“photoctl trash '/my photos/a.jpg'”"))
    }

    @Test("what is undone already is had again by other means than an import, unless it was one")
    func undone() {
        for kind in [BatchKind.import, .edit, .trash, .frame] {
            let text = "\(ImportError.alreadyUndone(Trial.firstBatch, kind: kind))"
            #expect(text.hasPrefix("batch \(Trial.firstBatch) is undone already; "))
            #expect(text.contains("import the files again") == (kind == .import))
        }
    }

    @Test(
        "a name that a file system cannot hold is to be changed, whatever the file system answers",
        .acrossFileSystems,
        arguments: [ENOENT, EINVAL]
    )
    func impossibleName(_ code: Int32) throws {
        let trial = try Whereabouts.otherFileSystem.trial()
        let library = trial.library + "Beach"
        for name in ["a:b.jpg", "q?.jpg", "x\"y.jpg", "plain.jpg"] {
            let path = try trial.write(name, "the photo \(name)")
            let gate = ChangeGate { [.rename, .link].contains($0) ? code : 0 }
            let plan = trial.plan([try trial.unit(name)])
            let error = try #require(Self.refusal(try trial.outcomes(plan, gate: gate)))
            #expect((error == .impossibleName(path, library)) == (name != "plain.jpg"), "\(error)")
            #expect(Disk.isFile(path))
        }
    }
}
