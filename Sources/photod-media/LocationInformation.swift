/// Where a phone recorded a movie: the box `loci` of its user data (3GPP TS 26.244 §8).
struct LocationInformation: Equatable {
    /// Degrees, north and east positive, in steps of 1/65,536.
    let latitude: Double
    let longitude: Double
    /// Metres. `nil` for 0, which those write who do not know it: the box has no room for "unknown".
    let altitude: Double?

    /// - Parameter content: version, flags and language in six bytes, the place's name, one byte that tells
    ///   its role, longitude, latitude and altitude, and further texts.
    ///
    /// `nil` for what is cut off, lies outside the globe, or is 0, 0: phones write that when they know no
    /// place.
    init?(_ content: [UInt8]) {
        guard let name = Self.endOfText(content, from: 6), content.count >= name + 13 else { return nil }
        let longitude = Self.fixedPoint(content[(name + 1)..<(name + 5)])
        let latitude = Self.fixedPoint(content[(name + 5)..<(name + 9)])
        let altitude = Self.fixedPoint(content[(name + 9)..<(name + 13)])
        guard abs(latitude) <= 90, abs(longitude) <= 180, latitude != 0 || longitude != 0 else { return nil }
        self.latitude = latitude
        self.longitude = longitude
        self.altitude = altitude == 0 ? nil : altitude
    }

    /// Behind the zero that ends a text: of UTF-8 it is one byte, of UTF-16, which begins with its mark, two.
    private static func endOfText(_ content: [UInt8], from start: Int) -> Int? {
        guard content.count > start else { return nil }
        guard content[start...].starts(with: [0xFE, 0xFF]) else {
            return content[start...].firstIndex(of: 0).map { $0 + 1 }
        }
        return stride(from: start, to: content.count - 1, by: 2)
            .first { content[$0] == 0 && content[$0 + 1] == 0 }
            .map { $0 + 2 }
    }

    /// 16 bits before the point and 16 behind it, with a sign.
    private static func fixedPoint(_ bytes: ArraySlice<UInt8>) -> Double {
        Double(Int32(bitPattern: bytes.reduce(UInt32(0)) { $0 << 8 | UInt32($1) })) / 65_536
    }
}
