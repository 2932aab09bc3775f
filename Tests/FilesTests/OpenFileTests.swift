import Files
import Glibc
import PhotoModel
import TestSupport
import Testing

@Suite("An open file")
struct OpenFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("is closed to the programs that are started, however it was opened")
    func closeOnExec() throws {
        try folder.write("a")
        let directory = try Folder(folder.location)
        func check(_ file: consuming Files.OpenFile) {
            #expect(fcntl(file.descriptor, F_GETFD) & FD_CLOEXEC != 0)
        }
        check(try Files.OpenFile(reading: folder.location("a")))
        check(try Files.OpenFile(folder.location("a"), flags: O_RDWR))
        check(try directory.open(FileName("a")))
        check(try directory.open(FileName("a"), flags: O_RDONLY))
        check(try directory.create(FileName("b")))
        #expect(fcntl(directory.descriptor, F_GETFD) & FD_CLOEXEC != 0)
    }

    @Test("is closed with its owner")
    func closed() throws {
        var ends: [Int32] = [0, 0]
        try #require(
            socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0
        )
        defer { close(ends[0]) }
        do { _ = Files.OpenFile(owning: ends[1], path: folder.location("socket")) }
        var byte: UInt8 = 0
        #expect(read(ends[0], &byte, 1) == 0)
    }

    @Test("for reading is no link's, and no pipe is waited for")
    func kinds() throws {
        try folder.write("a")
        _ = try folder.link("link", to: "a")
        try Disk.makeFIFO(folder.location("pipe"))
        #expect(throws: CallFailure(.open, folder.location("link"), ELOOP)) {
            _ = try Files.OpenFile(reading: folder.location("link"))
        }
        #expect(throws: CallFailure(.open, folder.location("none"), ENOENT)) {
            _ = try Files.OpenFile(reading: folder.location("none"))
        }
        #expect(try !Files.OpenFile(reading: folder.location("pipe")).status().isRegularFile)
    }

    @Test("is read up to a limit, whatever was expected", arguments: [1, 7, 100_000, 300_000])
    func limits(_ expected: Int) throws {
        let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 % 251) }
        try folder.write("a", bytes)
        let file = try Files.OpenFile(reading: folder.location("a"))
        #expect(try file.read(limit: .max, expecting: expected) == bytes)
        #expect(try file.read(limit: 70_000, expecting: expected) == Array(bytes[..<70_000]))
        #expect(try file.read(limit: 9, from: 199_995, expecting: expected) == Array(bytes[199_995...]))
        #expect(try file.read(limit: 0, expecting: expected).isEmpty)
    }

    @Test("of /proc is read whole, though it says that it is empty")
    func process() throws {
        let path = FilePath("/proc/self/status")
        #expect(try FileStatus(path: path).size == 0)
        #expect(try Files.OpenFile.content(of: path).starts(with: Array("Name:".utf8)))
        #expect(try Files.OpenFile.content(of: path, limit: 3) == Array("Nam".utf8))
    }

    @Test("is written where it stands or at a position, and cut")
    func writing() throws {
        let file = try Files.OpenFile(folder.location("a"), flags: O_RDWR | O_CREAT)
        try file.write(Array("0123".utf8))
        try file.write(Array("4567".utf8))
        try file.write(Array("ab".utf8), at: 2, as: .writeContent)
        try file.cut(to: 6, as: .writeContent)
        try file.synchronise()
        #expect(try folder.text("a") == "01ab45")
        #expect(try file.status().mode & 0o777 == 0o600)
    }

    @Test("says what failed, at which path, and why")
    func failure() {
        let failure = CallFailure(.look, FilePath([0x2F, 0xFF]), ENOENT)
        #expect("\(failure)" == "cannot look at /\u{FFFD}: No such file or directory")
    }
}
