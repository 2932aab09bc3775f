import Glibc
import PhotoModel
import Synchronization
import TestSupport
import Testing

@testable import LibraryIndex

@Suite("An index that is damaged while it is open")
struct DamageTests {
    private static let pageSize = 4096

    private let folder: TemporaryFolder
    private let file: FilePath

    init() throws {
        folder = try TemporaryFolder()
        file = folder.location("index.sqlite")
    }

    /// An index with some pages, all of them in the file.
    private func filled() throws -> LibraryIndex {
        let index = try folder.open()
        let shelf = try Shelf(index)
        _ = try index.write { writer throws(IndexError) in
            for number in 1...200 {
                try writer.insert(
                    id: .number(number),
                    record: .sample(nil),
                    marks: AssetMarks(),
                    at: shelf.place("\(number).jpg"),
                    created: 1
                )
            }
        }
        try index.emptyLog()
        return index
    }

    private func expectDamaged(_ index: LibraryIndex, _ what: Comment) {
        #expect(index.isDamaged, what)
        #expect(throws: IndexError.self, what) {
            try index.read { reader throws(IndexError) in try reader.months() }
        }
        #expect(throws: IndexError.self, what) { _ = try index.write { _ throws(IndexError) in } }
    }

    @Test(
        "a page of zeros is found, whichever it is, and nobody is answered any more; the next start builds anew"
    )
    func zeroedPages() throws {
        let index = try filled()
        try index.close()
        let whole = try folder.bytes(of: "index.sqlite")
        #expect(whole.count > 20 * Self.pageSize)
        for page in 0..<whole.count / Self.pageSize {
            try Disk.write(whole, to: file)
            let index = try folder.open()
            #expect(!index.isNew)
            // A page that is in the log beside the file is not read from the file.
            try index.emptyLog()
            let zeros = [UInt8](repeating: 0, count: Self.pageSize)
            try Disk.overwrite(file, zeros, at: page * Self.pageSize)
            #expect(index.seemsChanged)
            #expect(throws: IndexError.self, "page \(page)") { try index.prove() }
            expectDamaged(index, "page \(page)")
            try index.close()
            let next = try folder.open()
            #expect(next.isNew, "page \(page)")
            try next.prove()
            try next.close()
        }
    }

    @Test("whoever listens is told, also where the damage was found before")
    func listener() throws {
        let index = try filled()
        let calls = Mutex(0)
        index.onDamage { calls.withLock { $0 += 1 } }
        try index.prove()
        #expect(calls.withLock { $0 } == 0)
        try Disk.truncate(file, to: 3 * Self.pageSize)
        #expect(throws: IndexError.self) { try index.prove() }
        #expect(calls.withLock { $0 } > 0)
        let late = Mutex(0)
        index.onDamage { late.withLock { $0 += 1 } }
        #expect(late.withLock { $0 } == 1)
        try index.close()
    }

    @Test("a file that was removed, or has another in its place, is noticed before anything is written")
    func exchanged() throws {
        for isReplaced in [false, true] {
            let index = try filled()
            #expect(!index.seemsChanged)
            if isReplaced {
                try Disk.write(try folder.bytes(of: "index.sqlite"), to: folder.location("copy"))
                try Disk.rename(folder.location("copy"), to: file)
            } else {
                try Disk.remove(file)
            }
            #expect(index.seemsChanged)
            #expect(throws: IndexError.self) { try index.examine() }
            expectDamaged(index, "replaced: \(isReplaced)")
            try index.close()
            let next = try folder.open()
            #expect(next.isNew)
            #expect(!folder.exists("index.sqlite.damaged"))
            try next.close()
            try Disk.remove(file)
        }
    }

    @Test("a file that nobody can look at for a while is neither removed nor another")
    func outOfSight() throws {
        try folder.makeDirectory("state")
        let (state, away) = (folder.location("state"), folder.location("away"))
        let index = try LibraryIndex(folder: state)
        try Disk.rename(state, to: away)
        // A link to itself leads nowhere, and says nothing of what was there.
        #expect(symlink(state.display, state.display) == 0)
        #expect(!index.seemsChanged && index.isInPlace)
        _ = try index.write { writer throws(IndexError) in try writer.connection.setMeta("trial", 1, "trying")
        }
        try Disk.remove(state)
        try Disk.rename(away, to: state)
        #expect(!index.isDamaged)
        try index.examine()
        #expect(index.isInPlace && !index.isDamaged)
        try index.close()
    }

    @Test("a file that was touched and is sound goes on")
    func touched() throws {
        let index = try filled()
        try Disk.setTime(file, seconds: 1_000_000_000)
        #expect(index.seemsChanged)
        try index.examine()
        #expect(!index.seemsChanged)
        #expect(!index.isDamaged)
        try index.close()
    }

    @Test("another sound index that is written over it is noticed, also where the log hides it")
    func overwritten() throws {
        let other = try filled()
        try other.close()
        let foreign = try folder.bytes(of: "index.sqlite")
        try Disk.remove(file)
        for hasLog in [false, true] {
            let index = try filled()
            if hasLog {
                let shelf = try Shelf(index, name: "more")
                try index.add(300, try date(2016, 11), at: shelf.place("300.jpg"))
            }
            try Disk.overwrite(file, foreign, at: 0)
            #expect(index.seemsChanged)
            #expect(throws: IndexError.self, "with a log: \(hasLog)") { try index.examine() }
            expectDamaged(index, "with a log: \(hasLog)")
            try index.close()
            let next = try folder.open()
            #expect(next.isNew)
            try next.close()
            try Disk.remove(file)
        }
    }

    @Test("its own state of a while ago, written over it, is noticed")
    func turnedBack() throws {
        let index = try filled()
        let older = try folder.bytes(of: "index.sqlite")
        let shelf = try Shelf(index, name: "more")
        try index.add(300, try date(2016, 11), at: shelf.place("300.jpg"))
        try index.emptyLog()
        try Disk.overwrite(file, older, at: 0)
        try Disk.truncate(file, to: older.count)
        #expect(throws: IndexError.self) { try index.examine() }
        expectDamaged(index, "an older state")
        try index.close()
    }

    @Test("a file that was touched when all of it is in the log as yet goes on")
    func touchedWhenNew() throws {
        let index = try folder.open()
        try Disk.setTime(file, seconds: 1_000_000_000)
        try index.examine()
        #expect(!index.isDamaged)
        try index.close()
    }

    @Test("garbage in the log beside the file is found")
    func garbageInTheLog() throws {
        let index = try filled()
        let shelf = try Shelf(index, name: "more")
        for number in 300...400 {
            try index.add(number, try date(2016, 11), at: shelf.place("\(number).jpg"))
        }
        let log = folder.location("index.sqlite-wal")
        let size = try folder.bytes(of: "index.sqlite-wal").count
        try Disk.overwrite(log, [UInt8](repeating: 0xA5, count: size - 4096), at: 4096)
        #expect(throws: IndexError.self) { try index.prove() }
        expectDamaged(index, "garbage")
        try index.close()
    }

    @Test("a refusal that a sound index gives as well is no damage")
    func refusal() throws {
        let index = try filled()
        let shelf = try Shelf(index, name: "more")
        #expect(throws: IndexError.self) { try index.add(1, nil, at: shelf.place("1.jpg")) }
        #expect(!index.isDamaged)
        try index.prove()
        try index.close()
    }

    @Test("of what was moved aside the last three are kept")
    func keepsThree() throws {
        for number in 1...5 {
            try folder.put(
                "index.sqlite",
                Array(String(repeating: "\(number) no database ", count: 400).utf8)
            )
            try folder.open().close()
        }
        let aside = try folder.names.filter { $0.contains(".broken-") }
        #expect(aside.count == 3)
        let last = try aside.map { try #require(try folder.text($0).first) }
        #expect(Set(last) == ["3", "4", "5"])
    }
}
