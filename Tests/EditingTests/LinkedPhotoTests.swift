import Batches
import Files
import Glibc
import PhotoModel
import SidecarText
import Synchronization
import TestSupport
import Testing

@testable import Editing

@Suite("Photos of several names", .serialized)
struct LinkedPhotoTests {
    /// Two names of one photo, which edits make files of their own.
    private struct Pair {
        let trial: SidecarTrial
        let first: FilePath
        let second: FilePath

        init() throws {
            trial = try SidecarTrial()
            (first, second) = (trial.photos + "a.jpg", trial.photos + "b.jpg")
            try Disk.write(SidecarTrial.photo, to: first)
            try Disk.link(first, to: second)
            // Whatever is written now is told by its time.
            try Disk.setTime(first, seconds: 1_100_000_000)
        }

        func order(_ edit: Int, _ photo: FilePath) -> WritingOrder {
            let values = SidecarValues(description: .set("Natal"))
            return WritingOrder(
                edit: edit,
                folder: trial.photos,
                photo: photo.lastName,
                names: [],
                values: values,
                image: .jpeg(values, breaksLinks: true)
            )
        }

        /// How the first one stands, of which a batch is the first edit.
        func standing(after batch: BatchName) throws -> EditWriter.Standing {
            let store = try trial.store()
            let records = try #require(try store.content(of: batch)).sidecars(ofEdit: 1)
            #expect(records.count == 1)
            var folders: EditWriter.Folders = [:]
            let shot = EditedShot(folder: trial.photos, photos: [first.lastName], sidecars: [])
            return EditWriter(store: store, pool: trial.pool).standing(records, of: shot, &folders)
        }
    }

    @Test(
        "an edit that has not come to one is taken back; one that has is not where it has other names since"
    )
    func takenBack() throws {
        let pair = try Pair()
        // Once for the journal, and then for the photo.
        let syncs = Atomic(0)
        let gate = ChangeGate { point in
            guard point == .syncFileSystem else { return 0 }
            return syncs.add(1, ordering: .relaxed).newValue == 2 ? EIO : 0
        }
        let (waiting, failures) = try pair.trial.write([pair.order(1, pair.first)], gate)
        #expect(failures[1]?.mayPass == true)
        #expect(try Disk.read(pair.first) == SidecarTrial.photo)
        guard case .asLeft(let none, nil) = try pair.standing(after: waiting) else {
            Issue.record("it is not taken back")
            return
        }
        #expect(none.isEmpty)

        let (batch, others) = try pair.trial.write([pair.order(1, pair.first)])
        #expect(others.isEmpty)
        guard case .asLeft(let files, nil) = try pair.standing(after: batch) else {
            Issue.record("it is not taken back")
            return
        }
        #expect(files.count == 1)
        try Disk.link(pair.first, to: pair.trial.photos + "c.jpg")
        guard case .failed(.linkedSince(pair.first, names: 2)) = try pair.standing(after: batch) else {
            Issue.record("it is taken back")
            return
        }
    }

    @Test("both names become files of their own at once, unless somebody has written to the photo meanwhile")
    func bothNames() throws {
        let pair = try Pair()
        let orders = [pair.order(1, pair.first), pair.order(2, pair.second)]
        let (_, failures) = try pair.trial.write(orders) {
            try Disk.overwrite(pair.first, [0x43], at: SidecarTrial.photo.count - 3)
        }
        #expect(failures == [1: .changed(pair.first), 2: .changed(pair.second)])

        #expect(try pair.trial.write(orders).1.isEmpty)
        for path in [pair.first, pair.second] {
            #expect(String(decoding: try Disk.read(path), as: UTF8.self).contains("Natal"))
            #expect(Disk.status(path)?.st_nlink == 1)
        }
    }
}
