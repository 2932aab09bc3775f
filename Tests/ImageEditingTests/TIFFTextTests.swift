import ImageContainers
import SidecarText
import TestSupport
import Testing

@testable import ImageEditing

@Suite("What is said of a photo, added to a TIFF or a DNG")
struct TIFFTextTests {
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

    private func stored(_ image: [UInt8]) -> StoredFile {
        StoredFile(count: image.count) { Array(image[$0]) }
    }

    /// The whole file as it shall be.
    private func edit(_ image: [UInt8], _ values: SidecarValues = values) throws -> [UInt8]? {
        try PhotoText.edited(stored(image), by: values, digest: Self.sum).map {
            $0.head + image[$0.head.count...] + $0.tail
        }
    }

    private func isSame(_ old: [UInt8], _ new: [UInt8]) -> Bool {
        ImageSubstance.isSame(
            TIFFBytes(count: old.count) { Array(old[$0]) },
            withHead: Array(new[..<8]),
            andBehindIt: Array(new[old.count...])
        )
    }

    private func isWhole(_ image: [UInt8]) -> Bool {
        ImageSubstance.isWhole(TIFFBytes(count: image.count) { Array(image[$0]) })
    }

    /// The first directory, and what an entry of it says.
    private func reading(_ image: [UInt8]) throws -> (main: TIFFDirectory, value: (UInt16) throws -> [UInt8]?)
    {
        var block = try TIFFBlock(stored(image))
        let main = try block.directory(at: block.start)
        let reader = block
        return (main, { tag in try main[tag].flatMap { try reader.value(of: $0) }.map { Array($0) } })
    }

    private func directory(_ pointer: UInt16, of image: [UInt8]) throws -> TIFFDirectory {
        var block = try TIFFBlock(stored(image))
        let entry = try #require(try block.directory(at: block.start)[pointer])
        return try block.directory(at: try block.pointer(entry))
    }

    private static let packet = """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about="" xmlns:xmp='http://ns.adobe.com/xap/1.0/' xmp:Label='Red'/></rdf:RDF></x:xmpmeta>
        """
    private static let iptc = JPEGSample.dataset(2, 5, "old") + JPEGSample.dataset(2, 120, "old")

    /// Of either order, with much and with little, of one image and of several.
    private static let samples: [TIFFSample] = [false, true].flatMap { isBigEndian in
        (0..<16).map { number in
            var sample = TIFFSample()
            sample.isBigEndian = isBigEndian
            sample.isDNG = number & 1 != 0
            sample.hasEXIF = number & 2 != 0
            sample.packet = number & 4 != 0 ? packet : nil
            sample.iptc = number & 8 != 0 ? iptc : nil
            sample.description = number & 8 != 0 ? "old" : nil
            sample.pages = 1 + number % 3
            return sample
        }
    }

    @Test("whatever is in it already, what is said is added behind it, and all else is as it was")
    func added() throws {
        for sample in Self.samples {
            let image = sample.bytes
            #expect(isWhole(image))
            let new = try #require(try edit(image))
            #expect(new[8..<image.count] == image[8...] && new[..<4] == image[..<4])
            #expect(isSame(image, new))
            #expect(isWhole(new))
            let (main, value) = try reading(new)
            #expect(try value(0x010E) == Array("Natal em casa\0".utf8))
            let packet = String(decoding: try #require(try value(0x02BC)), as: UTF8.self)
            #expect(packet.contains("<rdf:li>família</rdf:li>"))
            #expect(packet.contains("xmp:Label='Red'") == (sample.packet != nil))
            #expect(main[0x83BB] != nil || sample.iptc == nil)
            #expect(main.entries.map(\.tag) == main.entries.map(\.tag).sorted())
            let exif = try directory(0x8769, of: new)
            let more: [UInt16] = sample.hasEXIF ? [0x927C] : [0xA000, 0xA001]
            let tags = ([0x9000, 0x9003, 0x9011, 0x9291] + more).sorted()
            #expect(exif.entries.map(\.tag) == tags)
            #expect(try directory(0x8825, of: new).entries.map(\.tag) == [0, 1, 2, 3, 4, 5, 6, 0x1B])
            // Once more it is nothing.
            #expect(try edit(new) == nil)
        }
    }

    @Test("what was there is still read, and what is taken away is not")
    func takenAway() throws {
        var sample = TIFFSample()
        sample.hasEXIF = true
        sample.description = "old"
        let image = sample.bytes
        let first = try #require(try edit(image))
        let second = try #require(
            try edit(first, SidecarValues(date: .set("2004-12"), place: .removed, description: .removed))
        )
        #expect(isSame(image, first) && isSame(first, second))
        let (main, _) = try reading(second)
        #expect(main[0x010E] == nil)
        #expect(try directory(0x8769, of: second).entries.map(\.tag) == [0x9000, 0x927C])
    }

    @Test("a value as long as an entry is not looked for elsewhere, and IPTC keeps the form that it has")
    func captions() throws {
        for (type, isInTag) in [(UInt16(7), true), (4, true), (7, false)] {
            var sample = TIFFSample()
            let padded = Self.iptc + [UInt8](repeating: 0, count: (4 - Self.iptc.count % 4) % 4)
            let old = type == 4 ? padded : Self.iptc
            if isInTag { sample.iptc = old }
            sample.iptcType = type
            let other = JPEGSample.resource(0x03ED, [1, 2])
            sample.resources =
                other + (isInTag ? [] : JPEGSample.resource(0x0404, old))
                + JPEGSample.resource(0x0425, Self.sum(old))
            let image = sample.bytes
            let new = try #require(try edit(image))
            #expect(isSame(image, new))
            let (main, value) = try reading(new)
            #expect(main[0x83BB]?.type == sample.iptc.map { _ in type })
            let resources = try #require(try value(0x8649))
            #expect(resources.starts(with: other))
            let present =
                try isInTag
                ? #require(try value(0x83BB)) : Array(resources[(other.count + 12)...].dropLast(28))
            if isInTag { #expect(present.count % (type == 4 ? 4 : 1) == 0) }
            #expect(String(decoding: present, as: UTF8.self).contains("Árvore"))
            if isInTag { #expect(Array(resources.suffix(16)) == Self.sum(present)) }
            #expect(Array(resources.suffix(16)) != Self.sum(old))
        }
    }

    @Test("of a large file no more is read than its directories and what they say")
    func large() throws {
        let image = Self.samples.last?.bytes ?? []
        // As long as a file of this form can be said to be.
        let length = 3 << 30
        var read = 0
        let file = StoredFile(count: length) { range in
            read += range.count
            return range.map { $0 < image.count ? image[$0] : 0 }
        }
        let added = try #require(try PhotoText.edited(file, by: Self.values, digest: Self.sum))
        #expect(read < 4096 && added.tail.count < 8192)
        #expect(throws: ImageEditingError.noRoom) {
            let file = StoredFile(count: 4 << 30) { range in range.map { $0 < image.count ? image[$0] : 0 } }
            _ = try PhotoText.edited(file, by: Self.values, digest: Self.sum)
        }
    }

    @Test("what is no TIFF, a BigTIFF and what cannot be read are errors of their own")
    func refused() throws {
        let bigTIFF: [UInt8] = [0x49, 0x49, 43, 0, 8, 0, 0, 0, 16, 0, 0, 0, 0, 0, 0, 0]
        #expect(throws: ImageEditingError.bigTIFF) { _ = try edit(bigTIFF) }
        #expect(throws: ImageEditingError.notThisFormat) { _ = try edit([0x49, 0x49, 42]) }
        #expect(throws: ImageEditingError.inputOutput) {
            let file = StoredFile(count: 100) { _ throws(ImageEditingError) in throw .inputOutput }
            _ = try PhotoText.edited(file, by: Self.values, digest: Self.sum)
        }
    }

    @Test("a file that was cut off is not whole: what is added would be a part of its picture")
    func cutOff() throws {
        var sample = TIFFSample()
        sample.hasEXIF = true
        let image = sample.bytes
        // The first strip lies behind all else.
        let number = { (value: Int) in withUnsafeBytes(of: UInt32(value).littleEndian) { Array($0) } }
        let strips = try #require(image.indices.first { image[$0...].starts(with: number(8) + number(10)) })
        var moved = image
        moved.replaceSubrange(strips..<(strips + 4), with: number(image.count))
        #expect(!isWhole(moved) && isWhole(moved + [0]))
        moved.replaceSubrange(strips..<(strips + 4), with: number(0xFFFF_FFFF))
        #expect(!isWhole(moved))
        #expect(!isWhole(Array(image.dropLast(5))) && !isWhole([]))
    }

    @Test("whatever of the directories tells of the image is missed when it is another")
    func tampering() throws {
        let judged: Set<UInt16> = [
            0x010E, 0x02BC, 0x83BB, 0x9003, 0x9000, 0x9011, 0x9291, 0, 1, 2, 3, 4, 5, 6,
        ]
        for sample in Self.samples where sample.hasEXIF {
            let image = sample.bytes
            let new = try #require(try edit(image))
            var block = try TIFFBlock(stored(new))
            let start = block.start
            let main = try block.directory(at: start)
            for pointer in [0, 0x8769, 0x8825] as [UInt16] {
                let table = try pointer == 0 ? main : directory(pointer, of: new)
                let position = try #require(table.place?.position)
                for place in position..<(position + 2 + table.entries.count * 12 + 4) {
                    var other = new
                    other[place] ^= 1
                    let (entry, offset) = (place - position - 2).quotientAndRemainder(dividingBy: 12)
                    let isInEntry = place >= position + 2 && entry < table.entries.count
                    let isFree = isInEntry && offset >= 2 && judged.contains(table.entries[entry].tag)
                    // GPS's directory is new: the last tag is one of those that it may have.
                    let isNew =
                        pointer == 0x8825 && isInEntry && (offset >= 2 || table.entries[entry].tag < 7)
                    if isFree || isNew { continue }
                    #expect(!isSame(image, other), "\(pointer) \(place - position)")
                }
            }
            for place in 0..<8 {
                var other = new
                other[place] ^= 1
                #expect(!isSame(image, other))
            }
        }
    }

    @Test("Photoshop's resources are missed when one that is no metadata is another")
    func resources() throws {
        var sample = TIFFSample()
        sample.resources = JPEGSample.resource(0x0404, Self.iptc) + JPEGSample.resource(0x03ED, [0x77, 0x78])
        let image = sample.bytes
        let new = try #require(try edit(image))
        #expect(isSame(image, new))
        let place = try #require(new.indices.last { new[$0...].starts(with: [0x77, 0x78]) })
        #expect(place >= image.count)
        var other = new
        other[place] ^= 1
        #expect(!isSame(image, other))
    }

    @Test("whatever is damaged, it is an error, or all that is no metadata is as it was")
    func damaged() throws {
        var generator = SeededGenerator.fromEnvironment()
        let wholes = Self.samples.map(\.bytes)
        var written = 0
        for _ in 0..<10_000 {
            var image = wholes[generator.below(wholes.count)]
            for _ in 0...generator.below(4) {
                image[generator.below(image.count)] = UInt8(generator.below(256))
            }
            if generator.below(8) == 0 { image.removeLast(generator.below(image.count)) }
            // One that is not is refused, whatever was made of it.
            guard isWhole(image) else { continue }
            let new: [UInt8]?
            do { new = try edit(image) } catch { continue }
            guard let new else { continue }
            written += 1
            // Without the bytes in the message.
            let isKept = isSame(image, new)
            #expect(isKept, "\(generator.seed)")
        }
        #expect(written > 2_000)
    }
}
