import Extraction
import ExtractionWire
import PhotoModel
import TestSupport
import Testing

@testable import photod_extract

extension LibraryTests {
    @Suite("What the worker reads out of JPEG 2000 and Photoshop documents")
    struct DocumentFormatTests {
        private let exif = JPEGSample.phone(isBigEndian: true).tiff
        private let packet = ContainerSample.packet(
            #"xmp:Rating="5""#,
            ContainerSample.description([("de", "Meer")])
        )
        /// 2:55 and 2:120.
        private let iptc: [UInt8] =
            [0x1C, 2, 55, 0, 8] + Array("20160912".utf8) + [0x1C, 2, 120, 0, 3] + Array("abc".utf8)

        private func big(_ number: Int) -> [UInt8] {
            withUnsafeBytes(of: UInt32(number).bigEndian) { Array($0) }
        }

        private func expectAll(_ outcome: ExtractionOutcome) throws {
            guard case .facts(let facts) = outcome else {
                Issue.record("unreadable: \(outcome)")
                return
            }
            #expect(facts.original?.text == "2016:11:03 12:34:56" && facts.make == "Maker")
            #expect(facts.xmpDescription == "Meer" && facts.rating == 5)
            #expect(facts.iptcDate == "20160912" && facts.iptcCaption == Array("abc".utf8))
            #expect(facts.pixelWidth == 640 && facts.pixelHeight == 480)
        }

        private func jp2(_ pieces: [(identifier: [UInt8], data: [UInt8])]) -> [UInt8] {
            func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
                big(content.count + 8) + Array(type.utf8) + content
            }
            var bytes = box("jP  ", [0x0D, 0x0A, 0x87, 0x0A]) + box("ftyp", Array("jp2 \0\0\0\0jp2 ".utf8))
            bytes += box("jp2h", box("ihdr", big(480) + big(640) + [0, 3, 7, 7, 0, 0]))
            for piece in pieces { bytes += box("uuid", piece.identifier + piece.data) }
            // The image goes on to the end.
            return bytes + big(0) + Array("jp2c".utf8) + [0xFF, 0x4F, 0xFF, 0x51]
        }

        private var jp2Pieces: [(identifier: [UInt8], data: [UInt8])] {
            [
                (Array("JpgTiffExif->JP2".utf8), exif),
                (
                    [
                        0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3,
                        0xAF, 0xAC,
                    ], packet
                ),
                (
                    [
                        0x33, 0xC7, 0xA4, 0xD2, 0xB8, 0x1D, 0x47, 0x23, 0xA0, 0xBA, 0xF1, 0xA3, 0xE0, 0x97,
                        0xAD, 0x38,
                    ], iptc
                ),
            ]
        }

        private func psd(version: UInt8 = 1) -> [UInt8] {
            func resource(_ number: [UInt8], _ data: [UInt8]) -> [UInt8] {
                Array("8BIM".utf8) + number + [0, 0] + big(data.count) + data
                    + (data.count % 2 == 0 ? [] : [0])
            }
            let resources =
                resource([0x04, 0x04], iptc) + resource([0x04, 0x22], exif) + resource([0x04, 0x24], packet)
            let header = Array("8BPS".utf8) + [0, version] + [UInt8](repeating: 0, count: 6) + [0, 3]
            return header + big(480) + big(640) + [0, 8, 0, 3] + big(4) + [1, 2, 3, 4] + big(resources.count)
                + resources + big(0) + [0, 0, 1, 2, 3]
        }

        @Test("EXIF, XMP and IPTC, and the size")
        func all() throws {
            try expectAll(try WorkerAnswer.to(jp2(jp2Pieces), .jpeg2000))
            try expectAll(try WorkerAnswer.to(psd(), .photoshop))
            try expectAll(try WorkerAnswer.to(psd(version: 2), .photoshop))
        }

        @Test("of a JPEG 2000 image without boxes its size")
        func codestream() throws {
            let lengths = [650, 500, 10, 20].flatMap(big)
            let bytes = [0xFF, 0x4F, 0xFF, 0x51, 0, 47, 0, 0] + lengths + [UInt8](repeating: 0, count: 40)
            guard case .facts(let facts) = try WorkerAnswer.to(bytes, .jpeg2000) else {
                Issue.record("unreadable")
                return
            }
            #expect(facts.pixelWidth == 640 && facts.pixelHeight == 480)
        }

        @Test("of what is neither that it is not")
        func neither() throws {
            for format in [FileFormat.jpeg2000, .photoshop] {
                #expect(
                    try WorkerAnswer.to([UInt8](repeating: 7, count: 99), format)
                        == .unreadable(.notThisFormat)
                )
            }
        }

        @Test("damaged ones give facts or a reason, never a crash")
        func damagedFiles() throws {
            var generator = SeededGenerator.fromEnvironment()
            print("damaged documents: seed \(generator.seed)")
            for (format, sample) in [(FileFormat.jpeg2000, jp2(jp2Pieces)), (.photoshop, psd())] {
                var facts = 0
                for round in 0..<1_000 {
                    var bytes = sample
                    for _ in 0..<Int.random(in: 1...8, using: &generator) {
                        bytes[Int.random(in: bytes.indices, using: &generator)] = .random(
                            in: 0...255,
                            using: &generator
                        )
                    }
                    if round % 5 == 0 { bytes.removeLast(.random(in: 0..<bytes.count, using: &generator)) }
                    if case .facts = try WorkerAnswer.to(bytes, format) { facts += 1 }
                }
                #expect(facts > 300, "\(format)")
            }
        }
    }
}
