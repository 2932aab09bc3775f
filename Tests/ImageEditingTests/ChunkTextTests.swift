import ImageContainers
import PhotoModel
import SidecarText
import TestSupport
import Testing

@testable import ImageEditing

@Suite("What is said of a photo, written into a PNG or a WebP")
struct ChunkTextTests {
    private static let values = SidecarValues(
        date: .set("2004-12-24T18:00:30.25-03:00"),
        place: .set(.init(latitude: -23.5512345, longitude: -46.6398765, altitude: -12.25)),
        description: .set("Natal em casa"),
        title: .set("Árvore"),
        rating: .set(4),
        keywords: .set(["família", "Natal"])
    )

    private func edit(_ image: [UInt8], _ values: SidecarValues = values) throws -> [UInt8]? {
        try PhotoText.edited(image, by: values) { $0 }
    }

    private func isSame(_ old: [UInt8], _ new: [UInt8], _ container: ImageSubstance.Container) -> Bool {
        old.withUnsafeBytes { old in new.withUnsafeBytes { ImageSubstance.isSame(old, $0, in: container) } }
    }

    private func types(_ file: PNGFile) -> [String] {
        file.chunks.map { String(decoding: $0.type, as: UTF8.self) }
    }

    private func types(_ file: WebPFile) -> [String] {
        file.chunks.map { String(decoding: $0.type, as: UTF8.self) }
    }

    // MARK: PNG

    @Test("a PNG without any metadata has both before its image, with the checksums that PNG asks for")
    func completePNG() throws {
        let image = PNGSample().bytes
        let new = try #require(try edit(image))
        let file = try PNGFile(new)
        #expect(types(file) == ["IHDR", "eXIf", "iTXt", "IDAT", "IEND"])
        #expect(isSame(image, new, .png))
        #expect(try edit(new) == nil)
        let exif = file.chunks[1]
        let checksum = new[exif.data.upperBound..<exif.range.upperBound]
        let sum = PNGChecksum.of(new[(exif.range.lowerBound + 4)..<exif.data.upperBound])
        #expect(Array(checksum) == TIFFValue.number(sum, 4, true))
        // IEND's, as every PNG has it.
        #expect(PNGChecksum.of(Array("IEND".utf8)) == 0xAE42_6082)
    }

    @Test(
        "of an animation, what is said stands before the control of its first frame, which its image is right behind"
    )
    func animatedPNG() throws {
        let control = PNGSample.chunk("acTL", [0, 0, 0, 1, 0, 0, 0, 0])
        let frame = PNGSample.chunk("fcTL", [UInt8](repeating: 1, count: 26))
        let image = PNGSample(before: control + frame).bytes
        let new = try #require(try edit(image))
        #expect(types(try PNGFile(new)) == ["IHDR", "acTL", "eXIf", "iTXt", "fcTL", "IDAT", "IEND"])
        #expect(isSame(image, new, .png))
    }

    @Test("what stands behind a PNG's image is replaced there")
    func latePNG() throws {
        let packet = PNGSample.text("iTXt", "XML:com.adobe.xmp\0\0\0en\0\0")
        let image = PNGSample(behind: PNGSample.chunk("eXIf", ExifSample.bytes) + packet).bytes
        let new = try #require(try edit(image))
        let file = try PNGFile(new)
        #expect(types(file) == ["IHDR", "IDAT", "eXIf", "iTXt", "IEND"])
        #expect(isSame(image, new, .png))
        // Nothing in the block has moved.
        let block = Array(new[file.chunks[2].data])
        #expect(
            block[ExifSample.notesPosition..<ExifSample.bytes.count]
                == ExifSample.bytes[ExifSample.notesPosition...]
        )
    }

    @Test("texts of a PNG's own that say the same are made to, but for translations")
    func textsOfPNG() throws {
        let texts =
            PNGSample.text("iTXt", "Description\0\0\0en\0\0x") + PNGSample.text("tEXt", "Description\0Old")
            + PNGSample.text("zTXt", "Creation Time\0\0?")
        let image = PNGSample(before: texts).bytes
        let new = try #require(try edit(image))
        let file = try PNGFile(new)
        #expect(types(file) == ["IHDR", "iTXt", "iTXt", "iTXt", "eXIf", "iTXt", "IDAT", "IEND"])
        #expect(new[file.chunks[1].range] == image[33..<(33 + file.chunks[1].range.count)])
        #expect(new[file.chunks[2].data].elementsEqual("Description\0\0\0\0\0Natal em casa".utf8))
        #expect(
            new[file.chunks[3].data].elementsEqual("Creation Time\0\0\0\0\02004-12-24T18:00:30.25-03:00".utf8)
        )
        #expect(try edit(new) == nil)
        let without = try #require(try edit(new, SidecarValues(description: .removed)))
        #expect(try PNGFile(without).texts("Description").count == 1)
    }

    @Test("a PNG's date whose month is spelled stays one, and one in digits does")
    func spelledDateOfPNG() throws {
        for (old, said) in [
            ("Fri, 04 Jan 2008 04:50:49 +0000", "24 Dec 2004 18:00:30 -0300"),
            ("2008-01-04T04:50:49", "2004-12-24T18:00:30.25-03:00"),
        ] {
            for text in [
                PNGSample.text("tEXt", "Creation Time\0" + old),
                PNGSample.text("iTXt", "Creation Time\0\0\0\0\0" + old),
            ] {
                let new = try #require(try edit(PNGSample(before: text).bytes))
                let chunk = try #require(try PNGFile(new).texts("Creation Time").first)
                #expect(new[chunk.data].elementsEqual("Creation Time\0\0\0\0\0\(said)".utf8))
                #expect(try edit(new) == nil)
            }
        }
    }

    @Test(
        "a PNG with metadata that would go on saying something else is left as it is",
        arguments: [
            PNGSample.text("zTXt", "Raw profile type exif\0\0x"),
            PNGSample.text("tEXt", "Raw profile type iptc\0x"),
            PNGSample.text("iTXt", "XML:com.adobe.xmp\0\u{1}\0\0\0x"),
            PNGSample.text("tEXt", "XML:com.adobe.xmp\0x"),
            PNGSample.chunk("eXIf", ExifSample.bytes) + PNGSample.chunk("eXIf", ExifSample.bytes),
            PNGSample.chunk("eXIf", [1, 2, 3]),
        ]
    )
    func unreadablePNG(chunks: [UInt8]) {
        #expect(throws: ImageEditingError.unreadableMetadata) { try edit(PNGSample(before: chunks).bytes) }
    }

    // MARK: WebP

    @Test(
        "a WebP that had no metadata announces what it has",
        arguments: [
            (WebPSample.lossy, "VP8 ", UInt8(0x0C)), (WebPSample.lossless, "VP8L", UInt8(0x1C)),
        ]
    )
    func plainWebP(image: [UInt8], type: String, flags: UInt8) throws {
        let image = WebPSample(chunks: image, trailer: [1, 2, 3]).bytes
        let new = try #require(try edit(image))
        let file = try WebPFile(new)
        #expect(types(file) == ["VP8X", type, "EXIF", "XMP "])
        #expect(Array(new[file.chunks[0].range]) == WebPSample.header(flags))
        #expect(Array(new.suffix(3)) == [1, 2, 3])
        #expect(isSame(image, new, .webP))
        #expect(try edit(new) == nil)
    }

    @Test(
        "a WebP's chunks are replaced where they stand, with the header that JPEG has before EXIF where it is there"
    )
    func replacedWebP() throws {
        let exif = Array("Exif\0\0".utf8) + ExifSample.bytes
        let image = WebPSample(
            chunks: WebPSample.header(0x08) + WebPSample.lossy + WebPSample.chunk("EXIF", exif)
                + WebPSample.chunk("ODD ", [1])
        ).bytes
        let new = try #require(try edit(image))
        let file = try WebPFile(new)
        #expect(types(file) == ["VP8X", "VP8 ", "EXIF", "ODD ", "XMP "])
        #expect(new[file.chunks[2].data].starts(with: Array("Exif\0\0MM".utf8)))
        #expect(new[file.chunks[0].data.lowerBound] == 0x0C)
        #expect(isSame(image, new, .webP))
    }

    // MARK: Both

    /// A WebP that ends behind an odd chunk without its last byte gets that, and is refused by whoever compares.
    @Test(
        "whatever the bytes are, it ends with an image that is the same or is refused, hardly ever as late as when compared",
        arguments: [0, 1]
    )
    func randomDamage(kind: Int) throws {
        let (image, container): ([UInt8], ImageSubstance.Container) =
            kind == 0
            ? (PNGSample(before: PNGSample.chunk("eXIf", ExifSample.bytes)).bytes, .png)
            : (
                WebPSample(
                    chunks: WebPSample.header(0x08) + WebPSample.lossy
                        + WebPSample.chunk("EXIF", ExifSample.bytes)
                ).bytes, .webP
            )
        var generator = SeededGenerator.fromEnvironment()
        var (written, refused) = (0, 0)
        for _ in 0..<3_000 {
            var damaged = image
            for _ in 0...generator.below(3) {
                damaged[generator.below(damaged.count)] = UInt8(generator.below(256))
            }
            if generator.below(8) == 0 { damaged.removeLast(generator.below(damaged.count)) }
            let new: [UInt8]?
            do { new = try edit(damaged) } catch { continue }
            guard let new else { continue }
            written += 1
            if !isSame(damaged, new, container) { refused += 1 }
        }
        #expect(written > 500)
        #expect(refused * 100 < written, "\(refused) of \(written), seed \(generator.seed)")
    }
}
