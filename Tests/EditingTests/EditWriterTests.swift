import Files
import Glibc
import PhotoModel
import SidecarText
import Synchronization
import TestSupport
import Testing
import Threads

@testable import Batches
@testable import Editing

@Suite("Writing sidecars", .serialized)
struct EditWriterTests {
    private static let foreign = """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
          <rdf:Description rdf:about="" xmlns:crs="http://ns.adobe.com/camera-raw-settings/1.0/" crs:Exposure='+0.5'/>
        </rdf:RDF></x:xmpmeta>

        """

    private static let values = SidecarValues(date: .set("2004-12"), description: .set("Natal"))

    /// Three photos, the first of which has a sidecar.
    private static func filled(_ trial: SidecarTrial) throws -> [WritingOrder] {
        for name in ["a.jpg", "b.jpg", "c.jpg"] { try Disk.write(name, to: trial.photos + name) }
        try Disk.write(foreign, to: trial.photos + "a.jpg.xmp")
        return [
            trial.order(1, "a.jpg", values), trial.order(2, "b.jpg", values), trial.order(3, "c.jpg", values),
        ]
    }

    @Test("makes new ones, changes those there are, and puts everything back byte for byte")
    func thereAndBack() throws {
        let trial = try SidecarTrial()
        let orders = try Self.filled(trial)
        let before = try trial.sidecars()
        let (batch, failures) = try trial.write(orders)
        #expect(failures.isEmpty)
        let after = try trial.sidecars()
        #expect(after.keys.sorted() == ["a.jpg.xmp", "b.jpg.xmp", "c.jpg.xmp"])
        #expect(after["a.jpg.xmp"]?.contains("crs:Exposure='+0.5'") == true)
        for text in after.values {
            let said = try SidecarText.values(of: Array(text.utf8))
            #expect(said.date == .set("2004-12") && said.description == .set("Natal"))
        }
        // Again it is nothing.
        #expect(try trial.write(orders).1.isEmpty)
        #expect(try trial.sidecars() == after)

        #expect(try Self.putBack(batch, trial).isEmpty)
        #expect(try trial.sidecars() == before)
    }

    @Test("each gets its name in its disk's turn, so that nobody moves its photo away meanwhile")
    func inTurn() throws {
        let trial = try SidecarTrial()
        let orders = try Self.filled(trial)
        let device = try Folder(trial.photos).device
        let turns = Mutex<DiskTurns?>(nil)
        let answers = Mutex<[Bool]>([])
        let gate = ChangeGate { point in
            guard point == .rename, let turns = turns.withLock({ $0 }) else { return 0 }
            let isTaken = turns.taken.withLock { $0.contains(device) }
            answers.withLock { $0.append(isTaken) }
            return 0
        }
        let store = try trial.store(gate)
        turns.withLock { $0 = store.turns }
        let failures = try trial.write(orders, in: store).1
        #expect(failures.isEmpty)
        #expect(answers.withLock { $0 } == [true, true, true])
    }

    @Test("keeps the mode of one that is replaced; a new one may be read by whoever may read its photo")
    func attributes() throws {
        let trial = try SidecarTrial()
        let orders = try Self.filled(trial)
        let path = trial.photos + "a.jpg.xmp"
        try Disk.setMode(path, 0o640)
        try Disk.setMode(trial.photos + "b.jpg", 0o664)
        #expect(try trial.write(orders).1.isEmpty)
        #expect(Disk.status(path).map { $0.st_mode & 0o7777 } == 0o640)
        #expect(Disk.status(trial.photos + "b.jpg.xmp").map { $0.st_mode & 0o7777 } == 0o664)
    }

    @Test("a group that a photo's access list keeps out is kept out by a new sidecar as well")
    func accessList() throws {
        let trial = try SidecarTrial()
        let orders = try Self.filled(trial)
        let photo = trial.photos + "b.jpg"
        func entry(_ tag: UInt8, _ permissions: UInt8, _ id: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF]) -> [UInt8] {
            [tag, 0, permissions, 0] + id
        }
        // Owner rw, a user of that number r, the group nothing, mask rw, others nothing: the mode is 0660.
        let list =
            [2, 0, 0, 0] + entry(0x01, 6) + entry(0x02, 4, [3, 0xFA, 0, 0]) + entry(0x04, 0)
            + entry(0x10, 6) + entry(0x20, 0)
        guard try Attribute.set("system.posix_acl_access", list, of: photo) else {
            return print("SKIPPED: this file system has no access control lists")
        }
        #expect(Disk.status(photo).map { $0.st_mode & 0o7777 } == 0o660)
        #expect(try trial.write(orders).1.isEmpty)
        #expect(Disk.status(trial.photos + "b.jpg.xmp").map { $0.st_mode & 0o7777 } == 0o600)
    }

    @Test(
        "beside a photo that may not be read a new sidecar is not for its group, of which a list may say anything",
        .enabled(if: geteuid() != 0, "root may read everything")
    )
    func unreadablePhoto() throws {
        let trial = try SidecarTrial()
        let orders = try Self.filled(trial)
        try Disk.setMode(trial.photos + "b.jpg", 0o264)
        #expect(try trial.write(orders).1.isEmpty)
        #expect(Disk.status(trial.photos + "b.jpg.xmp").map { $0.st_mode & 0o7777 } == 0o604)
    }

    @Test("a photo that is renamed meanwhile gets none at its old name, where another photo may be by now")
    func renamed() throws {
        let trial = try SidecarTrial()
        let orders = try Self.filled(trial)
        let before = try trial.sidecars()
        let (_, failures) = try trial.write(orders) {
            try Disk.rename(trial.photos + "a.jpg", to: trial.photos + "moved.jpg")
            try Disk.rename(trial.photos + "b.jpg", to: trial.photos + "other.jpg")
            try Disk.write("another photo", to: trial.photos + "b.jpg")
        }
        #expect(
            failures == [
                1: .changed(trial.photos + "a.jpg.xmp"), 2: .changed(trial.photos + "b.jpg.xmp"),
            ]
        )
        var after = try trial.sidecars()
        #expect(after.removeValue(forKey: "c.jpg.xmp")?.contains("Natal") == true)
        #expect(after == before)
    }

    @Test("of what cannot be changed it says why, and writes the others")
    func refusals() throws {
        let trial = try SidecarTrial()
        let orders = try Self.filled(trial)
        try Disk.write("<a", to: trial.photos + "a.jpg.xmp")
        try Disk.write(Self.foreign, to: trial.photos + "other")
        try Disk.link(trial.photos + "other", to: trial.photos + "b.jpg.xmp")
        try Disk.makeFolder(trial.photos + "c.jpg.xmp")
        try Disk.write("d.jpg", to: trial.photos + "d.jpg")
        let more = [trial.order(4, "d.jpg", Self.values), trial.order(5, "gone.jpg", Self.values)]
        let (_, failures) = try trial.write(orders + more)
        #expect(
            failures == [
                1: .refused(trial.photos + "a.jpg.xmp", .notXML),
                2: .linked(trial.photos + "b.jpg.xmp", names: 2),
                3: .notAFile(trial.photos + "c.jpg.xmp"),
                5: .gone,
            ]
        )
        #expect(failures.values.allSatisfy { !$0.mayPass })
        #expect(Disk.isFile(trial.photos + "d.jpg.xmp") && !Disk.isFile(trial.photos + "gone.jpg.xmp"))
        #expect(try Disk.read(trial.photos + "b.jpg.xmp") == Array(Self.foreign.utf8))
    }

    @Test("what somebody has written meanwhile stays, when it is written and when it is put back")
    func meanwhile() throws {
        let trial = try SidecarTrial()
        let orders = try Self.filled(trial)
        let path = trial.photos + "a.jpg.xmp"
        let gate = ChangeGate { point in
            // Just before names are given.
            if point == .syncFileSystem, (try? Disk.read(path)) == Array(Self.foreign.utf8) {
                try? Disk.write("mine", to: path)
            }
            return 0
        }
        let (batch, failures) = try trial.write(orders, gate)
        #expect(failures == [1: .changed(path)])
        #expect(try Disk.read(path) == Array("mine".utf8))
        try Disk.write("mine too", to: trial.photos + "b.jpg.xmp")
        #expect(try Self.putBack(batch, trial) == [trial.photos + "a.jpg.xmp", trial.photos + "b.jpg.xmp"])
        #expect(try Disk.read(trial.photos + "b.jpg.xmp") == Array("mine too".utf8))
        #expect(!Disk.isFile(trial.photos + "c.jpg.xmp"))
    }

    @Test(
        "what follows from a file is not written where that is another by now, nor where one has come that was not there"
    )
    func sources() throws {
        let trial = try SidecarTrial()
        let (photo, sidecar) = (FileName("a.jpg"), FileName("a.jpg.xmp"))
        try Disk.write("a", to: trial.photos + "a.jpg")
        let folder = try Folder(trial.photos)
        func order(with sidecarStamp: FileStamp?) throws -> WritingOrder {
            WritingOrder(
                edit: 1,
                folder: trial.photos,
                photo: photo,
                names: [sidecar],
                values: Self.values,
                sources: [photo: try folder.status(of: photo)?.stamp, sidecar: sidecarStamp]
            )
        }
        try Disk.write(Self.foreign, to: trial.photos + "a.jpg.xmp")
        let changed = [1: WritingFailure.changed(trial.photos + "a.jpg.xmp")]
        #expect(try trial.write([order(with: nil)]).1 == changed)
        let read = try folder.status(of: sidecar)?.stamp
        try Disk.write(Self.foreign + " ", to: trial.photos + "new")
        try Disk.rename(trial.photos + "new", to: trial.photos + "a.jpg.xmp")
        #expect(try trial.write([order(with: read)]).1 == changed)
        #expect(try Disk.read(trial.photos + "a.jpg.xmp") == Array((Self.foreign + " ").utf8))
        let now = try folder.status(of: sidecar)?.stamp
        #expect(try trial.write([order(with: now)]).1.isEmpty)
        // What says already what it shall say need not be what it follows from.
        #expect(try trial.write([order(with: now)]).1.isEmpty)
        try Disk.write("another", to: trial.photos + "a.jpg")
        try Disk.write(Self.foreign, to: trial.photos + "a.jpg.xmp")
        let unread = try order(with: folder.status(of: sidecar)?.stamp)
        try Disk.write("again another", to: trial.photos + "a.jpg")
        #expect(try trial.write([unread]).1 == [1: .changed(trial.photos + "a.jpg")])
    }

    @Test(
        "where another photo has got a photo's name it is left alone, and no sidecar says of it what is meant for the other",
        arguments: [false, true],
        [false, true]
    )
    func otherPhoto(isInPhoto: Bool, isNumbered: Bool) throws {
        let trial = try SidecarTrial()
        let (photo, other) = (trial.photos + "a.jpg", trial.photos + "b.jpg")
        for path in [photo, other] { try Disk.write(SidecarTrial.photo, to: path) }
        try Disk.setTime(other, seconds: 1_000_000_000)
        let folder = try Folder(trial.photos)
        var stamp = try #require(try folder.status(of: FileName("a.jpg"))?.stamp)
        // As of a disk whose numbers do not last.
        if !isNumbered { (stamp.inode, stamp.birthTime) = (0, 0) }
        let order = WritingOrder(
            edit: 1,
            folder: trial.photos,
            photo: FileName("a.jpg"),
            stamp: stamp,
            names: isInPhoto ? [] : [FileName("a.jpg.xmp")],
            values: Self.values,
            image: isInPhoto
                ? .jpeg(Self.values) : nil
        )
        try Disk.exchange(photo, other)
        #expect(try trial.write([order]).1 == [1: .changed(photo)])
        #expect(try Disk.read(photo) == SidecarTrial.photo && trial.sidecars().isEmpty)
        try Disk.exchange(photo, other)
        #expect(try trial.write([order]).1.isEmpty)
        let written = isInPhoto ? photo : trial.photos + "a.jpg.xmp"
        #expect(String(decoding: try Disk.read(written), as: UTF8.self).contains("Natal"))
        #expect(try Disk.read(other) == SidecarTrial.photo)
    }

    @Test(
        "beside a photo that says it itself, a sidecar that nobody has seen yet says it as well, and none is made"
    )
    func unseenSidecar() throws {
        let trial = try SidecarTrial()
        for name in ["a.jpg", "b.jpg"] { try Disk.write(SidecarTrial.photo, to: trial.photos + name) }
        try Disk.write(Self.foreign, to: trial.photos + "a.jpg.xmp")
        let orders = ["a.jpg", "b.jpg"].enumerated().map { number, name in
            WritingOrder(
                edit: number,
                folder: trial.photos,
                photo: FileName(name),
                names: [FileName(name + ".xmp")],
                namesIfThere: [FileName(name + ".xmp")],
                values: Self.values,
                image: .jpeg(Self.values)
            )
        }
        #expect(try trial.write(orders).1.isEmpty)
        #expect(try trial.sidecars().keys.sorted() == ["a.jpg.xmp"])
        for name in ["a.jpg", "a.jpg.xmp", "b.jpg"] {
            #expect(String(decoding: try Disk.read(trial.photos + name), as: UTF8.self).contains("Natal"))
        }
    }

    @Test(
        "what a program has open for writing is left to it whenever it was opened, and written once it is closed",
        arguments: [false, true]
    )
    func beingWritten(isOpenedLate: Bool) throws {
        let trial = try SidecarTrial()
        let (photo, sidecar) = (trial.photos + "b.jpg", trial.photos + "a.jpg.xmp")
        try Disk.write("a.jpg", to: trial.photos + "a.jpg")
        let before = [sidecar: Array(Self.foreign.utf8), photo: SidecarTrial.photo]
        for (path, bytes) in before { try Disk.write(bytes, to: path) }
        let orders = [
            trial.order(1, "a.jpg", Self.values),
            WritingOrder(
                edit: 2,
                folder: trial.photos,
                photo: FileName("b.jpg"),
                names: [],
                values: Self.values,
                image: .jpeg(Self.values)
            ),
        ]
        var programs: [TestSupport.OpenFile] = []
        func openAll() throws { programs = try before.keys.map { try TestSupport.OpenFile($0, O_WRONLY) } }
        if !isOpenedLate { try openAll() }
        let (_, failures) = try trial.write(orders) { if isOpenedLate { try openAll() } }
        #expect(failures == [1: .beingWritten(sidecar), 2: .beingWritten(photo)])
        #expect(failures.values.allSatisfy { $0.mayPass })
        for (path, bytes) in before { #expect(try Disk.read(path) == bytes) }
        #expect(try trial.sidecars().keys.sorted() == ["a.jpg.xmp"])
        withExtendedLifetime(programs) {}
        programs = []
        #expect(try trial.write(orders).1.isEmpty)
        for path in before.keys {
            #expect(String(decoding: try Disk.read(path), as: UTF8.self).contains("Natal"))
        }
    }

    @Test(
        "stopped before any change of the disk, or refused one, each sidecar is the old one or the new one, and can be put back",
        arguments: [ENOSPC, EIO]
    )
    func everyChange(code: Int32) throws {
        let whole = try SidecarTrial()
        let count = Atomic(0)
        let counting = ChangeGate { _ in
            count.add(1, ordering: .relaxed)
            return 0
        }
        let plain = try Self.filled(whole)
        let before = try whole.sidecars()
        _ = try whole.write(plain, counting)
        let after = try whole.sidecars()
        let changes = count.load(ordering: .relaxed)
        #expect(changes > 15)
        for isStopped in [false, true] {
            for number in 0..<changes {
                let trial = try SidecarTrial()
                let orders = try Self.filled(trial)
                let passed = Atomic(0)
                let gate = ChangeGate { _ in
                    let current = passed.add(1, ordering: .relaxed).oldValue
                    return current == number || isStopped && current > number ? code : 0
                }
                let outcome = Result { try trial.write(orders, gate) }
                for (name, text) in try trial.sidecars() {
                    // A process that is killed leaves what recovery removes.
                    if name.hasPrefix(".photod-edit-trial-") {
                        #expect(isStopped, "change \(number): \(name)")
                        continue
                    }
                    #expect(text == before[name] || text == after[name], "change \(number): \(name)")
                }
                if case .success(let (_, failures)) = outcome {
                    #expect(failures.values.allSatisfy { $0.mayPass }, "change \(number): \(failures)")
                }
                guard let batch = try trial.store().names().first,
                    let content = try trial.store().content(of: batch)
                else { continue }
                let writer = EditWriter(store: try trial.store(), pool: trial.pool)
                let files = (1...3).flatMap { content.sidecars(ofEdit: $0) }
                for folder in Set(files.map(\.path.parent)) {
                    #expect(writer.clean(files, token: "trial", in: folder))
                }
                #expect(try Self.putBack(batch, trial).isEmpty)
                #expect(try trial.sidecars() == before, "change \(number), \(isStopped)")
            }
        }
    }

    @Test(
        "what was left beside files is not gone before their folder, as that of a disk that was pulled, is there"
    )
    func pulledDisk() throws {
        let trial = try SidecarTrial()
        let (batch, _) = try trial.write(try Self.filled(trial))
        let store = try trial.store()
        let records = try #require(try store.content(of: batch)).sidecars(ofEdit: 1)
        let writer = EditWriter(store: store, pool: trial.pool)
        let leftover = trial.photos + ".photod-edit-trial-\(try #require(records.first).number)"
        try Disk.write("half", to: leftover)
        let elsewhere = trial.home.location("elsewhere")
        try Disk.rename(trial.photos, to: elsewhere)
        #expect(!writer.clean(records, token: "trial", in: trial.photos))
        try Disk.rename(elsewhere, to: trial.photos)
        #expect(writer.clean(records, token: "trial", in: trial.photos))
        #expect(!Disk.isFile(leftover))
    }

    /// - Returns: what is not as the batch left it.
    private static func putBack(_ batch: BatchName, _ trial: SidecarTrial) throws -> [FilePath] {
        let store = try trial.store()
        let content = try #require(try store.content(of: batch))
        let writer = EditWriter(store: store, pool: trial.pool)
        var due: [EditWriter.TakenBack] = []
        var changed: [FilePath] = []
        var folders: EditWriter.Folders = [:]
        for edit in 1...5 {
            let records = content.sidecars(ofEdit: edit)
            let names = records.map(\.path.lastName)
            let shot = EditedShot(folder: trial.photos, photos: [FileName("none")], sidecars: names)
            switch writer.standing(records, of: shot, &folders) {
            case .asLeft(let takenBack, _): due += takenBack
            case .changed(let path): changed.append(path)
            case .failed(let failure): Issue.record("\(failure)")
            }
        }
        #expect(writer.putBack(due, of: batch, token: "trial").isEmpty)
        return changed
    }
}
