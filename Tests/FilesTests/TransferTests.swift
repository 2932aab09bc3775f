import Files
import Glibc
import PhotoModel
import TestSupport
import Testing

@Suite("Calls")
struct TransferTests {
    @Test("that a signal interrupts are made again, as often as it takes")
    func interrupted() {
        var attempts = 0
        let result = uninterrupted { () -> Int in
            attempts += 1
            guard attempts < 4 else { return 7 }
            errno = EINTR
            return -1
        }
        #expect(result == 7 && attempts == 4)
    }

    @Test("that fail otherwise are made once")
    func failed() {
        var attempts = 0
        let result = uninterrupted { () -> Int32 in
            attempts += 1
            errno = EIO
            return -1
        }
        let code = errno
        #expect(result == -1 && code == EIO && attempts == 1)
    }

    @Test("that take a part go on, and say what ended them")
    func shortWrite() throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        // More than a pipe holds: it takes a part, and then would have its writer wait.
        try #require(fcntl(ends[1], F_SETFL, O_NONBLOCK) == 0)
        let bytes = (0..<1 << 21).map { UInt8(truncatingIfNeeded: $0 / 256) }
        #expect(bytes.withUnsafeBytes { WholeTransfer.write($0, to: ends[1]) } == EAGAIN)
        var taken = [UInt8](repeating: 0, count: bytes.count)
        let count = taken.withUnsafeMutableBytes { Glibc.read(ends[0], $0.baseAddress, $0.count) }
        try #require(count > 0 && count < bytes.count)
        #expect(taken.prefix(count) == bytes.prefix(count))
        #expect(bytes.prefix(10).withUnsafeBytes { WholeTransfer.write($0, to: ends[1]) } == 0)
    }

    @Test("read a file as far as it goes, and a folder not at all")
    func read() throws {
        let folder = try TemporaryFolder()
        try folder.write("a", "0123456789")
        let file = try Files.OpenFile(reading: folder.location("a"))
        var buffer = [UInt8](repeating: 0, count: 8)
        let count = buffer.withUnsafeMutableBytes {
            WholeTransfer.read(into: $0, from: file.descriptor, at: 7)
        }
        #expect(count == 3 && Array(buffer[..<3]) == Array("789".utf8))
        let directory = try Folder(folder.location)
        let refused = buffer.withUnsafeMutableBytes {
            WholeTransfer.read(into: $0, from: directory.descriptor, at: 0)
        }
        #expect(refused == -Int(EISDIR))
    }
}
