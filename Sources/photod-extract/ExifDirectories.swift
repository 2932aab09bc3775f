import CExif
import SidecarText

/// The directories of an EXIF block as libexif holds them.
struct ExifDirectories: ExifSource {
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

    var isEmpty: Bool { [main, exif, gps].allSatisfy { ($0?.pointee.count ?? 0) == 0 } }

    var isBigEndian: Bool? { order == EXIF_BYTE_ORDER_MOTOROLA }

    func text(_ tag: ExifTag, _ body: (UnsafeRawBufferPointer) -> Void) {
        bytes(tag) { bytes in
            let used = UnsafeRawBufferPointer(rebasing: bytes.prefix { $0 != 0 })
            body(used.trimmed { $0 == UInt8(ascii: " ") })
        }
    }

    func bytes(_ tag: ExifTag, _ body: (UnsafeRawBufferPointer) -> Void) {
        if let bytes = entry(tag).flatMap(bytes) { body(bytes) }
    }

    func number(_ tag: ExifTag) -> UInt32? {
        guard let entry = entry(tag), let data = entry.data else { return nil }
        switch entry.format {
        case EXIF_FORMAT_BYTE where entry.size >= 1: return UInt32(data[0])
        case EXIF_FORMAT_SHORT where entry.size >= 2: return UInt32(exif_get_short(data, order))
        case EXIF_FORMAT_LONG where entry.size >= 4: return exif_get_long(data, order)
        // All others are against the standard, and read by other programs.
        case EXIF_FORMAT_SBYTE where entry.size >= 1: return UInt32(exactly: Int8(bitPattern: data[0]))
        case EXIF_FORMAT_SSHORT where entry.size >= 2:
            return UInt32(exactly: exif_get_sshort(data, order))
        case EXIF_FORMAT_SLONG where entry.size >= 4: return UInt32(exactly: exif_get_slong(data, order))
        case EXIF_FORMAT_RATIONAL:
            return fractions(entry).first.flatMap { $0.denominator == 1 ? $0.numerator : nil }
        case EXIF_FORMAT_ASCII:
            var scanner = NumberScanner(UnsafeRawBufferPointer(start: data, count: Int(entry.size)))
            return scanner.whole().flatMap { UInt32(exactly: $0) }
        default: return nil
        }
    }

    func fraction(_ tag: ExifTag) -> Double? { entry(tag).flatMap(number) }

    func fraction(_ tag: GPSTag) -> Double? { entry(tag.rawValue, gps).flatMap(number) }

    func letter(_ tag: GPSTag) -> UInt8? {
        entry(tag.rawValue, gps).flatMap(bytes)?.first
    }

    func fractions(_ tag: GPSTag) -> [GPSCoordinate.Fraction] {
        entry(tag.rawValue, gps).map(fractions) ?? []
    }

    // MARK: Entries

    private func entry(_ tag: UInt16, _ directory: UnsafeMutablePointer<ExifContent>?) -> ExifEntry? {
        exif_content_get_entry(directory, LibraryTag(rawValue: UInt32(tag)))?.pointee
    }

    /// In the directory it belongs to, else in the other: programs differ about where some tags belong.
    private func entry(_ tag: ExifTag) -> ExifEntry? {
        tag.isOfImage ? entry(tag.rawValue, main) : entry(tag.rawValue, exif) ?? entry(tag.rawValue, main)
    }

    /// The value of an entry of single bytes.
    private func bytes(_ entry: ExifEntry) -> UnsafeRawBufferPointer? {
        guard let data = entry.data, exif_format_get_size(entry.format) == 1 else { return nil }
        return UnsafeRawBufferPointer(start: data, count: Int(entry.size))
    }

    /// The first value of an entry of fractions.
    private func number(_ entry: ExifEntry) -> Double? {
        guard let fraction = fractions(entry).first, fraction.denominator != 0 else { return nil }
        guard entry.format == EXIF_FORMAT_SRATIONAL else {
            return Double(fraction.numerator) / Double(fraction.denominator)
        }
        return Double(Int32(bitPattern: fraction.numerator)) / Double(Int32(bitPattern: fraction.denominator))
    }

    /// The bits of an entry of fractions, as if none were negative.
    private func fractions(_ entry: ExifEntry) -> [GPSCoordinate.Fraction] {
        guard let data = entry.data,
            // Signed ones are against the standard, and in the wild. A negative one of degrees is beyond every limit.
            entry.format == EXIF_FORMAT_RATIONAL || entry.format == EXIF_FORMAT_SRATIONAL,
            (1...3).contains(entry.components),
            entry.size >= 8 * UInt32(entry.components)
        else { return [] }
        return (0..<Int(entry.components)).map { index in
            let fraction = exif_get_rational(data + 8 * index, order)
            return GPSCoordinate.Fraction(
                numerator: UInt32(fraction.numerator),
                denominator: UInt32(fraction.denominator)
            )
        }
    }
}

/// libexif's type of the same name as ours.
private typealias LibraryTag = CExif.ExifTag
