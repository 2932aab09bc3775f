import ImageContainers
import SidecarText
import TestSupport
import Testing

@testable import ImageEditing

@Suite("What is said of a photo, written into a JPEG")
struct JPEGTextTests {
    private static let values = SidecarValues(
        date: .set("2004-12-24T18:00:30.25-03:00"),
        place: .set(.init(latitude: -23.5512345, longitude: -46.6398765, altitude: -12.25)),
        description: .set("Natal em casa"),
        title: .set("Árvore"),
        rating: .set(4),
        keywords: .set(["família", "Natal"])
    )

    /// In place of MD5.
    private static func sum(_ bytes: [UInt8]) -> [UInt8] {
        [UInt8](repeating: bytes.reduce(0) { $0 &* 31 &+ $1 }, count: 16)
    }

    private func edit(_ image: [UInt8], _ values: SidecarValues = values) throws -> [UInt8]? {
        try PhotoText.edited(image, by: values, digest: Self.sum)
    }

    private func contains(_ text: String, _ image: [UInt8]) -> Bool {
        let text = Array(text.utf8)
        return image.indices.contains { image[$0...].starts(with: text) }
    }

    private func block(of image: [UInt8]) throws -> [UInt8] {
        let file = try JPEGFile(image)
        let segment = try #require(file.segments(JPEGFile.application1, "Exif\0\0").first)
        return Array(file.content(of: segment, behind: "Exif\0\0"))
    }

    @Test("nothing that was in the EXIF block moves, and a camera's notes are where they were")
    func nothingMoves() throws {
        let image = JPEGSample(exif: ExifSample.bytes).bytes
        let new = try #require(try edit(image))
        let (before, after) = (ExifSample.bytes, try block(of: new))
        // But for where the first directory is, and the directories themselves.
        #expect(after[38..<46] == before[38..<46])
        #expect(after[ExifSample.notesPosition..<before.count] == before[ExifSample.notesPosition...])
        for text in ["Natal em casa\0", "2004:12:24 18:00:30\0", "-03:00\0"] {
            #expect(contains(text, Array(after[before.count...])))
        }
        #expect(isSame(image, new))
        // Once more it is nothing.
        #expect(try edit(new) == nil)
    }

    @Test("an edit that replaces values adds them, and no directories")
    func growth() throws {
        let first = try #require(try edit(JPEGSample(exif: ExifSample.bytes).bytes))
        var values = Self.values
        values.date = .set("2005-01-01T00:00:00Z")
        let second = try #require(try edit(first, values))
        let growth = try block(of: second).count - block(of: first).count
        // A date, its offset, and what makes them even.
        #expect(growth <= 20 + 7 + 1)
    }

    @Test("a JPEG without any metadata has all that EXIF asks for, behind its first segment")
    func complete() throws {
        let image = JPEGSample().bytes
        let new = try #require(try edit(image))
        let file = try JPEGFile(new)
        #expect(file.segments.map(\.marker) == [0xE0, 0xE1, 0xE1, 0xC0])
        let block = try TIFFBlock(try block(of: new))
        var reading = block
        let main = try reading.directory(at: block.start)
        #expect(main.entries.map(\.tag) == [0x010E, 0x011A, 0x011B, 0x0128, 0x0213, 0x8769, 0x8825])
        let pointer = try #require(main[0x8769])
        let exif = try reading.directory(at: try block.pointer(pointer))
        #expect(
            exif.entries.map(\.tag)
                == [0x9000, 0x9003, 0x9011, 0x9101, 0x9291, 0xA000, 0xA001, 0xA002, 0xA003]
        )
        #expect(isSame(image, new))
    }

    @Test("what is known of a date to the day, or less, EXIF does not say")
    func partialDates() throws {
        let whole = try #require(try edit(JPEGSample(exif: ExifSample.bytes).bytes))
        for date in ["2004", "2004-12", "2004-12-24"] {
            let new = try #require(try edit(whole, SidecarValues(date: .set(date))))
            let block = try TIFFBlock(try block(of: new))
            var reading = block
            let pointer = try #require(try reading.directory(at: block.start)[0x8769])
            let exif = try reading.directory(at: try block.pointer(pointer))
            #expect(exif[0x9003] == nil && exif[0x9011] == nil && exif[0x9291] == nil)
            #expect(contains(date, new))
        }
        let minute = try #require(try edit(whole, SidecarValues(date: .set("2004-12-24T18:01"))))
        #expect(contains("2004:12:24 18:01:00\0", minute) && contains("2004-12-24T18:01<", minute))
    }

    @Test("other programs' properties stay in the packet byte for byte, and only EXIF says where it was")
    func packet() throws {
        let packet = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description rdf:about="" xmlns:xmp='http://ns.adobe.com/xap/1.0/' xmp:Label='Red'
            xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="1,2.0N" exif:GPSLongitude="1,2.0E"/></rdf:RDF></x:xmpmeta>
            """
        let new = try #require(try edit(JPEGSample(packet: packet).bytes))
        #expect(contains("xmp:Label='Red'", new) && !contains("exif:GPS", new))
        #expect(contains("<rdf:li>família</rdf:li>", new))
    }

    @Test("with two EXIF blocks or two packets it is an error: one of them would contradict what is written")
    func twice() throws {
        let packet =
            "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'/></x:xmpmeta>"
        var image = JPEGSample(exif: ExifSample.bytes, packet: packet)
        for body in [
            Array("Exif\0\0".utf8) + ExifSample.bytes, Array("http://ns.adobe.com/xap/1.0/\0\(packet)".utf8),
        ] {
            image.more = [(0xE1, body)]
            #expect(throws: ImageEditingError.unreadableMetadata) { try edit(image.bytes) }
        }
    }

    @Test(
        "a thumbnail that has EXIF and a position of its own leads to the image's, which say what is written"
    )
    func thumbnail() throws {
        let image = JPEGSample(exif: ExifSample.withThumbnail(saying: 0x927C)).bytes
        let new = try #require(try edit(image))
        var block = try TIFFBlock(try block(of: new))
        let main = try block.directory(at: block.start)
        let thumbnail = try block.directory(at: Int(main.next))
        #expect(thumbnail.entries.map(\.tag) == [0x0103, 0x8769, 0x8825])
        for (pointer, tag) in [(UInt16(0x8769), UInt16(0x9003)), (0x8825, 2)] {
            let entry = try #require(thumbnail[pointer])
            #expect(entry.field == main[pointer]?.field)
            #expect(try block.directory(at: try block.pointer(entry))[tag] != nil)
        }
        #expect(isSame(image, new))
        #expect(try edit(new) == nil)
        // Of what is not written it keeps its own.
        let described = try #require(try edit(image, SidecarValues(description: .set("Natal"))))
        let before = ExifSample.withThumbnail(saying: 0x927C)[ExifSample.bytes.count...]
        #expect(
            try self.block(of: described)[ExifSample.bytes.count..<(ExifSample.bytes.count + before.count)]
                == before
        )
    }

    @Test(
        "where a thumbnail's EXIF says what the image's does not it is an error, unless it is what is written"
    )
    func thumbnailWithMore() throws {
        let lens = JPEGSample(exif: ExifSample.withThumbnail(saying: 0xA434)).bytes
        #expect(throws: ImageEditingError.unreadableMetadata) { try edit(lens) }
        #expect(try edit(lens, SidecarValues(rating: .set(4))) != nil)
        let date = JPEGSample(exif: ExifSample.withThumbnail(saying: 0x9003)).bytes
        #expect(try edit(date) != nil)
    }

    @Test("extended XMP and other segments of the same marker are no second packet, and stay")
    func others() throws {
        var image = JPEGSample(exif: ExifSample.bytes)
        let extended =
            Array("http://ns.adobe.com/xmp/extension/\0".utf8) + [UInt8](repeating: 0x41, count: 80)
        let other = Array("http://example.org/notes\0said by a camera".utf8)
        image.more = [(0xE1, extended), (0xE1, extended), (0xE1, other), (0xE1, other)]
        let new = try #require(try edit(image.bytes))
        let bodies = try JPEGFile(new).segments.map { Array(new[$0.body]) }
        #expect(bodies.filter { $0 == extended }.count == 2 && bodies.filter { $0 == other }.count == 2)
        #expect(contains("Natal em casa", new) && isSame(image.bytes, new))
    }

    @Test("IPTC is written on where there is some, and its digest where it was right")
    func captions() throws {
        typealias Sample = JPEGSample
        let iptc = Sample.dataset(2, 5, "old") + Sample.dataset(2, 120, "old") + Sample.dataset(2, 116, "me")
        let other = Sample.resource(0x03ED, [1, 2])
        for (digest, isRight) in [(Self.sum(iptc), true), ([UInt8](repeating: 0, count: 16), false)] {
            let resources = other + Sample.resource(0x0404, iptc) + Sample.resource(0x0425, digest)
            let image = Sample(resources: resources).bytes
            let new = try #require(try edit(image))
            let written =
                Sample.dataset(1, 90, "\u{1B}%G") + Sample.dataset(2, 5, "Árvore")
                + Sample.dataset(2, 25, "família")
                + Sample.dataset(2, 25, "Natal") + Sample.dataset(2, 55, "20041224")
                + Sample.dataset(2, 60, "180030-0300") + Sample.dataset(2, 116, "me")
            #expect(contains(String(decoding: Sample.dataset(2, 55, "20041224"), as: UTF8.self), new))
            let file = try JPEGFile(new)
            let segment = try #require(file.segments(JPEGFile.application13, "Photoshop 3.0\0").first)
            let content = Array(file.content(of: segment, behind: "Photoshop 3.0\0"))
            // The caption stands behind what has a smaller number, in whatever order the others are.
            #expect(content.starts(with: other))
            #expect(
                content.count == other.count + 12 + written.count + 5 + 13 + 12 + 16 + (written.count + 18)
                    % 2
            )
            let renewed = Array(content.suffix(16)) != digest
            #expect(renewed == isRight)
            #expect(isSame(image, new))
        }
        // Of one in another character set no text is written that would not be read.
        let latin = [0x1C, 2, 80, 0, 2, 0x4A, 0xE9] + Sample.dataset(2, 5, "old")
        let new = try #require(try edit(Sample(resources: Sample.resource(0x0404, latin)).bytes))
        #expect(!contains("\u{1B}%G", new) && contains("Árvore", new))
    }

    @Test(
        "IPTC behind another program's resources is written on; where they cannot be taken apart it is an error"
    )
    func foreignResources() throws {
        typealias Sample = JPEGSample
        let caption = Sample.resource(0x0404, Sample.dataset(2, 120, "old"))
        let foreign = Array("PHUT".utf8) + Sample.resource(0x0404, [1, 2, 3]).dropFirst(4)
        let image = Sample(resources: foreign + caption).bytes
        let new = try #require(try edit(image))
        #expect(contains(String(decoding: Sample.dataset(2, 120, "Natal em casa"), as: UTF8.self), new))
        #expect(contains(String(decoding: foreign, as: UTF8.self), new))
        #expect(isSame(image, new))
        let other = try #require(try edit(Sample(resources: Array("ABCD".utf8) + foreign).bytes))
        #expect(contains("Natal em casa", other))
        #expect(throws: ImageEditingError.unreadableMetadata) {
            try edit(Sample(resources: Array("ABCD".utf8) + caption).bytes)
        }
    }

    @Test("there is no room for more than a segment takes")
    func room() throws {
        let description = String(repeating: "x", count: 65_500)
        #expect(throws: ImageEditingError.noRoom) {
            _ = try edit(
                JPEGSample(exif: ExifSample.bytes).bytes,
                SidecarValues(description: .set(description))
            )
        }
    }

    @Test("whatever is damaged, it is an error, or the picture is the same")
    func damaged() throws {
        var generator = SeededGenerator.fromEnvironment()
        let iptc = JPEGSample.dataset(2, 5, "old") + JPEGSample.dataset(2, 120, "old")
        let whole = JPEGSample(
            exif: ExifSample.bytes,
            packet:
                "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'/></x:xmpmeta>",
            resources: JPEGSample.resource(0x0404, iptc)
        ).bytes
        var written = 0
        for _ in 0..<5_000 {
            var image = whole
            for _ in 0...generator.below(4) {
                image[generator.below(image.count)] = UInt8(generator.below(256))
            }
            if generator.below(8) == 0 { image.removeLast(generator.below(image.count)) }
            let new: [UInt8]?
            do { new = try edit(image) } catch { continue }
            guard let new else { continue }
            written += 1
            // Without the bytes in the message.
            let isWhole = isSame(image, new)
            #expect(isWhole, "\(generator.seed)")
        }
        #expect(written > 1_000)
    }

    private func isSame(_ old: [UInt8], _ new: [UInt8]) -> Bool {
        old.withUnsafeBytes { old in new.withUnsafeBytes { ImageSubstance.isSame(old, $0, in: .jpeg) } }
    }
}
