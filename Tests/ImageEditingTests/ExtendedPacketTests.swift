import SidecarText
import TestSupport
import Testing

@testable import ImageEditing

@Suite("XMP of a JPEG that goes on in further segments")
struct ExtendedPacketTests {
    private static let digest = "0123456789ABCDEF0123456789ABCDEF"
    private static let map = String(repeating: "A", count: 90_000)

    private func packet(_ attributes: String) -> String {
        """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:xmpNote="http://ns.adobe.com/xmp/note/"
        xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:digiKam="http://www.digikam.org/ns/1.0/"
        xmlns:GDepth="http://ns.google.com/photos/1.0/depthmap/" \(attributes)/></rdf:RDF></x:xmpmeta>
        """
    }

    /// A piece of the extended part as a segment has it.
    private struct Piece {
        var digest = ExtendedPacketTests.digest
        let length: Int
        let offset: Int
        let bytes: ArraySlice<UInt8>

        var segment: (marker: UInt8, body: [UInt8]) {
            let numbers = [length, offset].flatMap { number in
                (0..<4).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
            }
            return (0xE1, Array("http://ns.adobe.com/xmp/extension/\0\(digest)".utf8) + numbers + bytes)
        }
    }

    private func pieces(of extended: String) -> [Piece] {
        let bytes = Array(extended.utf8)
        return stride(from: 0, to: bytes.count, by: 60_000).map { start in
            Piece(length: bytes.count, offset: start, bytes: bytes[start..<min(start + 60_000, bytes.count)])
        }
    }

    private func image(_ pieces: [Piece], naming digest: String = digest) -> [UInt8] {
        var sample = JPEGSample(packet: packet("xmpNote:HasExtendedXMP=\"\(digest)\""))
        sample.more = pieces.map(\.segment)
        return sample.bytes
    }

    private func edit(_ image: [UInt8], _ values: SidecarValues) throws -> [UInt8]? {
        try PhotoText.edited(image, by: values) { $0 }
    }

    @Test(
        "it is an error where it says what is written, as programs would go on showing what it says",
        arguments: [
            (#"dc:description="Old""#, SidecarValues(description: .set("New"))),
            (#"dc:description="Old""#, SidecarValues(description: .removed)),
            (#"dc:title="Old""#, SidecarValues(title: .set("New"))),
            (#"xmp:Rating="2""#, SidecarValues(rating: .set(5))),
            (
                #"xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" photoshop:DateCreated="2004-12-24""#,
                SidecarValues(date: .set("2005"))
            ),
            (
                #"xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="1,2.0N""#,
                SidecarValues(place: .set(.init(latitude: 1, longitude: 2)))
            ),
        ]
    )
    func contradiction(attribute: String, values: SidecarValues) throws {
        let extended = packet("GDepth:Data=\"\(Self.map)\" \(attribute)")
        #expect(throws: ImageEditingError.unreadableMetadata) {
            try edit(image(pieces(of: extended)), values)
        }
    }

    @Test("what one program alone says of keywords counts as well")
    func otherPrograms() throws {
        let tags = "<digiKam:TagsList><rdf:Seq><rdf:li>Places/Rio</rdf:li></rdf:Seq></digiKam:TagsList>"
        let extended = packet("GDepth:Data=\"\(Self.map)\"").replacing(
            "/></rdf:RDF>",
            with: ">\(tags)</rdf:Description></rdf:RDF>"
        )
        let image = image(pieces(of: extended))
        #expect(throws: ImageEditingError.unreadableMetadata) {
            try edit(image, SidecarValues(keywords: .set(["Beach"])))
        }
        #expect(try edit(image, SidecarValues(title: .set("Beach"))) != nil)
    }

    @Test("where it says nothing of what is written it stays, in whatever order its pieces stand")
    func others() throws {
        let pieces = pieces(of: packet("GDepth:Data=\"\(Self.map)\" dc:description=\"Old\""))
        for pieces in [pieces, pieces.reversed()] {
            let new = try #require(
                try edit(image(pieces), SidecarValues(title: .set("Beach"), rating: .set(5)))
            )
            let bodies = try JPEGFile(new).segments.map { Array(new[$0.body]) }
            #expect(pieces.allSatisfy { bodies.contains($0.segment.body) })
        }
    }

    @Test("what the packet does not name nobody reads")
    func unnamed() throws {
        let pieces = pieces(of: packet("GDepth:Data=\"\(Self.map)\" dc:description=\"Old\""))
        let image = image(pieces, naming: "F" + Self.digest.dropFirst())
        #expect(try edit(image, SidecarValues(description: .set("New"))) != nil)
    }

    @Test("where it is damaged, or not whole, it may say anything, and it is an error")
    func damaged() throws {
        let whole = pieces(of: packet("GDepth:Data=\"\(Self.map)\""))
        let values = SidecarValues(rating: .set(5))
        #expect(try edit(image(whole), values) != nil)
        let bytes = whole.flatMap(\.bytes)
        let damaged = [
            Array(whole.dropLast()), Array(whole.dropFirst()), whole + [whole[0]],
            [Piece(length: bytes.count + 1, offset: 0, bytes: bytes[..<60_000]), whole[1]],
            [Piece(length: 1 << 31, offset: 0, bytes: bytes[..<60_000])],
            [Piece(length: 500, offset: 0, bytes: bytes[..<500])],
            [Piece(length: 0, offset: 0, bytes: []), whole[0], whole[1]],
        ]
        for pieces in damaged {
            #expect(throws: ImageEditingError.unreadableMetadata) { try edit(image(pieces), values) }
        }
        var short = JPEGSample(packet: packet("xmpNote:HasExtendedXMP=\"\(Self.digest)\""))
        short.more = [(0xE1, Array("http://ns.adobe.com/xmp/extension/\0\(Self.digest)".utf8) + [0, 0])]
        #expect(throws: ImageEditingError.unreadableMetadata) { try edit(short.bytes, values) }
    }

    @Test("whatever is damaged, it is an error, or what was there of it stays")
    func random() throws {
        var generator = SeededGenerator.fromEnvironment()
        let extended = pieces(of: packet("GDepth:Data=\"AAAA\" xmp:Rating=\"2\""))
        let whole = image(extended)
        let start = try #require(try JPEGFile(whole).segments.dropLast().last).range.lowerBound
        var (written, refused) = (0, 0)
        for _ in 0..<300 {
            var image = whole
            for _ in 0...generator.below(3) {
                image[start + 4 + generator.below(120)] = UInt8(generator.below(256))
            }
            guard let new = try? edit(image, SidecarValues(title: .set("Beach"))) else {
                refused += 1
                continue
            }
            written += 1
            let isKept = new.suffix(image.count - start) == image[start...]
            #expect(isKept, "\(generator.seed)")
        }
        #expect(written > 10 && refused > 10)
    }
}
