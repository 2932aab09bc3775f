import CGExiv2
import ExtractionWire
import Glibc
import PhotoModel
import SidecarText
import WorkerBox

/// What exiv2 reads out of an image in memory. Owns the library's object.
struct ImageMetadata: ~Copyable {
    private let metadata: UnsafeMutablePointer<GExiv2Metadata>
    /// Of a file that is a TIFF structure itself; of others the library does not tell.
    let isBigEndian: Bool?

    /// Has the library, and the C library for it, loaded what they load at first use: tables of tags, namespaces of XMP,
    /// and converters of character sets.
    static func warmUp() {
        guard photod_metadata_start() != 0 else { return }
        for sample in WarmUpSample.all {
            sample.withUnsafeBytes { bytes in
                guard let metadata = try? ImageMetadata(bytes) else { return }
                var facts = FactEncoder()
                ExifFacts.write(metadata, into: &facts)
                metadata.packet { XMPFacts.write($0, into: &facts) }
                IPTCFacts.write(metadata, into: &facts)
            }
        }
    }

    static var libraries: [WorkerHello.Library] {
        let number = gexiv2_get_version()
        return [
            WorkerHello.Library(
                name: "gexiv2",
                version: "\(number / 10_000).\(number / 100 % 100).\(number % 100)"
            )
        ]
    }

    /// - Parameter bytes: the image, which must outlive the metadata.
    /// - Throws: `notThisFormat` where nothing exiv2 knows begins so, `damaged` where it cannot be read on.
    init(_ bytes: UnsafeRawBufferPointer) throws(UnreadableFile) {
        var reason: gint = 0
        guard let opened = photod_metadata_open(bytes.baseAddress, bytes.count, &reason) else {
            throw UnreadableFile(reason: reason == photod_unknown_image ? .notThisFormat : .damaged)
        }
        metadata = opened
        isBigEndian = bytes.starts(with: "MM".utf8) ? true : bytes.starts(with: "II".utf8) ? false : nil
    }

    deinit {
        photod_metadata_close(metadata)
    }

    /// Stored pixels; `nil` where the library does not know.
    var pixelSize: (UInt32, UInt32)? {
        let width = gexiv2_metadata_get_pixel_width(metadata)
        let height = gexiv2_metadata_get_pixel_height(metadata)
        return width > 0 && height > 0 ? (UInt32(width), UInt32(height)) : nil
    }

    /// Of a TIFF file, whose Photoshop resources and IPTC block are tags; `nil` where there is no digest.
    var isIPTCDigestCurrent: Bool? {
        var resources = PhotoshopResources()
        bytes("Exif.Image.ImageResources") { resources.read($0) }
        var isCurrent: Bool?
        bytes("Exif.Image.IPTCNAA") { isCurrent = resources.isDigestCurrent(of: $0) }
        return isCurrent
    }

    /// The XMP packet, as the file has it where exiv2 keeps that: also one that exiv2 refuses.
    func packet(_ body: (XMPPacket) -> Void) {
        var isTag = false
        bytes("Exif.Image.XMLPacket") { packet in
            isTag = true
            body(XMPPacket(packet))
        }
        if !isTag { Self.use(photod_metadata_packet(metadata)) { body(XMPPacket($0)) } }
    }

    /// A PNG's `Description` text; JPEG's and others' comments.
    func comment(_ body: (UnsafeRawBufferPointer) -> Void) {
        Self.use(photod_metadata_comment(metadata), body)
    }

    /// A tag's value as text.
    func text(_ key: String, _ body: (UnsafeRawBufferPointer) -> Void) {
        Self.use(photod_metadata_text(metadata, key), body)
    }

    /// The values of a tag that may stand several times, each as text.
    func texts(_ key: String, _ body: (UnsafeRawBufferPointer) -> Void) {
        guard let texts = photod_metadata_texts(metadata, key) else { return }
        defer { g_strfreev(texts) }
        var next = texts
        while let text = next.pointee {
            body(UnsafeRawBufferPointer(start: text, count: strlen(text)))
            next += 1
        }
    }

    /// A tag's value as it is stored.
    func bytes(_ key: String, _ body: (UnsafeRawBufferPointer) -> Void) {
        guard let stored = photod_metadata_bytes(metadata, key) else { return }
        defer { g_bytes_unref(stored) }
        var count: gsize = 0
        guard let data = g_bytes_get_data(stored, &count), count > 0 else { return }
        body(UnsafeRawBufferPointer(start: data, count: Int(count)))
    }

    private static func use(
        _ text: UnsafeMutablePointer<CChar>?,
        _ body: (UnsafeRawBufferPointer) -> Void
    ) {
        guard let text else { return }
        defer { g_free(text) }
        body(UnsafeRawBufferPointer(start: text, count: strlen(text)))
    }
}

extension ImageMetadata: ExifSource {
    func text(_ tag: ExifTag, _ body: (UnsafeRawBufferPointer) -> Void) {
        find(tag) { key in
            var isFound = false
            text(key) { text in
                let trimmed = text.trimmed { $0 == UInt8(ascii: " ") }
                guard !trimmed.isEmpty else { return }
                isFound = true
                body(trimmed)
            }
            return isFound
        }
    }

    func bytes(_ tag: ExifTag, _ body: (UnsafeRawBufferPointer) -> Void) {
        find(tag) { key in
            var isFound = false
            bytes(key) { bytes in
                isFound = true
                body(bytes)
            }
            return isFound
        }
    }

    func number(_ tag: ExifTag) -> UInt32? {
        var number: UInt32?
        text(tag) { text in
            var scanner = NumberScanner(text)
            number = scanner.whole().flatMap { UInt32(exactly: $0) }
        }
        return number
    }

    func fraction(_ tag: ExifTag) -> Double? {
        var value: Double?
        text(tag) { value = Self.number($0) }
        return value
    }

    func fraction(_ tag: GPSTag) -> Double? {
        var value: Double?
        text("Exif.GPSInfo.\(tag.name)") { value = Self.number($0) }
        return value
    }

    /// The first fraction of a text, which has a sign where it is negative.
    private static func number(_ text: UnsafeRawBufferPointer) -> Double? {
        var scanner = NumberScanner(text)
        let isNegative = scanner.skip("-")
        guard let fraction = scanner.fraction(), fraction.denominator != 0 else { return nil }
        let value = Double(fraction.numerator) / Double(fraction.denominator)
        return isNegative ? -value : value
    }

    func letter(_ tag: GPSTag) -> UInt8? {
        var letter: UInt8?
        bytes("Exif.GPSInfo.\(tag.name)") { letter = $0.first }
        return letter
    }

    func fractions(_ tag: GPSTag) -> [GPSCoordinate.Fraction] {
        var fractions: [GPSCoordinate.Fraction] = []
        text("Exif.GPSInfo.\(tag.name)") { text in
            var scanner = NumberScanner(text)
            while fractions.count < 3, let fraction = scanner.fraction() { fractions.append(fraction) }
        }
        return fractions
    }

    /// Calls `look` with the keys a tag may stand under until it finds it.
    private func find(_ tag: ExifTag, _ look: (String) -> Bool) {
        let places = tag.isOfImage ? ["Image"] : ["Photo", "Image"]
        for place in places where look("Exif.\(place).\(tag.name)") { return }
    }
}
