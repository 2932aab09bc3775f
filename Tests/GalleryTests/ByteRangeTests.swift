import Files
import PhotoModel
import TestSupport
import Testing

@testable import Gallery

@Suite("Parts of files")
struct ByteRangeTests {
    @Test("a single range is the part that it says, as far as the file goes")
    func parts() {
        let expected: [(String, Range<Int64>)] = [
            ("bytes=0-0", 0..<1), ("Bytes=0-0", 0..<1), ("BYTES=5-", 5..<100), ("bytes=0-99", 0..<100),
            ("bytes=10-19", 10..<20), ("bytes=10-", 10..<100),
            ("bytes=99-", 99..<100), ("bytes=50-1000", 50..<100), ("bytes=-10", 90..<100),
            ("bytes=-1000", 0..<100),
            ("bytes=0-99999999999999999999", 0..<100), ("bytes=0-9223372036854775807", 0..<100),
        ]
        for (header, range) in expected { #expect(ByteRange(header, size: 100) == .part(range), "\(header)") }
    }

    @Test(
        "what is no single range of bytes is answered with the whole",
        arguments: [
            nil, "", "bytes", "bytes=", "bytes=-", "bytes=a-b", "bytes=5", "bytes=9-5", "bytes=0-1,5-6",
            "items=0-1",
            "bytes=--1", "bytes=+1-2", "bytes= 1-2", "bytes=1-2-3",
        ]
    )
    func whole(_ header: String?) {
        #expect(ByteRange(header, size: 100) == .whole)
    }

    @Test("what lies behind the end cannot be given")
    func unsatisfiable() {
        for header in ["bytes=100-", "bytes=100-200", "bytes=-0", "bytes=99999999999999999999-"] {
            #expect(ByteRange(header, size: 100) == .unsatisfiable, "\(header)")
        }
        #expect(ByteRange("bytes=0-", size: 0) == .unsatisfiable)
        #expect(ByteRange("bytes=-5", size: 0) == .unsatisfiable)
    }

    @Test("a tag is the file's own, and another once it was written to")
    func tags() throws {
        let scratch = try TemporaryFolder()
        let path = try scratch.write("a", "one")
        let tag = EntityTag(try FileStatus(path: path))
        #expect(tag == EntityTag(try FileStatus(path: path)))
        #expect(EntityTag(try FileStatus(path: try scratch.write("b", "one"))) != tag)
        for header in [tag.text, "W/\(tag.text)", "\"x\", \(tag.text)", "*"] {
            #expect(tag.isIn(header), "\(header)")
        }
        #expect(!tag.isIn(nil) && !tag.isIn("\"x\"") && !tag.isIn(String(tag.text.dropLast())))
        #expect(tag.allowsPart(nil) && tag.allowsPart(tag.text))
        // A weak tag and a date do not say that the bytes are the same.
        #expect(!tag.allowsPart("W/\(tag.text)") && !tag.allowsPart("Wed, 21 Oct 2015 07:28:00 GMT"))
        try Disk.write("longer", to: path)
        #expect(EntityTag(try FileStatus(path: path)) != tag)
    }
}
