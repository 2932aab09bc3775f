import ImageContainers
import Testing

@Suite("What of an image is no metadata")
struct ImageSubstanceTests {
    private func isSame(
        _ old: [UInt8],
        _ new: [UInt8],
        _ container: ImageSubstance.Container
    ) -> Bool {
        old.withUnsafeBytes { old in new.withUnsafeBytes { ImageSubstance.isSame(old, $0, in: container) } }
    }

    // MARK: JPEG

    private func segment(_ marker: UInt8, _ body: [UInt8]) -> [UInt8] {
        let length = body.count + 2
        return [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + body
    }

    private func exif(_ text: String) -> [UInt8] { segment(0xE1, Array("Exif\0\0\(text)".utf8)) }
    private func xmp(_ text: String) -> [UInt8] {
        segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0\(text)".utf8))
    }

    private func resource(_ number: UInt16, _ data: [UInt8]) -> [UInt8] {
        Array("8BIM".utf8) + [UInt8(number >> 8), UInt8(number & 0xFF), 0, 0, 0, 0, 0, UInt8(data.count)]
            + data
            + (data.count % 2 == 0 ? [] : [0])
    }

    private func photoshop(_ resources: [UInt8]) -> [UInt8] {
        segment(0xED, Array("Photoshop 3.0\0".utf8) + resources)
    }

    private func jpeg(_ headers: [UInt8], image: [UInt8] = [0xFF, 0xDA, 0, 2, 1, 2, 3, 0xFF, 0xD9]) -> [UInt8]
    {
        [0xFF, 0xD8] + headers + image
    }

    private var profile: [UInt8] { segment(0xE2, Array("ICC_PROFILE\0".utf8) + [1, 1]) }

    @Test("a JPEG is the same whatever its EXIF, XMP and IPTC are, and wherever they stand")
    func jpegMetadata() {
        let plain = jpeg(profile + photoshop(resource(0x03ED, [1, 2])))
        for headers in [
            exif("a") + profile + photoshop(resource(0x03ED, [1, 2])),
            exif("b") + xmp("c") + profile + photoshop(resource(0x03ED, [1, 2]) + resource(0x0404, [7])),
            photoshop(resource(0x0404, [7, 8]) + resource(0x03ED, [1, 2]) + resource(0x0425, [1])) + profile,
        ] { #expect(isSame(plain, jpeg(headers), .jpeg)) }
    }

    @Test("a JPEG is another when anything else of it is")
    func jpegChanges() {
        let headers = exif("a") + profile + photoshop(resource(0x03ED, [1, 2]))
        let plain = jpeg(headers)
        for other in [
            jpeg(exif("a") + profile), jpeg(exif("a") + photoshop(resource(0x03ED, [1, 2]))),
            jpeg(exif("a") + profile + photoshop(resource(0x03ED, [1, 3]))), plain + [0], plain.dropLast(),
            jpeg(headers + segment(0xFE, [65])),
            jpeg(headers, image: [0xFF, 0xDA, 0, 2, 1, 2, 4, 0xFF, 0xD9]),
            jpeg(headers, image: []), [],
        ] { #expect(!isSame(plain, Array(other), .jpeg)) }
    }

    @Test("a JPEG whose further pictures are counted from a header has to keep what is behind that")
    func furtherPictures() {
        let index = segment(0xE2, Array("MPF\0".utf8) + [1, 2, 3])
        #expect(isSame(jpeg(exif("a") + index), jpeg(exif("abc") + index), .jpeg))
        #expect(!isSame(jpeg(index + exif("a")), jpeg(index + exif("abc")), .jpeg))
    }

    // MARK: PNG

    private func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        [0, 0, 0, UInt8(data.count)] + Array(type.utf8) + data + [9, 9, 9, 9]
    }

    private func png(_ chunks: [UInt8]) -> [UInt8] {
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", [1]) + chunks
            + chunk("IDAT", [1, 2, 3]) + chunk("IEND", [])
    }

    @Test("a PNG is the same whatever its EXIF and XMP are, and another with any other chunk")
    func pngChunks() {
        let text = chunk("tEXt", Array("Title\0x".utf8))
        let plain = png(text)
        let packet = chunk("iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0x".utf8))
        let profile = chunk("zTXt", Array("Raw profile type exif\0\0x".utf8))
        #expect(isSame(plain, png(chunk("eXIf", [1]) + text + packet + profile), .png))
        for other in [png([]), png(text + text), png(chunk("tEXt", Array("Title\0y".utf8))), plain + [0]] {
            #expect(!isSame(plain, other, .png))
        }
        let description = chunk("tEXt", Array("Description\0x".utf8))
        #expect(
            isSame(
                png(text + description),
                png(chunk("iTXt", Array("Description\0\0\0\0\0y".utf8)) + text),
                .png
            )
        )
        #expect(!isSame(plain, Array(plain.dropLast(12)), .png))
    }

    // MARK: WebP

    private func webP(_ chunks: [UInt8]) -> [UInt8] {
        Array("RIFF".utf8) + [UInt8(chunks.count + 4), 0, 0, 0] + Array("WEBP".utf8) + chunks
    }

    private func piece(_ type: String, _ data: [UInt8]) -> [UInt8] {
        Array(type.utf8) + [UInt8(data.count), 0, 0, 0] + data + (data.count % 2 == 0 ? [] : [0])
    }

    @Test("a WebP is the same whatever its EXIF and XMP are, and whether it announces them")
    func webPChunks() {
        let image = piece("VP8 ", [1, 2, 3])
        let header = { (flags: UInt8) in piece("VP8X", [flags, 0, 0, 0, 1, 0, 0, 1, 0, 0]) }
        let plain = webP(header(0x10) + image)
        #expect(isSame(plain, webP(header(0x1C) + image + piece("EXIF", [1]) + piece("XMP ", [2])), .webP))
        for other in [
            webP(header(0x00) + image), webP(header(0x10) + piece("VP8 ", [1, 2, 4])), webP(image),
        ] {
            #expect(!isSame(plain, other, .webP))
        }
        #expect(!isSame(plain, Array(plain.dropLast(2)), .webP))
    }

    @Test(
        "a WebP that had nothing to announce has a header of its image's size and transparency, and no other"
    )
    func newWebPHeader() {
        let header = { (flags: UInt8, width: UInt8, height: UInt8) in
            piece("VP8X", [flags, 0, 0, 0, width, 0, 0, height, 0, 0])
        }
        let lossy = piece("VP8 ", [0, 0, 0, 0x9D, 0x01, 0x2A, 3, 0, 2, 0])
        // 3 × 2, transparent: widths and heights less 1 in 14 bits each, then a bit.
        let lossless = piece("VP8L", [0x2F, 2, 0x40, 0, 0x10, 0])
        for (image, right) in [(lossy, header(0x08, 2, 1)), (lossless, header(0x18, 2, 1))] {
            #expect(isSame(webP(image), webP(right + image + piece("EXIF", [1])), .webP))
            for wrong in [header(0x08, 3, 1), header(0x08, 2, 2), header(0x0A, 2, 1), header(0x28, 2, 1)] {
                #expect(!isSame(webP(image), webP(wrong + image + piece("EXIF", [1])), .webP))
            }
        }
        #expect(!isSame(webP(lossless), webP(header(0x08, 2, 1) + lossless), .webP))
        #expect(!isSame(webP(piece("ICCP", [1])), webP(header(0x08, 2, 1) + piece("ICCP", [1])), .webP))
    }

    // MARK: TIFF

    @Test("Photoshop's resources that are too long to be written on are not read")
    func longResources() {
        let length = 17 << 20
        /// One directory, whose only entry has that many bytes.
        func directory(_ place: UInt8) -> [UInt8] {
            [0, 1, 0x86, 0x49, 0, 7, 1, 0x10, 0, 0, 0, 0, 0, place, 0, 0, 0, 0]
        }
        let head: [UInt8] = Array("MM".utf8) + [0, 42, 0, 0, 0, 8]
        let stored = head + directory(32)
        let count = length + 64
        var longest = 0
        let old = TIFFBytes(count: count) { range in
            longest = max(longest, range.count)
            return range.map { $0 < stored.count ? stored[$0] : 0 }
        }
        let place = (0..<4).reversed().map { UInt8(truncatingIfNeeded: count >> ($0 * 8)) }
        #expect(
            ImageSubstance.isSame(old, withHead: head[..<4] + place, andBehindIt: directory(32))
        )
        #expect(
            !ImageSubstance.isSame(old, withHead: head[..<4] + place, andBehindIt: directory(33))
        )
        #expect(longest <= 16 << 20)
    }
}
