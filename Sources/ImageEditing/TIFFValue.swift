/// A value of a TIFF directory (TIFF 6.0, section 2), as it is written.
enum TIFFValue {
    case bytes([UInt8])
    /// Any text, in UTF-8, and a NUL behind it.
    case text(String)
    case short(UInt16)
    case long(UInt32)
    case fractions([(numerator: UInt32, denominator: UInt32)])
    case undefined([UInt8])
    /// Any, as it is stored.
    case stored([UInt8], type: UInt16)

    var type: UInt16 {
        switch self {
        case .bytes: 1
        case .text: 2
        case .short: 3
        case .long: 4
        case .fractions: 5
        case .undefined: 7
        case .stored(_, let type): type
        }
    }

    /// How many there are of its type.
    var count: Int {
        switch self {
        case .bytes(let bytes), .undefined(let bytes): bytes.count
        case .text(let text): text.utf8.count + 1
        case .short, .long: 1
        case .fractions(let fractions): fractions.count
        case .stored(let bytes, let type): bytes.count / (Self.size(ofType: type) ?? 1)
        }
    }

    func encoded(bigEndian: Bool) -> [UInt8] {
        switch self {
        case .bytes(let bytes), .undefined(let bytes), .stored(let bytes, _): bytes
        case .text(let text): Array(text.utf8) + [0]
        case .short(let value): Self.number(UInt32(value), 2, bigEndian)
        case .long(let value): Self.number(value, 4, bigEndian)
        case .fractions(let fractions):
            fractions.flatMap {
                Self.number($0.numerator, 4, bigEndian) + Self.number($0.denominator, 4, bigEndian)
            }
        }
    }

    static func number(_ value: UInt32, _ length: Int, _ bigEndian: Bool) -> [UInt8] {
        let bytes = (0..<length).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
        return bigEndian ? bytes.reversed() : bytes
    }

    /// Bytes of one of a type; `nil` of a type that TIFF does not know.
    static func size(ofType type: UInt16) -> Int? {
        switch type {
        case 1, 2, 6, 7: 1
        case 3, 8: 2
        case 4, 9, 11, 13: 4
        case 5, 10, 12: 8
        default: nil
        }
    }
}
