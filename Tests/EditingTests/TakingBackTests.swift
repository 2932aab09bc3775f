import Batches
import EditRules
import Files
import Glibc
import PhotoModel
import SidecarText
import TestSupport
import Testing

@testable import Editing

@Suite("Taking edits of files back", .serialized)
struct TakingBackTests {
    private static let foreign =
        "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'/></x:xmpmeta>"

    /// A photo and its RAW file with what an edit has said of them.
    private struct Pair {
        let trial: SidecarTrial
        let batch: BatchName
        let content: BatchContent

        /// - Parameters:
        ///   - sidecars: those that were there before.
        ///   - writesPhoto: whether the photo says it as well.
        init(_ sidecars: String..., writesPhoto: Bool = false) throws {
            trial = try SidecarTrial()
            try Disk.write(SidecarTrial.photo, to: trial.photos + "a.jpg")
            try Disk.write("a.nef", to: trial.photos + "a.nef")
            for name in sidecars { try Disk.write(foreign, to: trial.photos + name) }
            let values = SidecarValues(description: .set("Natal"))
            let order = WritingOrder(
                edit: 1,
                folder: trial.photos,
                photo: FileName("a.jpg"),
                names: ["a.jpg.xmp", "a.nef.xmp"].map { FileName($0) },
                values: values,
                image: writesPhoto
                    ? .jpeg(values) : nil
            )
            let (batch, failures) = try trial.write([order])
            #expect(failures.isEmpty)
            self.batch = batch
            content = try #require(try trial.store().content(of: batch))
        }

        func standing(
            _ names: String...,
            photo: String = "a.jpg",
            folder: FilePath? = nil
        ) throws -> EditWriter.Standing {
            var folders: EditWriter.Folders = [:]
            let shot = EditedShot(
                folder: folder ?? trial.photos,
                photos: [FileName(photo)],
                sidecars: names.map { FileName($0) }
            )
            return try writer().standing(content.sidecars(ofEdit: 1), of: shot, &folders)
        }

        /// - Returns: why a file was not put back.
        func putBack(_ standing: EditWriter.Standing) throws -> WritingFailure? {
            guard case .asLeft(let files, _) = standing else {
                Issue.record("\(standing)")
                return nil
            }
            return try writer().putBack(files, of: batch, token: "trial")[1]
        }

        func writer() throws -> EditWriter { EditWriter(store: try trial.store(), pool: trial.pool) }

        /// The names in its folder.
        func names() throws -> [String] { try Disk.names(in: trial.photos).map(\.display).sorted() }
    }

    @Test(
        "what went away with its RAW file is left out, and the others are put back",
        arguments: [["a.nef.xmp"], ["a.jpg.xmp", "a.nef.xmp"]]
    )
    func goneWithItsFile(before: [String]) throws {
        let pair = before.count == 1 ? try Pair(before[0]) : try Pair(before[0], before[1])
        for name in ["a.nef", "a.nef.xmp"] { try Disk.remove(pair.trial.photos + name) }
        #expect(try pair.putBack(pair.standing("a.jpg.xmp")) == nil)
        #expect(try pair.names() == (before.count == 1 ? ["a.jpg"] : ["a.jpg", "a.jpg.xmp"]))
        if before.count > 1 {
            #expect(try Disk.read(pair.trial.photos + "a.jpg.xmp") == Array(Self.foreign.utf8))
        }
    }

    @Test(
        "of a pair whose JPEG went away both sidecars go, though they say the same",
        arguments: [false, true]
    )
    func photoGone(writesPhoto: Bool) throws {
        let pair = try Pair(writesPhoto: writesPhoto)
        let photo = pair.trial.photos + "a.jpg"
        try Disk.remove(photo)
        let standing = try pair.standing("a.nef.xmp", photo: "a.nef")
        guard case .asLeft(let files, let gone) = standing else {
            Issue.record("\(standing)")
            return
        }
        #expect(files.count == 2 && gone == (writesPhoto ? photo : nil))
        #expect(try pair.putBack(standing) == nil)
        #expect(try pair.names() == ["a.nef"])
    }

    @Test(
        "a JPEG that was written since is not one that is gone, and without any of its files there is nothing to take back"
    )
    func photoThere() throws {
        let pair = try Pair("a.jpg.xmp", "a.nef.xmp", writesPhoto: true)
        let photo = pair.trial.photos + "a.jpg"
        try Disk.write("mine", to: photo)
        // As the pair has it, and as two photos that had parted would.
        for name in ["a.jpg", "a.nef"] {
            guard case .changed(photo) = try pair.standing("a.jpg.xmp", "a.nef.xmp", photo: name) else {
                Issue.record("it is taken back")
                continue
            }
        }
        for name in ["a.jpg", "a.jpg.xmp", "a.nef.xmp"] { try Disk.remove(pair.trial.photos + name) }
        guard case .failed(.gone) = try pair.standing("a.nef.xmp", photo: "a.nef") else {
            Issue.record("it is taken back")
            return
        }
    }

    @Test("one that a program has open for writing stays whenever it was opened, and goes once it is closed")
    func beingWritten() throws {
        let pair = try Pair()
        let path = pair.trial.photos + "a.jpg.xmp"
        let names = try pair.names()
        var program: TestSupport.OpenFile? = try TestSupport.OpenFile(path, O_WRONLY)
        let early = try withExtendedLifetime(program) { try pair.standing("a.jpg.xmp", "a.nef.xmp") }
        guard case .failed(.beingWritten(path)) = early else {
            Issue.record("\(early)")
            return
        }
        program = nil
        let standing = try pair.standing("a.jpg.xmp", "a.nef.xmp")
        program = try TestSupport.OpenFile(path, O_WRONLY)
        #expect(try withExtendedLifetime(program) { try pair.putBack(standing) } == .beingWritten(path))
        #expect(try pair.names() == names)
        program = nil
        #expect(try pair.putBack(pair.standing("a.jpg.xmp", "a.nef.xmp")) == nil)
        #expect(try pair.names() == ["a.jpg", "a.nef"])
    }

    @Test("one that was made anew and went away with its RAW file is as before")
    func newOneGone() throws {
        let pair = try Pair()
        for name in ["a.nef", "a.nef.xmp"] { try Disk.remove(pair.trial.photos + name) }
        #expect(try pair.putBack(pair.standing("a.jpg.xmp")) == nil)
        #expect(try pair.names() == ["a.jpg"])
    }

    @Test(
        "one that was left behind where it was written is taken back there, unless it is another photo's by now"
    )
    func leftBehind() throws {
        for isOwned in [false, true] {
            let pair = try Pair("a.nef.xmp")
            let folder = pair.trial.home.location("new")
            try Disk.makeFolder(folder)
            for name in ["a.jpg", "a.jpg.xmp"] {
                try Disk.rename(pair.trial.photos + name, to: folder + name)
            }
            if !isOwned { try Disk.remove(pair.trial.photos + "a.nef") }
            let edited = try Disk.read(pair.trial.photos + "a.nef.xmp")
            #expect(try pair.putBack(pair.standing("a.jpg.xmp", folder: folder)) == nil)
            #expect(try Disk.names(in: folder).map(\.display) == ["a.jpg"])
            #expect(
                try Disk.read(pair.trial.photos + "a.nef.xmp")
                    == (isOwned ? edited : Array(Self.foreign.utf8))
            )
        }
    }

    @Test("what somebody has written since stays, as does all else of the edit, whichever file it is")
    func changed() throws {
        for name in ["a.jpg.xmp", "a.nef.xmp"] {
            let pair = try Pair("a.nef.xmp")
            try Disk.write("mine", to: pair.trial.photos + name)
            let before = try pair.trial.sidecars()
            guard case .changed(let path) = try pair.standing("a.jpg.xmp", "a.nef.xmp") else {
                Issue.record("\(name) is taken back")
                continue
            }
            #expect(path == pair.trial.photos + name)
            // The RAW file alone went away: nobody else's is what somebody has written.
            try Disk.remove(pair.trial.photos + "a.nef")
            guard case .changed = try pair.standing("a.jpg.xmp") else {
                Issue.record("\(name) is taken back without the RAW file")
                continue
            }
            try Disk.write("a.nef", to: pair.trial.photos + "a.nef")
            #expect(try pair.trial.sidecars() == before)
        }
    }

    @Test("of an edit of which nothing is there what was kept is not given up")
    func nothingThere() throws {
        let pair = try Pair("a.jpg.xmp", "a.nef.xmp")
        for name in ["a.jpg.xmp", "a.nef.xmp"] { try Disk.remove(pair.trial.photos + name) }
        guard case .changed = try pair.standing("a.jpg.xmp", "a.nef.xmp") else {
            Issue.record("it is taken back")
            return
        }
    }

    @Test("of two that say the same each gets back what it was itself")
    func alike() throws {
        let pair = try Pair("a.nef.xmp")
        let said = try Disk.read(pair.trial.photos + "a.nef.xmp")
        // As somebody would have it who copies one over the other.
        let record = try #require(pair.content.sidecars(ofEdit: 1).first { $0.old == nil })
        try Disk.write(said, to: pair.trial.photos + "a.jpg.xmp")
        var folders: EditWriter.Folders = [:]
        let twin = RewrittenFile(
            number: record.number,
            edit: 1,
            path: record.path,
            old: nil,
            new: Fingerprint(hashing: said)
        )
        let records = pair.content.sidecars(ofEdit: 1).map { $0.old == nil ? twin : $0 }
        let shot = EditedShot(
            folder: pair.trial.photos,
            photos: [FileName("a.jpg")],
            sidecars: ["a.nef.xmp", "a.jpg.xmp"].map { FileName($0) }
        )
        #expect(try pair.putBack(pair.writer().standing(records, of: shot, &folders)) == nil)
        #expect(try pair.names() == ["a.jpg", "a.nef", "a.nef.xmp"])
        #expect(try Disk.read(pair.trial.photos + "a.nef.xmp") == Array(Self.foreign.utf8))
    }

    @Test("one that has got another name, or cannot be looked at, is told as that")
    func linked() throws {
        let pair = try Pair()
        let path = pair.trial.photos + "a.jpg.xmp"
        try Disk.link(path, to: pair.trial.home.location("other"))
        guard case .failed(let failure) = try pair.standing("a.jpg.xmp", "a.nef.xmp") else {
            Issue.record("it is taken back")
            return
        }
        #expect(failure == .linkedSince(path, names: 2))
        #expect("\(failure)".contains("cp -p") && !"\(failure)".contains("write="))
    }

    @Test("a kept copy that cannot be read is not called lost, and one that is gone is")
    func keptCopies() throws {
        let pair = try Pair("a.jpg.xmp", "a.nef.xmp")
        let kept = pair.trial.home.location + "batches/\(pair.batch).kept"
        try Disk.rename(kept + "1", to: kept + "away")
        #expect(
            try pair.putBack(pair.standing("a.jpg.xmp", "a.nef.xmp"))
                == .notKept(pair.trial.photos + "a.jpg.xmp")
        )
        let other = try Pair("a.jpg.xmp")
        let copy = other.trial.home.location + "batches/\(other.batch).kept/1"
        try Disk.remove(copy)
        try Disk.makeSymbolicLink(copy, to: copy)
        let failure = try other.putBack(other.standing("a.jpg.xmp", "a.nef.xmp"))
        guard case .system(let call)? = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(call.path == copy && call.code != ENOENT)
        try Disk.remove(copy)
        try Disk.write(Self.foreign, to: copy)
        #expect(try other.putBack(other.standing("a.jpg.xmp", "a.nef.xmp")) == nil)
        #expect(try Disk.read(other.trial.photos + "a.jpg.xmp") == Array(Self.foreign.utf8))
    }

    @Test(
        "an edit of which a file cannot be put back keeps its others as they are, be it known before or told late"
    )
    func putBackAsWhole() throws {
        for isLate in [false, true] {
            let pair = try Pair("a.jpg.xmp", "a.nef.xmp", writesPhoto: true)
            let photos = pair.trial.photos
            let standing = try pair.standing("a.jpg.xmp", "a.nef.xmp")
            let sidecar = photos + "a.nef.xmp"
            let record = try #require(pair.content.sidecars(ofEdit: 1).first { $0.path == sidecar })
            let kept = pair.trial.home.location + "batches/\(pair.batch).kept/\(record.number)"
            let other = pair.trial.home.location + "kept"
            let temporary = photos + ".photod-edit-trial-\(record.number)"
            if isLate { try Disk.makeFolder(temporary) } else { try Disk.rename(kept, to: other) }
            let before = try Disk.names(in: photos).map { try? Disk.read(photos.appending($0)) }
            #expect(try pair.putBack(standing) != nil)
            #expect(try Disk.names(in: photos).map { try? Disk.read(photos.appending($0)) } == before)
            if isLate { try Disk.removeTree(temporary) } else { try Disk.rename(other, to: kept) }
            #expect(try pair.putBack(pair.standing("a.jpg.xmp", "a.nef.xmp")) == nil)
            #expect(try Disk.read(photos + "a.jpg") == SidecarTrial.photo)
            #expect(try Disk.read(sidecar) == Array(Self.foreign.utf8))
        }
    }

    @Test("what was tried again in another folder counts once, and the sidecars of a pair count as two")
    func triedAgain() throws {
        let trial = try SidecarTrial()
        let store = try trial.store()
        var journal = try store.create(.edit, token: "trial")
        let nothing = EditedValues(description: .value("x"))
        let change = EditChange(was: nothing, now: nothing)
        journal.text.append(
            EditRecord(number: 1, id: AssetID(high: 0, low: 1), change: change, layer: .sidecar)
        )
        let new = Fingerprint(hashing: [1])
        let files = ["old/a.jpg.xmp", "old/a.nef.xmp", "new/a.jpg.xmp"]
        for (index, file) in files.enumerated() {
            journal.text.append(
                RewrittenFile(number: index + 1, edit: 1, path: trial.photos + file, old: nil, new: new)
            )
        }
        try journal.commit()
        let content = try #require(try store.content(of: journal.name))
        #expect(content.sidecars(ofEdit: 1).count == 2)
        #expect(content.sidecars(ofEdit: 1).contains { $0.path == trial.photos + "new/a.jpg.xmp" })
        #expect(content.triedSidecars(ofEdit: 1).count == 3)
    }
}
