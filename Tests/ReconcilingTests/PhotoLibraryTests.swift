import CaptureRules
import Extraction
import Glibc
import LibraryIndex
import Logging
import PhotoModel
import PhotodConfiguration
import TestSupport
import Testing
import Threads

@testable import Roots
@testable import Sweeps
@testable import WatchedLibrary

/// The library with all its threads; only formats that need no worker.
@Suite("The library", .timeLimit(.minutes(20)))
struct PhotoLibraryTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.makeDirectory("photos")
        try folder.makeDirectory("state")
    }

    private func start(_ names: [String] = ["photos"]) throws -> PhotoLibrary {
        let library = try PhotoLibrary(
            stateDirectory: FilePath(folder.path("state")),
            worker: WorkerLocation(path: FilePath(folder.path("no-worker"))),
            zones: CaptureZones(home: .utc),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        try library.start(names.map { (Library(name: $0, path: FilePath(folder.path($0))), false) })
        sync(library)
        return library
    }

    private func sync(_ library: PhotoLibrary) {
        let done = Monitor(false)
        library.sync { done.update { $0 = true } }
        done.wait { $0 ? () : nil }
    }

    /// Ids by the names of files.
    private func files(_ library: PhotoLibrary) throws -> [String: AssetID] {
        var found: [String: AssetID] = [:]
        var query = PageQuery(range: SortRange(from: nil, to: nil))
        query.limit = 1000
        _ = try library.index.read { reader throws(IndexError) in
            try reader.page(query) { item throws(IndexError) in
                let folder = try reader.path(ofDirectory: item.directory)?.display ?? "?"
                found[folder + "/" + String(decoding: item.name, as: UTF8.self)] = try item.id
            }
        }
        return found
    }

    private func path(_ name: String) -> String { folder.path(name) }

    @Test(
        "a problem with the index is over when the index can be written again, though nothing else is written"
    )
    func problemEnds() throws {
        let library = try start()
        let changes = Monitor(0)
        library.progress.onChange { changes.update { $0 += 1 } }
        library.progress.note(problem: .sqlite(code: 14, message: "unable to open", doing: "asking"))
        #expect(library.progress.problem != nil)
        changes.wait { _ in library.progress.problem == nil ? () : nil }
        try library.stop()
    }

    @Test("a folder that was looked at while the index could not be asked is compared when it can be")
    func unknownFolder() throws {
        let library = try start()
        try folder.write("photos/a.mp4")
        sync(library)
        // What nobody has found out.
        let id = try #require(try files(library).values.first)
        _ = try library.index.write { writer throws(IndexError) in
            guard let asset = try writer.reader.asset(id) else { return }
            try writer.remove(asset)
        }
        #expect(try files(library).isEmpty)
        let changes = Monitor(0)
        library.progress.onChange { changes.update { $0 += 1 } }
        let root = try #require(library.allRoots.first).node
        let problem = IndexError.sqlite(code: 10, message: "disk I/O error", doing: "asking")
        library.progress.note(problem: problem, asking: root)
        changes.wait { _ in library.progress.problem == nil ? () : nil }
        sync(library)
        #expect(try files(library).keys.sorted() == [path("photos/a.mp4")])
        try library.stop()
    }

    @Test("a file being written carries its shot on when the other goes, whatever else happens in the folder")
    func pendingCarrier() throws {
        let library = try start()
        let path = path("photos/busy.mp4")
        for round in 0..<40 {
            try folder.write("photos/\(round).mp4", "one \(round)")
            try folder.write("photos/\(round).nef", "two \(round)")
            sync(library)
            // Without a closing: for two seconds the file counts as being written.
            #expect(truncate(self.path("photos/\(round).nef"), 3) == 0)
            // Its events have the folder looked at again and again.
            let turmoil = try #require(
                NamedThread("turmoil") {
                    for _ in 0..<100 {
                        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
                        if descriptor >= 0 { close(descriptor) }
                        unlink(path)
                    }
                }
            )
            defer { turmoil.join() }
            try folder.remove("photos/\(round).mp4")
            sync(library)
            let names = try files(library).keys.filter { $0 != path }
            #expect(Set(names) == Set((0...round).map { self.path("photos/\($0).nef") }))
        }
        try library.stop()
    }

    @Test("a photo that nothing can read is looked at once for each change, also beside a video of its name")
    func unreadPair() throws {
        let library = try start()
        try folder.write("photos/a.mp4", "one")
        try folder.write("photos/a.nef", "two")
        sync(library)
        let sequence = try library.index.read { reader throws(IndexError) in try reader.clock().sequence }
        for round in 0..<3 {
            try folder.write("photos/a.nef", "two, written again \(round)")
            sync(library)
        }
        let last = try library.index.read { reader throws(IndexError) in try reader.clock().sequence }
        #expect(last - sequence < 20)
        #expect(try files(library).count == 2)
        try library.stop()
    }

    @Test("photos of a folder that is hidden are gone after a sync, however often it is looked at meanwhile")
    func hiddenAgain() throws {
        let library = try start()
        for round in 0..<40 {
            try folder.makeDirectory("photos/\(round)")
            try folder.write("photos/\(round)/a.mp4", "one \(round)")
            sync(library)
            let rule = path("photos/\(round)/.nomedia")
            try folder.write("photos/\(round)/.nomedia", "")
            let turmoil = try #require(
                NamedThread("turmoil") {
                    for _ in 0..<100 {
                        let descriptor = open(rule, O_WRONLY | O_CLOEXEC)
                        if descriptor >= 0 { close(descriptor) }
                    }
                }
            )
            defer { turmoil.join() }
            sync(library)
            #expect(try files(library).isEmpty)
        }
        try library.stop()
    }

    @Test("what was written before a sync is there after it; ids follow files and survive a restart")
    func life() throws {
        var library = try start()
        try folder.makeDirectory("photos/new")
        for number in 0..<5 { try folder.write("photos/new/\(number).mp4", "\(number)") }
        sync(library)
        let first = try files(library)
        #expect(Set(first.keys) == Set((0..<5).map { path("photos/new/\($0).mp4") }))
        try folder.move("photos/new/0.mp4", "photos/0.mp4")
        try folder.move("photos/new", "photos/old")
        try folder.remove("photos/old/1.mp4")
        sync(library)
        var second = try files(library)
        #expect(
            Set(second.keys) == Set((["photos/0.mp4"] + (2..<5).map { "photos/old/\($0).mp4" }).map(path))
        )
        #expect(second[path("photos/0.mp4")] == first[path("photos/new/0.mp4")])
        #expect(second[path("photos/old/4.mp4")] == first[path("photos/new/4.mp4")])
        try library.stop()

        try folder.move("photos/old/4.mp4", "photos/four.mp4")
        library = try start()
        second[path("photos/four.mp4")] = second.removeValue(forKey: path("photos/old/4.mp4"))
        #expect(try files(library) == second)
        try library.stop()

        for name in ["index.sqlite", "index.sqlite-wal", "index.sqlite-shm"]
        where access(path("state/" + name), F_OK) == 0 {
            try folder.remove("state/" + name)
        }
        library = try start()
        #expect(library.index.isNew)
        #expect(try files(library) == second)
        try library.stop()
    }

    @Test("a directory that is called like a photo is a directory")
    func directoryNamedLikePhoto() throws {
        let library = try start()
        try folder.makeDirectory("photos/holiday.jpg")
        try folder.write("photos/holiday.jpg/1.mp4")
        sync(library)
        #expect(try files(library).keys.sorted() == [path("photos/holiday.jpg/1.mp4")])
        try folder.move("photos/holiday.jpg", "photos/trip.mp4")
        sync(library)
        #expect(try files(library).keys.sorted() == [path("photos/trip.mp4/1.mp4")])
        try folder.remove("photos/trip.mp4/1.mp4")
        try folder.remove("photos/trip.mp4")
        sync(library)
        #expect(try files(library).isEmpty)
        try library.stop()
    }

    @Test("what takes a photo's name at once leaves no photo there; nor does a photo what was in a directory")
    func namesChangeKind() throws {
        let library = try start()
        let outside = path("outside.mp4")
        try folder.write("outside.mp4")
        let replacements: [(String) -> Int32] = [
            { mkdir($0, 0o755) }, { mkfifo($0, 0o644) }, { symlink(outside, $0) },
        ]
        for round in 0..<30 {
            let name = path("photos/\(round).mp4")
            try folder.write("photos/\(round).mp4", "\(round)")
            sync(library)
            #expect(unlink(name) == 0 && replacements[round % 3](name) == 0)
            sync(library)
            #expect(try files(library).isEmpty, "round \(round)")
            try folder.remove("photos/\(round).mp4")
            try folder.makeDirectory("photos/\(round).mp4")
            try folder.write("photos/\(round).mp4/below.mp4", "\(round)")
            sync(library)
            #expect(try files(library).keys.sorted() == [name + "/below.mp4"])
            #expect(unlink(name + "/below.mp4") == 0 && rmdir(name) == 0)
            try folder.write("photos/\(round).mp4", "\(round)")
            sync(library)
            #expect(try files(library).keys.sorted() == [name], "round \(round)")
            try folder.remove("photos/\(round).mp4")
        }
        try library.stop()
    }

    @Test("renaming to another case, swapping names and linking are exact at once")
    func names() throws {
        let library = try start()
        try folder.write("photos/A.PNG", "a")
        try folder.write("photos/b.mp4", "b")
        sync(library)
        let before = try files(library)
        try folder.move("photos/A.PNG", "photos/A.mp4")
        sync(library)
        try folder.move("photos/A.mp4", "photos/x")
        try folder.move("photos/b.mp4", "photos/A.mp4")
        try folder.move("photos/x", "photos/b.mp4")
        sync(library)
        try #require(link(path("photos/b.mp4"), path("photos/c.mp4")) == 0)
        sync(library)
        let after = try files(library)
        #expect(after[path("photos/A.mp4")] == before[path("photos/b.mp4")])
        #expect(after[path("photos/b.mp4")] == before[path("photos/A.PNG")])
        #expect(Set(after.values).count == 3)
        try library.stop()
    }

    @Test("a root that is removed takes its assets along, and gives the ids back when it returns")
    func rootComesAndGoes() throws {
        try folder.makeDirectory("usb")
        try folder.write("usb/1.mp4", "1")
        try folder.write("photos/2.mp4", "2")
        let library = try start(["photos", "usb"])
        let before = try files(library)
        #expect(before.count == 2)
        let usb = try #require(library.allRoots.first { $0.library.name == "usb" })
        try library.removeRoot(usb)
        #expect(library.allRoots.map(\.library.name) == ["photos"])
        #expect(try files(library).keys.sorted() == [path("photos/2.mp4")])
        try folder.write("usb/unseen.mp4", "unseen")
        sync(library)
        #expect(try files(library).count == 1)
        try library.addRoot(Library(name: "usb", path: FilePath(path("usb"))), isAdded: true)
        sync(library)
        let after = try files(library)
        #expect(after.count == 3)
        #expect(after[path("usb/1.mp4")] == before[path("usb/1.mp4")])
        try library.stop()
    }

    @Test("a root that is missing is offline, its assets stay; when it is back it is looked at")
    func missingRoot() throws {
        try folder.write("photos/1.mp4", "1")
        var library = try start()
        let before = try files(library)
        try library.stop()
        try folder.move("photos", "away")
        library = try start()
        #expect(library.allRoots.map(\.state) == [.offline])
        #expect(try files(library) == before)
        try library.stop()
        try folder.move("away", "photos")
        try folder.write("photos/2.mp4", "2")
        library = try start()
        #expect(library.allRoots.map(\.state) == [.online])
        #expect(try files(library).count == 2)
        #expect(try files(library)[path("photos/1.mp4")] == before[path("photos/1.mp4")])
        try library.stop()
    }
}
