import CExif
import ExtractionWire

/// The directories of a loaded EXIF block, and what they say.
struct ExifDirectories {
    private let main: UnsafeMutablePointer<ExifContent>?
    private let exif: UnsafeMutablePointer<ExifContent>?
    private let gps: UnsafeMutablePointer<ExifContent>?
    private let order: ExifByteOrder

    init(_ block: UnsafeMutablePointer<ExifData>) {
        main = photod_exif_directory(block, EXIF_IFD_0)
        exif = photod_exif_directory(block, EXIF_IFD_EXIF)
        gps = photod_exif_directory(block, EXIF_IFD_GPS)
        order = exif_data_get_byte_order(block)
    }

    // MARK: Facts

    func writeDates(into reply: inout ReplyEncoder) {
        writeDate(0x9003, (.original, .originalSubseconds, .originalOffset), 0x9291, 0x9011, into: &reply)
        writeDate(0x9004, (.digitized, .digitizedSubseconds, .digitizedOffset), 0x9292, 0x9012, into: &reply)
        writeDate(0x0132, (.modified, .modifiedSubseconds, .modifiedOffset), 0x9290, 0x9010, into: &reply)
    }

    private func writeDate(
        _ tag: UInt32,
        _ fields: (FactField, FactField, FactField),
        _ subseconds: UInt32,
        _ offset: UInt32,
        into reply: inout ReplyEncoder
    ) {
        guard let text = text(tag), !text.isEmpty else { return }
        reply.append(fields.0, text: text)
        if let text = self.text(subseconds) { reply.append(fields.1, text: text) }
        if let text = self.text(offset) { reply.append(fields.2, text: text) }
    }

    func writeCamera(into reply: inout ReplyEncoder) {
        if let description = entry(0x010E, main).flatMap(bytes) {
            reply.append(.imageDescription, text: Self.trimmed(description) { $0 == 0 })
        }
        if let make = text(0x010F) { reply.append(.make, text: make) }
        if let model = text(0x0110) { reply.append(.model, text: model) }
        if let orientation = number(0x0112), (1...8).contains(orientation) {
            reply.append(.orientation, byte: Int(orientation))
        }
    }

    func writePosition(into reply: inout ReplyEncoder) {
        if let latitude = coordinate(
            reference: 1,
            value: 2,
            positive: UInt8(ascii: "N"),
            negative: UInt8(ascii: "S"),
            limit: 90
        ) {
            reply.append(.latitude, number: latitude)
        }
        if let longitude = coordinate(
            reference: 3,
            value: 4,
            positive: UInt8(ascii: "E"),
            negative: UInt8(ascii: "W"),
            limit: 180
        ) {
            reply.append(.longitude, number: longitude)
        }
    }

    /// What the camera says about the image. It is no more than a claim: editors forget to change it.
    var pixelSize: (UInt32, UInt32)? {
        guard let width = number(0xA002), let height = number(0xA003), width > 0, height > 0 else {
            return nil
        }
        return (width, height)
    }

    // MARK: Entries

    private func entry(_ tag: UInt32, _ directory: UnsafeMutablePointer<ExifContent>?) -> ExifEntry? {
        exif_content_get_entry(directory, ExifTag(rawValue: tag))?.pointee
    }

    /// In the EXIF directory, else in the main one: programs differ about where some tags belong.
    private func entry(_ tag: UInt32) -> ExifEntry? { entry(tag, exif) ?? entry(tag, main) }

    /// The value of an entry of single bytes.
    private func bytes(_ entry: ExifEntry) -> UnsafeRawBufferPointer? {
        guard let data = entry.data, exif_format_get_size(entry.format) == 1 else { return nil }
        return UnsafeRawBufferPointer(start: data, count: Int(entry.size))
    }

    /// Up to the first NUL, without the blanks that some cameras fill fields with.
    private func text(_ tag: UInt32) -> UnsafeRawBufferPointer? {
        guard let bytes = entry(tag).flatMap(bytes) else { return nil }
        let used = bytes.prefix { $0 != 0 }
        return Self.trimmed(UnsafeRawBufferPointer(rebasing: used)) { $0 == UInt8(ascii: " ") }
    }

    private static func trimmed(
        _ bytes: UnsafeRawBufferPointer,
        _ isPadding: (UInt8) -> Bool
    ) -> UnsafeRawBufferPointer {
        var count = bytes.count
        while count > 0, isPadding(bytes[count - 1]) { count -= 1 }
        return UnsafeRawBufferPointer(rebasing: bytes[..<count])
    }

    private func number(_ tag: UInt32) -> UInt32? {
        guard let entry = entry(tag), let data = entry.data else { return nil }
        switch entry.format {
        case EXIF_FORMAT_BYTE where entry.size >= 1: return UInt32(data[0])
        case EXIF_FORMAT_SHORT where entry.size >= 2: return UInt32(exif_get_short(data, order))
        case EXIF_FORMAT_LONG where entry.size >= 4: return exif_get_long(data, order)
        default: return nil
        }
    }

    private func coordinate(
        reference: UInt32,
        value: UInt32,
        positive: UInt8,
        negative: UInt8,
        limit: Double
    ) -> Double? {
        guard
            let letter = entry(reference, gps).flatMap(bytes)?.first,
            let entry = entry(value, gps), let data = entry.data,
            // Signed ones are against the standard, and in the wild. A negative one is beyond every limit.
            entry.format == EXIF_FORMAT_RATIONAL || entry.format == EXIF_FORMAT_SRATIONAL,
            (1...3).contains(entry.components),
            entry.size >= 8 * UInt32(entry.components)
        else { return nil }
        let fractions = (0..<Int(entry.components)).lazy.map { index in
            let fraction = exif_get_rational(data + 8 * index, order)
            return GPSCoordinate.Fraction(
                numerator: UInt32(fraction.numerator),
                denominator: UInt32(fraction.denominator)
            )
        }
        return GPSCoordinate.degrees(
            fractions,
            reference: letter,
            positive: positive,
            negative: negative,
            limit: limit
        )
    }
}
