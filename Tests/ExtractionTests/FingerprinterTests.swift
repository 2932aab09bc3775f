import Glibc
import PhotoModel
import TestSupport
import Testing

@testable import Extraction

@Suite("Fingerprints")
struct FingerprinterTests {
    private func text(_ fingerprint: Fingerprint) -> String {
        var bytes: [UInt8] = []
        fingerprint.appendText(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A five in eight bytes before "hello", and eight NULs alone, hashed by a C program.
    @Test("they are XXH3-128 of size and head, as other programs compute it")
    func known() {
        let hello = Array("hello".utf8).withUnsafeBytes { Fingerprinter.fingerprint(size: 5, head: $0) }
        #expect(text(hello) == "e22eb3a21af2e1e3191230403feae166")
        let nothing = [UInt8]().withUnsafeBytes { Fingerprinter.fingerprint(size: 0, head: $0) }
        #expect(text(nothing) == "2c0a8a99dc147d5445c3b49d035665b2")
    }

    @Test(
        "a file's is that of its bytes, whatever its length",
        arguments: [0, 1, 4_095, 4_096, 4_097, 100_000]
    )
    func files(length: Int) throws {
        let folder = try TemporaryFolder()
        let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let descriptor = try folder.file(bytes)
        defer { close(descriptor) }
        let file = try Fingerprinter.fingerprint(descriptor: descriptor, size: Int64(length))
        #expect(file == bytes.withUnsafeBytes { Fingerprinter.fingerprint(size: Int64(length), head: $0) })
        #expect(lseek(descriptor, 0, SEEK_CUR) == off_t(length))
    }

    @Test("the size takes part, and so does the last byte of the head, but none behind it")
    func sensitivity() {
        var bytes = [UInt8](repeating: 7, count: 5_000)
        func fingerprint(_ size: Int64) -> Fingerprint {
            bytes.withUnsafeBytes { Fingerprinter.fingerprint(size: size, head: $0) }
        }
        let first = fingerprint(5_000)
        #expect(fingerprint(5_001) != first)
        bytes[4_096] = 8
        #expect(fingerprint(5_000) == first)
        bytes[4_095] = 8
        #expect(fingerprint(5_000) != first)
    }

    @Test(
        "pages of a scanner that begin with the same margin are told apart, and one is what it was wherever it is"
    )
    func margins() throws {
        let folder = try TemporaryFolder()
        func fingerprint(_ page: [UInt8]) throws -> Fingerprint {
            let descriptor = try folder.file(page)
            defer { close(descriptor) }
            return try Fingerprinter.look(descriptor: descriptor, size: Int64(page.count), named: .tiff)
                .fingerprint
        }
        let blank = Array("II*".utf8) + [0] + [UInt8](repeating: 255, count: 1_000_000)
        var (page, end) = (blank, blank)
        for index in 400_000..<500_000 where index % 3 == 0 { page[index] = 0 }
        end[end.count - 1] = 0
        #expect(try Set([blank, page, end].map(fingerprint)).count == 3)
        #expect(try fingerprint(page) == fingerprint(page))
        // Of what is compressed the size says enough, and nothing more is read.
        let photo = Array("\u{89}PNG".unicodeScalars.map { UInt8($0.value) }) + [13, 10, 26, 10] + blank
        let descriptor = try folder.file(photo)
        defer { close(descriptor) }
        let look = try Fingerprinter.look(descriptor: descriptor, size: Int64(photo.count), named: .png)
        #expect(
            look.fingerprint
                == photo.withUnsafeBytes { Fingerprinter.fingerprint(size: Int64(photo.count), head: $0) }
        )
    }

    @Test("a file that cannot be read is an error, and no fingerprint")
    func unreadable() {
        #expect(throws: ExtractionError.unreadable(reason: EBADF)) {
            try Fingerprinter.fingerprint(descriptor: -1, size: 10)
        }
    }
}
