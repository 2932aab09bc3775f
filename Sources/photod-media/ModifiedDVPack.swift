/// What AVCHD cameras write beside the pictures: packs of DV (IEC 61834-4) in user data of the H.264 stream.
/// Each entry is a tag and four bytes.
struct ModifiedDVPack: Equatable {
    /// `2019:04:24 22:24:00+02:00`, by the camera's clock; the offset where the camera knows its zone.
    private(set) var recorded: String?
    private(set) var make: String?
    private(set) var model: String?
    /// Degrees, north and east positive.
    private(set) var latitude: Double?
    private(set) var longitude: Double?

    /// `17EE8C60-F84D-11D9-8CD6-0800200C9A66`, then `MDPM`.
    static let signature: [UInt8] = [
        0x17, 0xEE, 0x8C, 0x60, 0xF8, 0x4D, 0x11, 0xD9, 0x8C, 0xD6, 0x08, 0x00, 0x20, 0x0C, 0x9A, 0x66,
        0x4D, 0x44, 0x50, 0x4D,
    ]

    private enum Tag {
        /// Zone, century, year, month.
        static let date: UInt8 = 0x18
        /// Day, hour, minute, second.
        static let time: UInt8 = 0x19
        /// A letter, and degrees, minutes and seconds in the three entries behind it.
        static let latitudeReference: UInt8 = 0xB1
        static let longitudeReference: UInt8 = 0xB5
        /// Two bytes are a number of the manufacturer.
        static let make: UInt8 = 0xE0
        /// Sony's: twelve letters in three entries.
        static let model: UInt8 = 0xE4
    }

    /// The bytes of an entry.
    private typealias Entry = (UInt8, UInt8, UInt8, UInt8)

    /// Reads unregistered user data (ITU-T H.264 D.1.7). `nil` where it is another's.
    init?(userData: some Collection<UInt8>) {
        guard userData.starts(with: Self.signature) else { return nil }
        var rest = userData.dropFirst(Self.signature.count)
        guard let count = rest.popFirst() else { return nil }
        var entries: [UInt8: Entry] = [:]
        for _ in 0..<count {
            let bytes = Array(rest.prefix(5))
            guard bytes.count == 5 else { break }
            rest = rest.dropFirst(5)
            entries[bytes[0]] = (bytes[1], bytes[2], bytes[3], bytes[4])
        }
        recorded = Self.recorded(entries)
        make = entries[Tag.make].flatMap { Self.makes[UInt16($0.0) << 8 | UInt16($0.1)] }
        if make == "Sony" { model = Self.model(entries) }
        guard let latitude = Self.degrees(entries, Tag.latitudeReference, "N", "S", limit: 90),
            let longitude = Self.degrees(entries, Tag.longitudeReference, "E", "W", limit: 180)
        else { return }
        self.latitude = latitude
        self.longitude = longitude
    }

    private static let makes: [UInt16: String] = [
        0x0103: "Panasonic", 0x0108: "Sony", 0x1011: "Canon", 0x1104: "JVC",
    ]

    // MARK: The date

    private static func recorded(_ entries: [UInt8: Entry]) -> String? {
        guard let date = entries[Tag.date], let time = entries[Tag.time] else { return nil }
        let bytes = [date.1, date.2, date.3, time.0, time.1, time.2, time.3]
        // A number that is not known is all ones.
        guard bytes.allSatisfy({ $0 >> 4 <= 9 && $0 & 0xF <= 9 }) else { return nil }
        let text = bytes.map(twoDigits)
        return "\(text[0])\(text[1]):\(text[2]):\(text[3]) \(text[4]):\(text[5]):\(text[6])"
            + (offset(date.0) ?? "")
    }

    private static func twoDigits(_ byte: UInt8) -> String {
        "\(byte >> 4)\(byte & 0xF)"
    }

    /// Bit 7: not known. Bit 6: summer time, which the hours contain. Bit 5: west. Bits 4 to 1: hours. Bit 0:
    /// half an hour more.
    private static func offset(_ zone: UInt8) -> String? {
        let hours = zone >> 1 & 0xF
        guard zone & 0x80 == 0, hours <= 14 else { return nil }
        return (zone & 0x20 == 0 ? "+" : "-") + (hours < 10 ? "0" : "") + "\(hours)"
            + (zone & 1 == 0 ? ":00" : ":30")
    }

    // MARK: Model and place

    private static func model(_ entries: [UInt8: Entry]) -> String? {
        var bytes: [UInt8] = []
        for index in 0..<3 {
            guard let entry = entries[Tag.model + UInt8(index)] else { break }
            bytes += [entry.0, entry.1, entry.2, entry.3]
        }
        let text = bytes.prefix { $0 != 0 }
        guard !text.isEmpty, text.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return nil }
        return String(decoding: text, as: UTF8.self)
    }

    /// Each of the three parts is a fraction of two numbers of two bytes.
    private static func degrees(
        _ entries: [UInt8: Entry],
        _ reference: UInt8,
        _ positive: Unicode.Scalar,
        _ negative: Unicode.Scalar,
        limit: Double
    ) -> Double? {
        guard let letter = entries[reference]?.0 else { return nil }
        var degrees = 0.0
        var unit = 1.0
        for index in 1...3 {
            guard let part = entries[reference + UInt8(index)] else { return nil }
            let denominator = UInt16(part.2) << 8 | UInt16(part.3)
            guard denominator > 0 else { return nil }
            degrees += Double(UInt16(part.0) << 8 | UInt16(part.1)) / Double(denominator) / unit
            unit *= 60
        }
        guard degrees <= limit else { return nil }
        switch letter {
        case UInt8(ascii: positive): return degrees
        case UInt8(ascii: negative): return -degrees
        default: return nil
        }
    }
}
