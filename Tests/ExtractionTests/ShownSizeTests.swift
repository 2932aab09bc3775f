import PhotoModel
import TestSupport
import Testing

@testable import photod_extract

extension LibraryTests {
    /// What turns a picture here is what turns it in `photod-render`, found by having libvips draw such files.
    @Suite("The size of a picture as it is shown")
    struct ShownSizeTests {
        private func expect(
            _ bytes: [UInt8],
            _ format: FileFormat,
            _ width: UInt32,
            _ height: UInt32,
            _ comment: Comment? = nil
        ) throws {
            let size = try WorkerAnswer.facts(bytes, format).displayedSize
            #expect(size.width == width && size.height == height, comment)
        }

        private let turnedPacket = ContainerSample.packet(#"tiff:Orientation="6""#)

        private func exif(_ entry: JPEGSample.Entry) -> JPEGSample {
            var sample = JPEGSample()
            sample.main = [entry]
            return sample
        }

        private var turned: JPEGSample { exif(JPEGSample.Numbers().shortEntry(0x0112, 6)) }

        // MARK: XMP

        @Test("is not turned by an XMP packet, which says of another picture what it was made of")
        func packets() throws {
            var jpeg = JPEGSample()
            jpeg.after = [
                JPEGSample.segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + turnedPacket)
            ]
            try expect(jpeg.bytes, .jpeg, 4032, 3024)
            try expect(ContainerSample.webP(xmp: turnedPacket), .webp, 640, 480)
            try expect(ContainerSample.gif(xmp: turnedPacket), .gif, 320, 240)
            var png = PNGSample()
            png.chunks = [
                PNGSample.international("XML:com.adobe.xmp", String(decoding: turnedPacket, as: UTF8.self))
            ]
            try expect(png.bytes, .png, 640, 480)
            #expect(try WorkerAnswer.facts(turnedPacket, .xmpSidecar).orientation == nil)
        }

        // MARK: EXIF

        @Test("is turned by a WebP's EXIF")
        func webP() throws {
            try expect(ContainerSample.webP(exif: turned.tiff), .webp, 480, 640)
        }

        @Test("is turned by a PNG's EXIF where it stands before the image, and not where it stands behind it")
        func png() throws {
            var png = PNGSample()
            png.chunks = [PNGSample.chunk("eXIf", turned.tiff)]
            try expect(png.bytes, .png, 480, 640)
            png.trailing = png.chunks
            png.chunks = []
            try expect(png.bytes, .png, 640, 480)
            #expect(try WorkerAnswer.facts(png.bytes, .png).orientation == 6)
        }

        @Test(
            "is turned by an orientation that is no short number, too",
            arguments: [
                (1, 1, [6]), (2, 2, Array("6\0".utf8)), (2, 3, Array(" 6\0".utf8)), (4, 1, [0, 0, 0, 6]),
                (5, 1, [0, 0, 0, 6, 0, 0, 0, 1]), (6, 1, [6]), (8, 1, [0, 6]), (9, 1, [0, 0, 0, 6]),
            ] as [(UInt16, UInt32, [UInt8])]
        )
        func oddNumbers(format: UInt16, count: UInt32, value: [UInt8]) throws {
            let entry = JPEGSample.Entry(tag: 0x0112, format: format, count: count, value: value)
            try expect(exif(entry).bytes, .jpeg, 3024, 4032)
        }

        @Test(
            "is not turned by what is no orientation",
            arguments: [
                (2, 3, Array("60\0".utf8)), (2, 4, Array("top\0".utf8)), (7, 1, [6]),
                (9, 1, [0xFF, 0xFF, 0xFF, 0xFA]), (10, 1, [0, 0, 0, 12, 0, 0, 0, 2]),
                (10, 1, [0xFF, 0xFF, 0xFF, 0xFA, 0xFF, 0xFF, 0xFF, 0xFF]),
            ] as [(UInt16, UInt32, [UInt8])]
        )
        func noNumbers(format: UInt16, count: UInt32, value: [UInt8]) throws {
            let entry = JPEGSample.Entry(tag: 0x0112, format: format, count: count, value: value)
            try expect(exif(entry).bytes, .jpeg, 4032, 3024)
        }

        @Test("is not turned by an EXIF block behind an empty one, which is read for its date")
        func secondBlock() throws {
            let header = Array("Exif\0\0".utf8)
            var second = turned
            second.exif = [.text(0x9003, "2016:11:03 12:34:56")]
            for empty in [[], JPEGSample().tiff] {
                second.before = [JPEGSample.segment(0xE1, header + empty)]
                #expect(
                    try WorkerAnswer.facts(second.bytes, .jpeg).original?.text == "2016:11:03 12:34:56"
                )
                try expect(second.bytes, .jpeg, 4032, 3024)
            }
            // Of two that say something the first counts.
            var first = JPEGSample()
            first.exif = [.text(0x9003, "2001:01:01 00:00:00")]
            second.before = [JPEGSample.segment(0xE1, header + first.tiff)]
            #expect(try WorkerAnswer.facts(second.bytes, .jpeg).original?.text == "2001:01:01 00:00:00")
        }

        // MARK: Containers

        @Test("is turned by a JPEG XL's image, and not by its EXIF", arguments: 1...8 as ClosedRange<UInt8>)
        func jxl(orientation: UInt8) throws {
            let boxes = [("Exif", [0, 0, 0, 0] + turned.tiff)]
            let file = ContainerSample.jxl(boxes, orientation: orientation)
            let isOnItsSide = orientation >= 5
            try expect(file, .jpegXL, isOnItsSide ? 48 : 64, isOnItsSide ? 64 : 48)
            let image = ContainerSample.jxlImage(orientation: orientation)
            #expect(try WorkerAnswer.facts(image, .jpegXL).containerOrientation == orientation)
        }

        @Test("is not turned at all where it is a JPEG 2000's")
        func jp2() throws {
            let header = box("ihdr", big(480) + big(640) + [0, 3, 7, 7, 0, 0])
            let bytes =
                box("jP  ", [0x0D, 0x0A, 0x87, 0x0A]) + box("jp2h", header)
                + box("uuid", Array("JpgTiffExif->JP2".utf8) + turned.tiff)
            try expect(bytes, .jpeg2000, 640, 480)
        }

        @Test("is what a clean aperture leaves of an HEIF picture, turned or not")
        func aperture() throws {
            let size = box("ispe", big(0) + big(64) + big(48))
            let aperture = box("clap", [32, 1, 24, 1, 0, 1, 0, 1].flatMap(big))
            let turn = box("irot", [1])
            try expect(heif([size, aperture], [[(1, [1, 2])]]), .avif, 32, 24)
            try expect(heif([size, aperture, turn], [[(1, [1, 2, 3])]]), .avif, 24, 32)
            // The aperture is that of the picture as it is turned by then.
            try expect(heif([size, aperture, turn], [[(1, [1, 3, 2])]]), .avif, 32, 24)
            try expect(heif([size, aperture, turn], [[(1, [1, 3])]]), .avif, 48, 64)
            let none = box("clap", [32, 0, 24, 1, 0, 1, 0, 1].flatMap(big))
            try expect(heif([size, none], [[(1, [1, 2])]]), .avif, 64, 48)
        }

        @Test("is that of an HEIF picture whose properties stand in a second list")
        func secondList() throws {
            let sizes = [box("ispe", big(0) + big(64) + big(48)), box("ispe", big(0) + big(32) + big(32))]
            let file = heif(sizes + [box("irot", [3])], [[(2, [2]), (3, [2])], [(1, [1, 3])]])
            try expect(file, .heif, 48, 64)
        }

        /// A file of nothing but properties, and lists of which items have which.
        private func heif(_ properties: [[UInt8]], _ lists: [[(item: UInt16, properties: [UInt8])]])
            -> [UInt8]
        {
            let associations = lists.flatMap { list in
                box(
                    "ipma",
                    big(0) + big(UInt32(list.count))
                        + list.flatMap { short($0.item) + [UInt8($0.properties.count)] + $0.properties }
                )
            }
            return box("ftyp", Array("avif\0\0\0\0mif1avif".utf8))
                + box(
                    "meta",
                    big(0) + box("pitm", big(0) + short(1))
                        + box("iprp", box("ipco", Array(properties.joined())) + associations)
                )
        }

        private func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
            big(UInt32(content.count + 8)) + Array(type.utf8) + content
        }

        private func big(_ number: UInt32) -> [UInt8] {
            withUnsafeBytes(of: number.bigEndian) { Array($0) }
        }

        private func short(_ number: UInt16) -> [UInt8] {
            withUnsafeBytes(of: number.bigEndian) { Array($0) }
        }
    }
}
