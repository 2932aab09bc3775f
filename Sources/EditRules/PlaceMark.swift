/// Where somebody says a photo was taken.
public enum PlaceMark: Hashable, Sendable {
    /// Degrees, WGS 84, north and east positive; metres above the sea.
    case at(latitude: Double, longitude: Double, altitude: Double?)
    /// Nowhere, whatever the file says.
    case none

    /// Metres, from below the deepest sea to where no photo that has a place is taken.
    private static let altitudes = -12_000.0...100_000.0

    /// Reads `LAT,LON`, `LAT,LON,ALT` and `none`; `nil` of anything else, and beyond the poles and the date line.
    public init?(word: String) {
        if word == "none" {
            self = .none
            return
        }
        let parts = word.split(separator: ",", omittingEmptySubsequences: false).map { part -> Double? in
            let text = part.drop { $0 == " " }
            guard let first = text.utf8.first, first == UInt8(ascii: "-") || (0x30...0x39).contains(first),
                text.utf8.allSatisfy({
                    (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")
                })
            else { return nil }
            return Double(text)
        }
        guard (2...3).contains(parts.count), let latitude = parts[0].map(Self.plain),
            let longitude = parts[1].map(Self.plain), (-90...90).contains(latitude),
            (-180...180).contains(longitude)
        else { return nil }
        guard parts.count == 3 else {
            self = .at(latitude: latitude, longitude: longitude, altitude: nil)
            return
        }
        guard let altitude = parts[2].map(Self.plain), Self.altitudes.contains(altitude) else { return nil }
        self = .at(latitude: latitude, longitude: longitude, altitude: altitude)
    }

    /// What `init(word:)` reads.
    public var word: String {
        switch self {
        case .none: "none"
        case .at(let latitude, let longitude, nil):
            "\(Self.text(latitude)),\(Self.text(longitude))"
        case .at(let latitude, let longitude, let altitude?):
            "\(Self.text(latitude)),\(Self.text(longitude)),\(Self.text(altitude))"
        }
    }

    /// As its text is read again.
    private static func plain(_ number: Double) -> Double {
        abs(number) < 0.000_1 ? (number * 10_000_000).rounded() / 10_000_000 + 0 : number
    }

    /// Without an exponent, which only numbers next to nothing have: a ten-millionth of a degree is a centimetre.
    private static func text(_ number: Double) -> String {
        if let whole = Int(exactly: number) { return "\(whole)" }
        guard abs(number) < 0.000_1 else { return "\(number)" }
        return (number * 10_000_000).rounded() == 0 ? "0" : fixed(number)
    }

    private static func fixed(_ number: Double) -> String {
        let digits = "\(Int((abs(number) * 10_000_000).rounded()))"
        return (number < 0 ? "-0." : "0.") + String(repeating: "0", count: max(7 - digits.count, 0)) + digits
    }
}
