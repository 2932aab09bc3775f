import Files
import Glibc
import PhotoModel
import TestSupport
import Testing

@testable import FolderWatch

@Suite("Reading directories")
struct DirectoryReaderTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func list(_ reader: borrowing DirectoryReader, bufferSize: Int = 65_536) throws -> [FileName:
        String]
    {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bufferSize, alignment: 8)
        defer { buffer.deallocate() }
        var found: [FileName: String] = [:]
        try reader.forEachEntry(buffer: buffer) { entry in
            let name = FileName([UInt8](entry.name))
            #expect(found[name] == nil)
            found[name] = "\(entry.kind)"
            let status = try FileStatus(of: name, in: reader.descriptor)
            #expect(status.inode == entry.inode)
        }
        return found
    }

    @Test("lists every entry once, with its kind, whatever its name and however small the buffer")
    func listing() throws {
        try folder.makeDirectory("d")
        try folder.write("line\nfeed \u{fc}")
        try folder.write(String(repeating: "n", count: 255))
        #expect(symlink("d", folder.path("link")) == 0)
        #expect(mkfifo(folder.path("pipe.jpg"), 0o600) == 0)
        let invalid = FileName([0xFF, 0x80, UInt8(ascii: "x")])
        let descriptor = FilePath(folder.path).appending(invalid).withCString { creat($0, 0o600) }
        try #require(descriptor >= 0)
        close(descriptor)
        for number in 0..<300 { try folder.write("file \(number)") }
        let reader = try DirectoryReader(path: FilePath(folder.path))
        let found = try list(reader, bufferSize: 1_024)
        #expect(found.count == 306)
        #expect(found[FileName("d")] == "directory")
        #expect(found[FileName("link")] == "symbolicLink")
        #expect(found[FileName("pipe.jpg")] == "special")
        #expect(found[invalid] == "file")
        #expect(try list(reader) == found)
    }

    @Test("a symbolic link in a directory's place is not followed, but for a root")
    func links() throws {
        try folder.makeDirectory("real")
        try folder.write("real/x")
        #expect(symlink("real", folder.path("link")) == 0)
        #expect(throws: FolderError.missing) { _ = try DirectoryReader(path: FilePath(folder.path("link"))) }
        let root = try DirectoryReader(rootPath: FilePath(folder.path("link")))
        #expect(try list(root).keys.contains(FileName("x")))
        let parent = try DirectoryReader(path: FilePath(folder.path))
        #expect(throws: FolderError.missing) {
            _ = try DirectoryReader(FileName("link"), in: parent.descriptor)
        }
        _ = try DirectoryReader(FileName("real"), in: parent.descriptor)
    }

    @Test("says what is missing and what is no directory")
    func missing() throws {
        try folder.write("file")
        #expect(throws: FolderError.missing) { _ = try DirectoryReader(path: FilePath(folder.path("none"))) }
        #expect(throws: FolderError.missing) { _ = try DirectoryReader(path: FilePath(folder.path("file"))) }
        let reader = try DirectoryReader(path: FilePath(folder.path))
        #expect(throws: FolderError.missing) { try FileStatus(of: FileName("none"), in: reader.descriptor) }
    }

    @Test("tells size, times, links and kind as stat does")
    func status() throws {
        try folder.write("a", "12345")
        #expect(link(folder.path("a"), folder.path("b")) == 0)
        let times = [timespec(tv_sec: 5, tv_nsec: 7), timespec(tv_sec: 1_480_000_000, tv_nsec: 123_456_789)]
        #expect(utimensat(AT_FDCWD, folder.path("a"), times, 0) == 0)
        var expected = stat()
        #expect(stat(folder.path("a"), &expected) == 0)
        let reader = try DirectoryReader(path: FilePath(folder.path))
        let status = try FileStatus(of: FileName("a"), in: reader.descriptor)
        #expect(status.size == 5 && status.linkCount == 2 && status.inode == expected.st_ino)
        #expect(status.modificationTime == 1_480_000_000_123_456_789)
        #expect(status.isRegularFile && !status.isDirectory && status.mode == expected.st_mode)
        #expect(try FileStatus(of: FileName("b"), in: reader.descriptor) == status)
        #expect(try FileStatus(of: reader.descriptor).isDirectory)
    }

    @Test("opens trees deeper than the longest path the kernel takes")
    func deepTree() throws {
        let part = FileName(String(repeating: "d", count: 250))
        var path = FilePath(folder.path)
        for _ in 0..<20 {
            let parent = try DirectoryReader(path: path)
            #expect(mkdirat(parent.descriptor, part.text ?? "", 0o755) == 0)
            path = path.appending(part)
        }
        #expect(path.bytes.count > Int(PATH_MAX))
        let deepest = try DirectoryReader(path: path)
        #expect(try list(deepest).isEmpty)
        // And what stands there can be asked for, as can what does not.
        #expect(try FileStatus(at: path) == FileStatus(of: deepest.descriptor))
        #expect(throws: FolderError.missing) { try FileStatus(at: path.appending(FileName("nothing"))) }
        #expect(throws: FolderError.missing) {
            _ = try DirectoryReader(path: path.appending(FileName("none")))
        }
    }

    @Test("a file system has one identity, whoever asks")
    func identity() throws {
        try folder.makeDirectory("d")
        func identity(_ path: String) throws -> FilesystemIdentity {
            let reader = try DirectoryReader(path: FilePath(path))
            return try FilesystemIdentity(of: reader.descriptor)
        }
        let (outer, inner) = (try identity(folder.path), try identity(folder.path("d")))
        #expect(outer == inner && outer.bytes.count == 16)
        let process = try identity("/proc")
        #expect(process != outer && process.text != outer.text && !process.isNetwork)
        #expect(outer.text.hasPrefix(outer.isUUID ? "uuid:" : "fsid:"))
        // An import asks it of the folder.
        for (path, identity) in [(folder.location, outer), (FilePath("/proc"), process)] {
            #expect(try Folder(path).keepsInodes() == identity.keepsInodes)
        }
    }
}
