import SidecarText
import Testing

@testable import ImageEditing

@Suite("What Windows alone says in EXIF")
struct WindowsFieldsTests {
    /// A TIFF structure whose only entry is Windows' keywords.
    private static let exif: [UInt8] =
        Array("MM".utf8) + [0, 42, 0, 0, 0, 8]
        + [0, 1, 0x9C, 0x9E, 0, 1, 0, 0, 0, 4] + utf16("o") + [0, 0, 0, 0]

    private static func utf16(_ text: String) -> [UInt8] {
        (text.utf16 + [0]).flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    }

    /// What Windows' keywords are once these are the photo's.
    private func written(_ keywords: [String], into exif: [UInt8]? = Self.exif) throws -> [UInt8]? {
        let image = JPEGSample(exif: exif).bytes
        let values = SidecarValues(keywords: .set(keywords))
        let new = try #require(try PhotoText.edited(image, by: values) { $0 })
        let file = try JPEGFile(new)
        guard let segment = file.segments(JPEGFile.application1, "Exif\0\0").first else { return nil }
        var block = try TIFFBlock(Array(file.content(of: segment, behind: "Exif\0\0")))
        let entry = try block.directory(at: block.start)[0x9C9E]
        return try entry.flatMap { try block.value(of: $0) }.map { Array($0) }
    }

    @Test("keywords stand one behind the other there, where there are some")
    func keywords() throws {
        #expect(try written(["Natal", "família"]) == Self.utf16("Natal;família"))
        #expect(try written(["Natal"], into: nil) == nil)
    }

    @Test("a keyword with a semicolon would be two there: there are none then, and XMP says them")
    func semicolon() throws {
        #expect(try written(["x;y", "Natal"]) == nil)
    }
}
