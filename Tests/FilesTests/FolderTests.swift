import Glibc
import PhotoModel
import Synchronization
import TestSupport
import Testing

@testable import Files

@Suite("A folder")
struct FolderTests {
    private let scratch: TemporaryFolder
    private let folder: Folder

    init() throws {
        scratch = try TemporaryFolder()
        folder = try Folder(scratch.location)
    }

    private func failure(_ call: () throws -> Void) -> Int32? {
        do { try call() } catch let error as CallFailure { return error.code } catch { return nil }
        return 0
    }

    @Test("is no file, and a link to one only where somebody named it")
    func kinds() throws {
        try scratch.write("file")
        try scratch.makeDirectory("real")
        let link = try scratch.link("link", to: "real")
        #expect(failure { _ = try Folder(scratch.location("file")) } == ENOTDIR)
        #expect(failure { _ = try Folder(scratch.location("none")) } == ENOENT)
        #expect(try Folder(link).status.isOne(with: folder.folder(FileName("real")).status))
        #expect(failure { _ = try folder.folder(FileName("link")) } != 0)
        #expect(failure { _ = try folder.folder(FileName("file")) } == ENOTDIR)
    }

    @Test("is made where it is missing, and left where it is")
    func making() throws {
        let path = scratch.location("new")
        let made = try Folder(making: path, mode: 0o700)
        #expect(made.status.mode & 0o777 == 0o700)
        #expect(try Folder(making: path, mode: 0o755).status == made.status)
        #expect(throws: CallFailure(.create, scratch.location("a/b"), ENOENT)) {
            try Folder(making: scratch.location("a/b"), mode: 0o700)
        }
    }

    @Test("opens what lies below it, and nothing that a link or .. leads to")
    func beneath() throws {
        try scratch.makeDirectory("a")
        try scratch.makeDirectory("a/b")
        _ = try scratch.link("a/link", to: "b")
        let names = [FileName("a"), FileName("b")]
        #expect(try folder.folder(beneath: names).path == scratch.location("a/b"))
        try scratch.makeDirectory("a/b/c")
        let link = [names[0], FileName("link")]
        #expect(failure { _ = try folder.folder(beneath: link) } == ELOOP)
        #expect(failure { _ = try folder.folder(beneath: link + [FileName("c")]) } == ELOOP)
        #expect(failure { _ = try folder.folder(beneath: [FileName("a/link"), FileName("c")]) } == EXDEV)
        #expect(failure { _ = try folder.folder(beneath: [FileName("..")]) } == EXDEV)
        #expect(failure { _ = try folder.folder(beneath: names + [FileName("..")]) } == EXDEV)
        #expect(failure { _ = try folder.folder(beneath: [FileName("none")]) } == ENOENT)
        try scratch.write("file")
        #expect(failure { _ = try folder.folder(beneath: [FileName("file"), names[1]]) } == ENOTDIR)
        // What is only passed may be closed to be read.
        #expect(chmod(scratch.location("a").display, 0o300) == 0)
        defer { chmod(scratch.location("a").display, 0o700) }
        #expect(try folder.folder(beneath: names).path == scratch.location("a/b"))
    }

    @Test("tells its names, those that are no text too, all or of one kind")
    func names() throws {
        try scratch.write("line\nfeed")
        try scratch.makeDirectory("d")
        _ = try scratch.link("link", to: "nowhere")
        let odd = FileName([0xFF, 0x80, UInt8(ascii: "x")])
        try Disk.write([1], to: scratch.location.appending(odd))
        for number in 0..<2000 { try scratch.write("file \(number)", "") }
        let names = try folder.names()
        #expect(names.count == 2004 && Set(names).count == 2004)
        #expect(names.contains(odd))
        #expect(try folder.names(of: .directory) == [FileName("d")])
        #expect(try folder.names(of: .symbolicLink) == [FileName("link")])
        #expect(try folder.status(of: odd)?.size == 1)
        // From the beginning each time.
        #expect(try folder.names().count == 2004)
    }

    @Test("tells of a name what stands there, or what a link leads to")
    func status() throws {
        try scratch.write("a", "12345")
        _ = try scratch.link("link", to: "a")
        _ = try scratch.link("lost", to: "nowhere")
        let file = try #require(try folder.status(of: FileName("a")))
        #expect(file.isRegularFile && file.size == 5 && file.owner == geteuid())
        #expect(try folder.status(of: FileName("link"))?.isSymbolicLink == true)
        #expect(try folder.status(of: FileName("link"), following: true) == file)
        #expect(try folder.status(of: FileName("lost"), following: true) == nil)
        #expect(try folder.status(of: FileName("none")) == nil)
        let long = FileName(String(repeating: "x", count: 256))
        #expect(failure { _ = try folder.status(of: long) } == ENAMETOOLONG)
        #expect(try folder.linkTarget(of: FileName("lost")) == Array("nowhere".utf8))
        #expect(try folder.linkTarget(of: FileName("a")) == nil)
    }

    @Test("renames over nothing unless it is told to")
    func renaming() throws {
        try scratch.write("a", "first")
        try scratch.write("b", "second")
        #expect(folder.rename(FileName("a"), to: folder, as: FileName("b")) == EEXIST)
        #expect(folder.rename(FileName("a"), ifFree: FileName("b")) == EEXIST)
        #expect(folder.exchange(FileName("a"), FileName("b")) == 0)
        #expect(try scratch.text("a") == "second")
        #expect(folder.rename(FileName("a"), over: FileName("b")) == 0)
        #expect(try scratch.text("b") == "second")
        #expect(folder.remove(FileName("a")) == ENOENT)
    }

    /// A folder on a file system that can neither be told not to replace nor make links.
    ///
    /// - Parameters:
    ///   - code: of links there.
    ///   - stop: the number of the change from which on none is made, as if the process had been killed there.
    private func linkless(_ code: Int32 = EPERM, stoppingAt stop: Int = .max) throws -> Folder {
        let passed = Mutex(0)
        let gate = ChangeGate { point in
            let number = passed.withLock { number in
                defer { number += 1 }
                return number
            }
            if number >= stop { return EIO }
            return number == 0 ? EINVAL : point == .link ? code : 0
        }
        return try Folder(scratch.location, gate: gate)
    }

    @Test(
        "renames over nothing where there are no links either",
        arguments: [EPERM, EOPNOTSUPP, ENOSYS, EMLINK]
    )
    func renamingWithoutLinks(code: Int32) throws {
        try scratch.write("a", "first")
        try scratch.write("b", "second")
        let names = ["a", "b", "c"].map { FileName($0) }
        #expect(try linkless(code).rename(names[0], to: folder, as: names[1]) == EEXIST)
        #expect(try scratch.text("a") == "first" && scratch.text("b") == "second")
        #expect(try linkless(code).rename(names[0], to: folder, as: names[2]) == 0)
        #expect(try scratch.text("c") == "first")
        #expect(try linkless(code).rename(FileName("none"), to: folder, as: names[0]) == ENOENT)
        #expect(try scratch.names.sorted() == ["b", "c"])
    }

    @Test(
        "loses nothing wherever such a rename was stopped, and leaves an empty file at most",
        arguments: 0...4
    )
    func stoppedWithoutLinks(stop: Int) throws {
        try scratch.write("a", "first")
        let folder = try linkless(stoppingAt: stop)
        let code = folder.rename(FileName("a"), to: folder, as: FileName("b"))
        #expect((code == 0) == (stop == 4))
        let isDone = stop == 4
        #expect(try scratch.text(isDone ? "b" : "a") == "first")
        #expect(try scratch.names.sorted() == (isDone ? ["b"] : stop == 3 ? ["a", "b"] : ["a"]))
        if stop == 3 { #expect(try scratch.text("b").isEmpty) }
    }

    @Test("keeps a reader of records that do not add up from reading beyond")
    func malformed() throws {
        var record = [UInt8](repeating: 0, count: 24)
        record[18] = 8
        record.replaceSubrange(19..<24, with: Array("abcde".utf8))
        for length: UInt8 in [0, 19, 24, 25, 255] {
            record[16] = length
            #expect(record.withUnsafeBytes { DirectoryEntry.decode($0) { _ in } } == EIO)
        }
    }
}
