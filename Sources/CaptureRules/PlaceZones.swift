import Glibc

/// Why bytes are no table of zones and places.
public enum PlaceZonesError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Counted from 1.
    case badLine(Int, String)
    case empty

    public var description: String {
        switch self {
        case .badLine(let number, let what):
            "line \(number) of the table of time zones is damaged (\(what)); reinstall the package tzdata"
        case .empty: "the table of time zones names no zone; reinstall the package tzdata"
        }
    }
}

/// The zone of a position: that of the nearest known place.
///
/// The places are those of the time zone database, one a zone, and some cities (`CityZones`) without which
/// its larger zones would end where a small neighbour's capital is nearer. There are no borders: within some
/// hundred kilometres of one the answer may be the neighbour's zone. Neighbours are mostly an hour apart or
/// less, so a month is wrong only for what was taken within that hour of its turn, and only where nothing
/// else tells a zone.
public struct PlaceZones: Sendable {
    private let names: [String]
    private let places: [Place]

    private struct Place {
        let direction: Direction
        /// An index into `names`.
        let zone: Int
    }

    /// Reads the bytes of tzdata's `zone.tab` or `zone1970.tab`.
    ///
    /// The two have one form. Prefer `zone.tab`, which has a place for every country: in the other, countries
    /// whose clocks have agreed since 1970 share one, however far apart.
    ///
    /// The form, as the heads of the files state it: lines of columns parted by tabs, countries, a position
    /// (`±DDMM±DDDMM` or `±DDMMSS±DDDMMSS`, ISO 6709), a zone's name, and comments; `#` begins a line of
    /// comment.
    public init(table bytes: [UInt8]) throws(PlaceZonesError) {
        var names: [String] = []
        var places: [Place] = []
        for (number, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .enumerated()
        {
            guard let first = line.first, first != UInt8(ascii: "#") else { continue }
            let columns = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
            guard columns.count >= 3 else { throw .badLine(number + 1, "fewer than three columns") }
            guard let direction = Self.direction(columns[1]) else {
                throw .badLine(number + 1, "no position in the second column")
            }
            guard let name = String(validating: columns[2], as: UTF8.self), !name.isEmpty else {
                throw .badLine(number + 1, "no name in the third column")
            }
            places.append(Place(direction: direction, zone: names.count))
            names.append(name)
        }
        if places.isEmpty { throw .empty }
        for city in CityZones.all {
            for place in city.places {
                let direction = Direction(latitude: place.latitude, longitude: place.longitude)
                places.append(Place(direction: direction, zone: names.count))
            }
            names.append(city.zone)
        }
        self.names = names
        self.places = places
    }

    /// - Parameters:
    ///   - latitude: degrees, north positive.
    ///   - longitude: degrees, east positive.
    /// - Returns: `Asia/Tokyo`; `nil` where these are no position.
    public func zoneName(latitude: Double, longitude: Double) -> String? {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
        let here = Direction(latitude: latitude, longitude: longitude)
        // The larger the cosine of the angle between two directions, the nearer the places.
        let nearest = places.max { here.cosine(to: $0.direction) < here.cosine(to: $1.direction) }
        return nearest.map { names[$0.zone] }
    }

    /// From the middle of the Earth, of length one.
    private struct Direction {
        let x: Double
        let y: Double
        let z: Double

        /// In degrees.
        init(latitude: Double, longitude: Double) {
            let north = latitude * .pi / 180
            let east = longitude * .pi / 180
            x = cos(north) * cos(east)
            y = cos(north) * sin(east)
            z = sin(north)
        }

        func cosine(to other: Direction) -> Double {
            x * other.x + y * other.y + z * other.z
        }
    }

    // MARK: ISO 6709

    private static func direction(_ text: ArraySlice<UInt8>) -> Direction? {
        let signs = text.indices.filter { text[$0] == UInt8(ascii: "+") || text[$0] == UInt8(ascii: "-") }
        guard signs.count == 2, signs[0] == text.startIndex,
            let latitude = degrees(text[..<signs[1]], wholeDigits: 2, most: 90),
            let longitude = degrees(text[signs[1]...], wholeDigits: 3, most: 180)
        else { return nil }
        return Direction(latitude: latitude, longitude: longitude)
    }

    /// A sign, degrees of so many digits, minutes and perhaps seconds of two.
    private static func degrees(_ text: ArraySlice<UInt8>, wholeDigits: Int, most: Double) -> Double? {
        let digits = text.dropFirst()
        guard digits.count == wholeDigits + 2 || digits.count == wholeDigits + 4 else { return nil }
        let seconds = digits.dropFirst(wholeDigits + 2)
        guard let whole = number(digits.prefix(wholeDigits)),
            let minutes = number(digits.dropFirst(wholeDigits).prefix(2)), minutes < 60,
            let rest = seconds.isEmpty ? 0 : number(seconds), rest < 60
        else { return nil }
        let value = Double(whole) + Double(minutes) / 60 + Double(rest) / 3600
        guard value <= most else { return nil }
        return text.first == UInt8(ascii: "-") ? -value : value
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        var value = 0
        for byte in digits {
            guard let digit = ByteScanner.digit(byte) else { return nil }
            value = value * 10 + digit
        }
        return value
    }
}
