import PhotoModel
import TestSupport
import Testing

@testable import photod_extract

extension LibraryTests {
    @Suite("What the worker reads where metadata is long, in pieces or compressed")
    struct LongBlockTests {
        private func facts(_ bytes: [UInt8], _ format: FileFormat = .jpeg) throws -> EmbeddedFacts {
            try WorkerAnswer.facts(bytes, format)
        }

        private func expectPhone(_ facts: EmbeddedFacts, _ comment: Comment? = nil) {
            #expect(facts.original?.text == "2016:11:03 12:34:56", comment)
            #expect(facts.original?.offset == "+02:00", comment)
            #expect(facts.imageDescription == Array("Beach trip".utf8), comment)
            #expect(facts.make == "Maker", comment)
            #expect(abs((facts.latitude ?? 0) + 33.86) < 1e-6, comment)
            #expect(facts.longitude != nil, comment)
        }

        private let packet = ContainerSample.packet(
            #"xmp:Rating="5""#,
            ContainerSample.description([("x-default", "Sea")])
        )

        /// A packet with so much beside what is asked for.
        private func longPacket(_ count: Int) -> [UInt8] {
            let history = String(repeating: "0123456789abcdef", count: count / 16)
            return ContainerSample.packet(
                "",
                "<photoshop:History>\(history)</photoshop:History>"
                    + ContainerSample.description([("x-default", "Sea")])
            )
        }

        @Test(
            "an EXIF block longer than a segment of a JPEG is read, thumbnail and all",
            arguments: [false, true]
        )
        func longExif(isBigEndian: Bool) throws {
            var sample = JPEGSample.phone(isBigEndian: isBigEndian)
            sample.thumbnail = [UInt8](repeating: 0x33, count: 300_000)
            var png = PNGSample()
            png.chunks = [PNGSample.chunk("eXIf", sample.tiff)]
            expectPhone(try facts(png.bytes, .png), "PNG")
            // A maker's note of that length stands before the position.
            sample.exif.append(.bytes(0x927C, [UInt8](repeating: 0x44, count: 100_000), format: 7))
            png.chunks = []
            png.trailing = [PNGSample.chunk("eXIf", sample.tiff)]
            expectPhone(try facts(png.bytes, .png), "PNG, a long note")
            expectPhone(try facts(ContainerSample.heif(exif: sample.tiff, xmp: packet), .heif), "HEIF")
        }

        @Test("a PNG's and a GIF's packet and texts are read however long they are")
        func longTexts() throws {
            let long = longPacket(300_000)
            var png = PNGSample()
            png.chunks = [PNGSample.international("XML:com.adobe.xmp", String(decoding: long, as: UTF8.self))]
            #expect(try facts(png.bytes, .png).xmpDescription == "Sea")
            png.chunks = [
                PNGSample.text("Description", "Am Meer" + String(repeating: " ", count: 70_000)),
                PNGSample.text("Creation Time", "2016:09:12 12:34:56"),
            ]
            #expect(try facts(png.bytes, .png).pngDescription?.hasPrefix("Am Meer") == true)
            #expect(try facts(png.bytes, .png).pngCreation == "2016:09:12 12:34:56")
            #expect(try facts(ContainerSample.gif(xmp: long), .gif).xmpDescription == "Sea")
        }

        @Test("extended XMP of a JPEG is put together, of the right digest, and not where it is a picture")
        func extendedXMP() throws {
            let digest = "0123456789ABCDEF0123456789ABCDEF"
            let long = longPacket(100_000)
            func jpeg(_ identifier: String, length: Int, pieces: [Range<Int>], packetAt: Int = 0) -> [UInt8] {
                let main = ContainerSample.packet(
                    #"xmlns:xmpNote="http://ns.adobe.com/xmp/note/" xmpNote:HasExtendedXMP="\#(digest)" xmp:Rating="4""#
                )
                var sample = JPEGSample.phone(isBigEndian: true)
                for piece in pieces {
                    let header = Array("http://ns.adobe.com/xmp/extension/\0\(identifier)".utf8)
                    let numbers = [length, piece.lowerBound].flatMap { sample.numbers.long(UInt32($0)) }
                    sample.after.append(JPEGSample.segment(0xE1, header + numbers + long[piece]))
                }
                let packet = Array("http://ns.adobe.com/xap/1.0/\0".utf8) + main
                sample.after.insert(JPEGSample.segment(0xE1, packet), at: packetAt)
                return sample.bytes
            }
            let pieces = [0..<50_000, 50_000..<long.count]
            let whole = try facts(jpeg(digest, length: long.count, pieces: pieces))
            #expect(whole.xmpDescription == "Sea" && whole.rating == 4)
            expectPhone(whole)
            // In any order, the packet among them or behind them, and with pieces that say the same again.
            for (order, packetAt) in [
                (Array(pieces.reversed()), 0), (pieces, 2), (pieces.reversed(), 1),
                ([pieces[1], pieces[0], 30_000..<60_000, pieces[1]], 4),
                (Array(repeating: pieces, count: 12).flatMap { $0 }, 24),
            ] {
                let shuffled = try facts(jpeg(digest, length: long.count, pieces: order, packetAt: packetAt))
                #expect(shuffled.xmpDescription == "Sea" && shuffled.rating == 4, "\(order), \(packetAt)")
            }
            #expect(try facts(jpeg(digest, length: 50_000_000, pieces: pieces)).xmpDescription == nil)
            #expect(
                try facts(jpeg(digest.lowercased(), length: long.count, pieces: pieces)).xmpDescription == nil
            )
            #expect(try facts(jpeg(digest, length: long.count, pieces: [50_000..<long.count])).rating == 4)
        }

        @Test("an item of HEIF is read from however many pieces, and the size is the displayed image's")
        func pieces() throws {
            let exif = JPEGSample.phone(isBigEndian: true).tiff
            for pieces in 1...5 {
                let facts = try facts(ContainerSample.heif(exif: exif, xmp: packet, pieces: pieces), .heif)
                expectPhone(facts, "\(pieces)")
                #expect(facts.xmpDescription == "Sea" && facts.rating == 5)
                #expect(facts.pixelWidth == 4032 && facts.pixelHeight == 3024)
            }
        }

        @Test("JPEG XL's EXIF and XMP are read as they are and compressed, and its size is the image's")
        func jxl() throws {
            let exif = [0, 0, 0, 0] + JPEGSample.phone(isBigEndian: true).tiff
            let plain = [("Exif", exif), ("xml ", packet)]
            let compressed = [
                ("brob", Array("Exif".utf8) + ContainerSample.brotli(exif)),
                ("brob", Array("xml ".utf8) + ContainerSample.brotli(packet)),
            ]
            for boxes in [plain, compressed] {
                let facts = try facts(ContainerSample.jxl(boxes), .jpegXL)
                expectPhone(facts)
                #expect(facts.xmpDescription == "Sea")
                #expect(facts.pixelWidth == 64 && facts.pixelHeight == 48)
            }
            let broken = [("brob", Array("Exif".utf8) + [1, 2, 3]), ("xml ", packet)]
            #expect(try facts(ContainerSample.jxl(broken), .jpegXL).xmpDescription == "Sea")
            #expect(try facts(ContainerSample.jxlImage(), .jpegXL).pixelHeight == 48)
            #expect(
                try WorkerAnswer.to([UInt8](repeating: 7, count: 99), .jpegXL) == .unreadable(.notThisFormat)
            )
        }

        @Test("a BigTIFF says what a TIFF does", arguments: [false, true])
        func bigTIFF(isBigEndian: Bool) throws {
            let sample = BigTIFFSample(isBigEndian: isBigEndian, packet: packet)
            let facts = try facts(sample.bytes, .tiff)
            #expect(facts.original?.text == "2016:11:03 12:34:56")
            #expect(facts.make == "Maker")
            #expect(facts.xmpDescription == "Sea")
            #expect(facts.pixelWidth == 70_000 && facts.pixelHeight == 48)
        }

        @Test("damaged files of these kinds give facts or a reason, never a crash")
        func damagedFiles() throws {
            var generator = SeededGenerator.fromEnvironment()
            print("damaged long blocks: seed \(generator.seed)")
            let exif = JPEGSample.phone(isBigEndian: false).tiff
            let samples: [(FileFormat, [UInt8])] = [
                (.heif, ContainerSample.heif(exif: exif, xmp: packet, pieces: 2)),
                (
                    .jpegXL,
                    ContainerSample.jxl([
                        ("brob", Array("Exif".utf8) + ContainerSample.brotli([0, 0, 0, 0] + exif))
                    ])
                ),
                (.tiff, BigTIFFSample(isBigEndian: false, packet: packet).bytes),
            ]
            for (format, sample) in samples {
                var facts = 0
                for round in 0..<1_000 {
                    var bytes = sample
                    for _ in 0..<Int.random(in: 1...8, using: &generator) {
                        let index = Int.random(in: bytes.indices, using: &generator)
                        bytes[index] = .random(in: 0...255, using: &generator)
                    }
                    if round % 5 == 0 { bytes.removeLast(.random(in: 0..<bytes.count, using: &generator)) }
                    if case .facts = try WorkerAnswer.to(bytes, format) { facts += 1 }
                }
                #expect(facts > 300, "\(format)")
            }
        }
    }
}

/// A BigTIFF file of headers only.
struct BigTIFFSample {
    let isBigEndian: Bool
    let packet: [UInt8]

    var bytes: [UInt8] {
        let main: [(UInt16, UInt16, [UInt8])] = [
            (0x0100, 4, number(70_000, 4)), (0x0101, 3, number(48, 2)), (0x010F, 2, Array("Maker\0".utf8)),
            (0x02BC, 1, packet),
        ]
        let exif: [(UInt16, UInt16, [UInt8])] = [(0x9003, 2, Array("2016:11:03 12:34:56\0".utf8))]
        // The pointer's length is known before its value is.
        let start = 16 + directory(main + [(0x8769, 16, number(0, 8))], at: 16).count
        let all = main + [(0x8769, 16, number(start, 8))]
        return Array((isBigEndian ? "MM" : "II").utf8) + number(43, 2) + number(8, 2) + number(0, 2)
            + number(16, 8) + directory(all, at: 16) + directory(exif, at: start)
    }

    private func directory(_ entries: [(tag: UInt16, type: UInt16, value: [UInt8])], at start: Int) -> [UInt8]
    {
        var bytes = number(entries.count, 8)
        var values: [UInt8] = []
        let valuesAt = start + 8 + 20 * entries.count + 8
        for entry in entries {
            let unit = entry.type == 16 ? 8 : entry.type == 4 ? 4 : entry.type == 3 ? 2 : 1
            bytes +=
                number(Int(entry.tag), 2) + number(Int(entry.type), 2) + number(entry.value.count / unit, 8)
            if entry.value.count <= 8 {
                bytes += entry.value + [UInt8](repeating: 0, count: 8 - entry.value.count)
            } else {
                bytes += number(valuesAt + values.count, 8)
                values += entry.value
            }
        }
        return bytes + number(0, 8) + values
    }

    private func number(_ value: Int, _ length: Int) -> [UInt8] {
        let bytes = (0..<length).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        return isBigEndian ? bytes.reversed() : bytes
    }
}
