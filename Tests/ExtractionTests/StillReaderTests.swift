import ExtractionWire
import Glibc
import PhotoModel
import TestSupport
import Testing
import WorkerBox

@testable import photod_extract

extension LibraryTests {
    @Suite("What the worker reads out of other files, and beside EXIF")
    struct StillReaderTests {
        private func facts(_ bytes: [UInt8], _ format: FileFormat = .jpeg) throws -> EmbeddedFacts {
            try WorkerAnswer.facts(bytes, format)
        }

        private var exifBlock: [UInt8] { JPEGSample.phone(isBigEndian: true).tiff }

        private var packet: [UInt8] {
            ContainerSample.packet(
                #"exif:DateTimeOriginal="2016-11-03T12:34:56.5+02:00" xmp:Rating="5""#,
                ContainerSample.description([("x-default", "Été à la plage")])
            )
        }

        private func expectBoth(_ facts: EmbeddedFacts, _ comment: Comment? = nil) {
            #expect(facts.original?.text == "2016:11:03 12:34:56", comment)
            #expect(facts.original?.offset == "+02:00", comment)
            #expect(facts.imageDescription == Array("Beach trip".utf8), comment)
            #expect(facts.xmpOriginal == "2016-11-03T12:34:56.5+02:00", comment)
            #expect(facts.xmpDescription == "Été à la plage", comment)
            #expect(facts.rating == 5, comment)
            #expect(facts.make == "Maker", comment)
            #expect(abs((facts.latitude ?? 0) + 33.86) < 1e-6, comment)
        }

        @Test("EXIF and XMP are found in every container")
        func containers() throws {
            var jpeg = JPEGSample.phone(isBigEndian: false)
            jpeg.after = [JPEGSample.segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + packet)]
            expectBoth(try facts(jpeg.bytes), "JPEG")
            var png = PNGSample()
            png.chunks = [PNGSample.chunk("eXIf", exifBlock)]
            png.trailing = [
                PNGSample.international("XML:com.adobe.xmp", String(decoding: packet, as: UTF8.self))
            ]
            expectBoth(try facts(png.bytes, .png), "PNG")
            expectBoth(try facts(ContainerSample.webP(exif: exifBlock, xmp: packet), .webp), "WebP")
            for brand in ["heic", "avif"] {
                let bytes = ContainerSample.heif(brand: brand, exif: exifBlock, xmp: packet)
                expectBoth(try facts(bytes, brand == "heic" ? .heif : .avif), "\(brand)")
            }
        }

        @Test("a TIFF file is an EXIF block by itself")
        func tiff() throws {
            let facts = try facts(exifBlock, .tiff)
            #expect(facts.original?.text == "2016:11:03 12:34:56")
            #expect(facts.original?.subseconds == "78")
            #expect(facts.model == "Model 5")
        }

        @Test("a container that is broken still has what lies in it")
        func salvage() throws {
            var webP = ContainerSample.webP(exif: exifBlock, xmp: packet)
            webP.replaceSubrange(16..<20, with: [0xFF, 0xFF, 0xFF, 0x7F])
            expectBoth(try facts(webP, .webp), "WebP")
            var heif = ContainerSample.heif(exif: exifBlock, xmp: packet)
            heif.replaceSubrange(24..<28, with: [0x7F, 0xFF, 0xFF, 0xFF])
            expectBoth(try facts(heif, .heif), "HEIF")
            let nothing = try WorkerAnswer.to([UInt8](repeating: 7, count: 1000), .heif)
            #expect(nothing == .unreadable(.notThisFormat))
        }

        @Test("displayed sizes come from each format's own header")
        func sizes() throws {
            #expect(try facts(PNGSample().bytes, .png).pixelWidth == 640)
            let gif = try facts(ContainerSample.gif(xmp: nil), .gif)
            #expect(gif.pixelWidth == 320 && gif.pixelHeight == 240)
            let webP = try facts(ContainerSample.webP(), .webp)
            #expect(webP.pixelWidth == 640 && webP.pixelHeight == 480)
        }

        /// The phone's EXIF has 6, which turns JPEGs of such a size upright.
        @Test(
            "an HEIF picture is turned as its container has it, and not as EXIF",
            arguments: zip([nil, 0, 1, 2, 3], [1, 1, 8, 3, 6] as [UInt8])
        )
        func turned(quarters: UInt8?, orientation: UInt8) throws {
            let facts = try facts(
                ContainerSample.heif(exif: exifBlock, xmp: packet, quarters: quarters),
                .heif
            )
            #expect(facts.orientation == 6)
            #expect(facts.containerOrientation == orientation)
            let isOnItsSide = quarters == 1 || quarters == 3
            #expect(facts.displayedSize.width == (isOnItsSide ? 3024 : 4032))
            #expect(facts.displayedSize.height == (isOnItsSide ? 4032 : 3024))
        }

        @Test("a GIF's XMP packet is read, and what lies behind it is not taken for it")
        func gif() throws {
            let facts = try facts(ContainerSample.gif(xmp: packet), .gif)
            #expect(facts.xmpOriginal == "2016-11-03T12:34:56.5+02:00")
            #expect(facts.pixelWidth == 320)
        }

        @Test("a sidecar is an XMP packet by itself")
        func sidecar() throws {
            let facts = try facts(packet, .xmpSidecar)
            #expect(facts.xmpDescription == "Été à la plage")
            #expect(facts.rating == 5)
        }

        @Test("of a description in languages the default one counts, else another")
        func languages() throws {
            func description(_ texts: [(language: String, text: String)]) throws -> String? {
                let packet = ContainerSample.packet("", ContainerSample.description(texts))
                return try facts(packet, .xmpSidecar).xmpDescription
            }
            #expect(try description([("de-DE", "Strand"), ("x-default", "Beach")]) == "Beach")
            #expect(try description([("de-DE", "Strand")]) == "Strand")
            #expect(
                try description([("x-default", "Straße, Ålesund, été"), ("de", "a")])
                    == "Straße, Ålesund, été"
            )
        }

        @Test("a PNG's texts and its time are read, whatever stands around them")
        func pngTexts() throws {
            var png = PNGSample()
            png.chunks = [
                PNGSample.text("Software", "something"),
                PNGSample.text("Creation Time", "Mon, 12 Sep 2016 12:34:56 +0200"),
                PNGSample.international("Description", "Am Strand, früh"),
            ]
            png.trailing = [PNGSample.chunk("tIME", [0x07, 0xE0, 9, 12, 12, 34, 56])]
            png.imageChunks = 300
            let facts = try facts(png.bytes, .png)
            #expect(facts.pngCreation == "Mon, 12 Sep 2016 12:34:56 +0200")
            #expect(facts.pngModified == "2016:09:12 12:34:56")
            #expect(facts.pngDescription == "Am Strand, früh")
        }

        @Test("a PNG's plain text is Latin-1, or UTF-8 where it can be")
        func pngLatin() throws {
            var png = PNGSample()
            png.chunks = [PNGSample.chunk("tEXt", Array("Description\0".utf8) + [0xE9, 0x74, 0xE9])]
            #expect(try facts(png.bytes, .png).pngDescription == "été")
            png.chunks = [PNGSample.text("Description", "été")]
            #expect(try facts(png.bytes, .png).pngDescription == "été")
        }

        @Test("a PNG's compressed texts are read too, also behind the image")
        func pngCompressed() throws {
            var png = PNGSample()
            png.chunks = [PNGSample.international("Description", "Am Strand, früh", isCompressed: true)]
            png.trailing = [PNGSample.compressed("CreationTime", "1999:01:01 00:08:50")]
            let facts = try facts(png.bytes, .png)
            #expect(facts.pngDescription == "Am Strand, früh")
            #expect(facts.pngCreation == "1999:01:01 00:08:50")
        }

        @Test("a PNG's text whose compression is broken takes nothing away from the others")
        func pngBrokenText() throws {
            var png = PNGSample()
            png.chunks = [
                PNGSample.chunk("zTXt", Array("Creation Time\0\0broken".utf8)),
                PNGSample.chunk("iTXt", Array("Description\0".utf8)),
                PNGSample.text("Description", "behind"),
            ]
            let facts = try facts(png.bytes, .png)
            #expect(facts.pngCreation == nil)
            #expect(facts.pngDescription == "behind")
        }

        @Test("a PNG's XMP is read out of a profile of ImageMagick's that is a segment of a JPEG")
        func pngProfile() throws {
            let name = "APP1"
            let block = Array("http://ns.adobe.com/xap/1.0/\0".utf8) + packet
            let digits = block.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            let lines = stride(from: 0, to: digits.count, by: 72).map { digits.dropFirst($0).prefix(72) }
            let text = "\n\(name)\n    \(block.count)\n\(lines.joined(separator: "\n"))\n"
            var png = PNGSample()
            for chunk in [
                PNGSample.compressed("Raw profile type \(name)", text),
                PNGSample.text("Raw profile type \(name)", text),
            ] {
                png.chunks = [chunk]
                let facts = try facts(png.bytes, .png)
                #expect(facts.xmpOriginal == "2016-11-03T12:34:56.5+02:00")
                #expect(facts.xmpDescription == "Été à la plage")
            }
            png.chunks = [PNGSample.text("Raw profile type \(name)", String(text.dropLast(101)))]
            #expect(try facts(png.bytes, .png).xmpOriginal == "2016-11-03T12:34:56.5+02:00")
            png.chunks = [PNGSample.text("Raw profile type \(name)", "\n\(name)\n 99999999999999999999\nzz")]
            #expect(try facts(png.bytes, .png).xmpOriginal == nil)
        }

        @Test("a PNG that ends in the middle of its image still has what came before")
        func cutPNG() throws {
            var png = PNGSample()
            png.chunks = [PNGSample.chunk("eXIf", exifBlock)]
            let bytes = Array(png.bytes.dropLast(20_000))
            #expect(try facts(bytes, .png).original?.text == "2016:11:03 12:34:56")
        }

        // MARK: IPTC

        private func iptc(_ sets: [(UInt8, UInt8, String)]) -> [UInt8] {
            sets.flatMap { record, number, text in
                [0x1C, record, number, UInt8(text.utf8.count >> 8), UInt8(text.utf8.count & 0xFF)]
                    + Array(text.utf8)
            }
        }

        private func resource(_ number: UInt16, _ data: [UInt8]) -> [UInt8] {
            Array("8BIM".utf8) + [UInt8(number >> 8), UInt8(number & 0xFF), 0, 0]
                + [0, 0, UInt8(data.count >> 8), UInt8(data.count & 0xFF)] + data
                + (data.count % 2 == 0 ? [] : [0])
        }

        private func jpeg(_ resources: [UInt8]) -> [UInt8] {
            var sample = JPEGSample()
            sample.hasExif = false
            sample.after = [JPEGSample.segment(0xED, Array("Photoshop 3.0\0".utf8) + resources)]
            return sample.bytes
        }

        @Test("IPTC's date, time and caption are read")
        func iptcFacts() throws {
            let block = iptc([
                (2, 55, "20160912"), (2, 60, "123456+0200"), (2, 120, "Am Strand"), (2, 5, "Strand"),
                (2, 25, "Meer"),
                (2, 25, ""), (2, 25, "Sand"),
            ])
            let facts = try facts(jpeg(resource(0x0404, block)))
            #expect(facts.iptcDate == "20160912")
            #expect(facts.iptcTime == "123456+0200")
            #expect(facts.iptcCaption == Array("Am Strand".utf8))
            #expect(facts.title == Array("Strand".utf8))
            #expect(facts.keywords == [Array("Meer".utf8), Array("Sand".utf8)])
            #expect(facts.isIPTCDigestCurrent == nil)
        }

        @Test("the digest tells whether anybody has changed the IPTC data since")
        func digest() throws {
            let block = iptc([(2, 120, "abc")])
            // MD5 of 1C 02 78 00 03 61 62 63.
            let digest: [UInt8] = [
                0x5A, 0x6B, 0x57, 0x9C, 0x71, 0x02, 0xF3, 0xDB, 0x30, 0xD5, 0x1A, 0x7F, 0xC4, 0x47, 0xCB,
                0x57,
            ]
            let current = resource(0x0404, block) + resource(0x0425, digest)
            #expect(try facts(jpeg(current)).isIPTCDigestCurrent == true)
            let stale = resource(0x0404, block) + resource(0x0425, digest.reversed())
            #expect(try facts(jpeg(stale)).isIPTCDigestCurrent == false)
        }

        // MARK: Marks

        @Test("marks of other programs are read")
        func marks() throws {
            let packet = ContainerSample.packet(
                #"xmp:Rating="-1" digiKam:PickLabel="3" fstop:favorite="1""#
            )
            let facts = try facts(packet, .xmpSidecar)
            #expect(facts.rating == -1)
            #expect(facts.pickLabel == 3)
            #expect(facts.favoriteMark == true)
        }

        @Test("XMP's position counts where EXIF has none, and only as a whole")
        func xmpPosition() throws {
            let whole =
                #"exif:GPSLatitude="33,51.6S" exif:GPSLongitude="151,12,0E" exif:GPSAltitude="250/10""#
            let facts = try facts(ContainerSample.packet(whole + #" exif:GPSAltitudeRef="1""#), .xmpSidecar)
            #expect(abs((facts.latitude ?? 0) + 33.86) < 1e-9)
            #expect(abs((facts.longitude ?? 0) - 151.2) < 1e-9)
            #expect(facts.altitude == -25)
            // Half of EXIF's does not stand in its way.
            var jpeg = JPEGSample()
            jpeg.gps = [.text(1, "N"), jpeg.numbers.fractions(2, [(45, 1)])]
            let xmp = Array("http://ns.adobe.com/xap/1.0/\0".utf8) + ContainerSample.packet(whole)
            jpeg.after = [JPEGSample.segment(0xE1, xmp)]
            #expect(try self.facts(jpeg.bytes).latitude.map { abs($0 + 33.86) < 1e-9 } == true)
            let half = try self.facts(ContainerSample.packet(#"exif:GPSLatitude="33,51.6S""#), .xmpSidecar)
            #expect(half.latitude == nil && half.longitude == nil)
            let wrong = try self.facts(
                ContainerSample.packet(#"exif:GPSLatitude="95,0N" exif:GPSLongitude="5,0E""#),
                .xmpSidecar
            )
            #expect(wrong.latitude == nil)
        }

        // MARK: EXIF's texts

        private func comment(_ value: [UInt8]) throws -> [UInt8]? {
            var sample = JPEGSample()
            sample.exif = [.bytes(0x9286, value, format: 7)]
            return try facts(sample.bytes).userComment
        }

        @Test("a user comment is told by its code")
        func userComments() throws {
            #expect(try comment(Array("ASCII\0\0\0hello  \0".utf8)) == Array("hello".utf8))
            #expect(try comment([UInt8](repeating: 0, count: 8) + Array("hello".utf8)) == Array("hello".utf8))
            let big: [UInt8] = [0x00, 0x68, 0x00, 0xE9]
            let little: [UInt8] = [0x68, 0x00, 0xE9, 0x00]
            #expect(try comment(Array("UNICODE\0".utf8) + big) == [0xFE, 0xFF] + big)
            #expect(try comment(Array("UNICODE\0".utf8) + little) == [0xFF, 0xFE] + little)
            #expect(try comment(Array("UNICODE\0".utf8)) == nil)
            #expect(try comment(Array("ASCII\0\0\0   ".utf8)) == nil)
        }

        @Test(
            "a user comment in Unicode is read in its block's order, and in the other where only that makes sense",
            arguments: [
                "Москва", "да", "東京", "猫", "東京　タワー", "日本語のコメント", "Αθήνα", "नमस्ते दुनिया", "שלום", "สวัสดี", "한국어",
                "A plain comment", "A", "Größe", "Αθήνα 東京 Москва 🏔", "我爱北京天安门",
            ]
        )
        func unicodeComments(text: String) throws {
            // Of few signs of a large script either order makes as much sense; there the block's is all there is.
            let isTelling = !["東京", "猫", "한국어", "我爱北京天安门"].contains(text)
            for isBlockBig in [true, false] {
                for isTextBig in [true, false] where isTextBig == isBlockBig || isTelling {
                    let units = text.utf16.flatMap { unit in
                        let pair = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
                        return isTextBig ? pair : pair.reversed()
                    }
                    var sample = JPEGSample()
                    sample.numbers.isBigEndian = isBlockBig
                    sample.exif = [.bytes(0x9286, Array("UNICODE\0".utf8) + units + [0, 0], format: 7)]
                    let expected = (isTextBig ? [0xFE, 0xFF] : [0xFF, 0xFE]) + units
                    let what: Comment = "block \(isBlockBig), text \(isTextBig)"
                    #expect(try facts(sample.bytes).userComment == expected, what)
                    #expect(try facts(sample.tiff, .tiff).userComment == expected, what)
                }
            }
        }

        @Test("a user comment that is UTF-8 under the name of Unicode is taken for what it is")
        func misnamedComments() throws {
            for text in [
                "A plain comment", "Größe der Stadt\nund mehr", "Московский Кремль", "odd!", "東京　タワー",
            ] {
                #expect(try comment(Array("UNICODE\0\(text)\0".utf8)) == Array(text.utf8))
            }
        }

        @Test("a description in UTF-16 keeps its last letter, and loses whole NULs only")
        func wideDescription() throws {
            var sample = JPEGSample()
            for text: [UInt8] in [[0xFF, 0xFE, 0x41, 0, 0x42, 0], [0xFE, 0xFF, 0x30, 0x42, 0, 0x42]] {
                sample.main = [.bytes(0x010E, text + [0, 0, 0, 0])]
                #expect(try facts(sample.bytes).imageDescription == text)
                #expect(try facts(sample.tiff, .tiff).imageDescription == text)
                let caption = [0x1C, 2, 120, 0, UInt8(text.count)] + text
                #expect(try facts(jpeg(resource(0x0404, caption))).iptcCaption == text)
            }
        }

        @Test("a Live Photo's identifier is read out of Apple's maker note")
        func contentIdentifier() throws {
            let identifier = "3A9B6E1C-0F6B-4C52-9F7E-3B1F2E5D6C7A"
            var note = Array("Apple iOS\0".utf8) + [0, 1] + Array("MM".utf8) + [0, 1]
            note += [0, 0x11, 0, 2, 0, 0, 0, 37, 0, 0, 0, 32] + [0, 0, 0, 0] + Array(identifier.utf8) + [0]
            var sample = JPEGSample()
            sample.exif = [.bytes(0x927C, note, format: 7)]
            #expect(try facts(sample.bytes).contentIdentifier == identifier)
            #expect(try facts(sample.tiff, .tiff).contentIdentifier == identifier)
            for cut in stride(from: note.count - 1, to: 0, by: -1) {
                sample.exif = [.bytes(0x927C, Array(note[..<cut]), format: 7)]
                #expect(try facts(sample.bytes).contentIdentifier == nil)
            }
        }

        @Test("exposure, lens and altitude are read")
        func exposure() throws {
            var sample = JPEGSample()
            sample.exif = [
                sample.numbers.fractions(0x829A, [(1, 250)]), sample.numbers.fractions(0x829D, [(28, 10)]),
                sample.numbers.shortEntry(0x8827, 400), sample.numbers.fractions(0x920A, [(50, 1)]),
                .text(0xA434, "50mm f/1.8"),
            ]
            sample.gps = [
                .bytes(5, [1], format: 1), sample.numbers.fractions(6, [(125, 10)]),
            ]
            let facts = try facts(sample.bytes)
            #expect(facts.exposureTime == 0.004)
            #expect(facts.fNumber == 2.8)
            #expect(facts.sensitivity == 400)
            #expect(facts.focalLength == 50)
            #expect(facts.lens == "50mm f/1.8")
            #expect(facts.altitude == -12.5)
        }

        /// Minus 412.3 in three ways: with a sign, with the reference, and with both.
        @Test("an altitude of the signed type is read with its sign, as exiftool reads it")
        func signedAltitude() throws {
            for (numerator, denominator, reference, altitude) in [
                (-4123, 10, UInt8(0), -412.3), (4123, 10, 1, -412.3), (-4123, 10, 1, -412.3),
                (-412_300_000, 1_000_000, 0, -412.3), (4123, 10, 0, 412.3), (-4123, -10, 0, 412.3),
            ] as [(Int32, Int32, UInt8, Double)] {
                var sample = JPEGSample()
                sample.gps = [
                    .bytes(5, [reference], format: 1),
                    sample.numbers.fractions(
                        6,
                        [(UInt32(bitPattern: numerator), UInt32(bitPattern: denominator))],
                        format: 10
                    ),
                ]
                #expect(try facts(sample.bytes).altitude == altitude, "\(numerator)/\(denominator)")
                // exiv2 prints a fraction with the sign of each number.
                if denominator > 0 { #expect(try facts(sample.tiff, .tiff).altitude == altitude) }
            }
        }

        @Test("10,000 damaged files of each format give facts or a reason, never a crash")
        func damagedFiles() throws {
            var generator = SeededGenerator.fromEnvironment()
            print("damaged files of other formats: seed \(generator.seed)")
            var png = PNGSample()
            png.chunks = [
                PNGSample.chunk("eXIf", exifBlock), PNGSample.text("Creation Time", "2016"),
                PNGSample.international("XML:com.adobe.xmp", String(decoding: packet, as: UTF8.self)),
            ]
            png.imageChunks = 1
            let samples: [(FileFormat, [UInt8])] = [
                (.png, png.bytes), (.gif, ContainerSample.gif(xmp: packet)),
                (.jpeg, jpeg(resource(0x0404, iptc([(2, 55, "20160912"), (2, 120, "abc")])))),
            ]
            for (format, sample) in samples {
                var facts = 0
                for round in 0..<10_000 {
                    var bytes = sample
                    for _ in 0..<Int.random(in: 1...12, using: &generator) {
                        let index = Int.random(in: bytes.indices, using: &generator)
                        bytes[index] = .random(in: 0...255, using: &generator)
                    }
                    if round % 5 == 0 { bytes.removeLast(.random(in: 0..<bytes.count, using: &generator)) }
                    if case .facts = try WorkerAnswer.to(bytes, format) { facts += 1 }
                }
                #expect(facts > 1_000, "\(format)")
            }
        }
    }
}
