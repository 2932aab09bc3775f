import LineProtocol
import PhotoModel

/// Where a photo was taken, and what a map says of it. Numbers are text, as the daemon wrote them: none is rounded.
struct MapPlace {
    let latitude: String
    let longitude: String
    /// Metres above the sea.
    let altitude: String?
    let item: JSONValue

    static let fields =
        "id,uri,path,type,timestamp,localTime,offset,filename,group,description,latitude,longitude,altitude"

    /// `nil` where it has no position.
    init?(_ item: JSONValue) {
        guard let latitude = Self.number(item["latitude"]), let longitude = Self.number(item["longitude"])
        else {
            return nil
        }
        self.latitude = latitude
        self.longitude = longitude
        altitude = Self.number(item["altitude"])
        self.item = item
    }

    private static func number(_ value: JSONValue?) -> String? {
        guard let value, let number = value.double, number.isFinite else { return nil }
        let text = CellText.json(value)
        return text.contains { $0 == "e" || $0 == "E" } ? plain(number) : text
    }

    /// Without an exponent, which neither XML's decimals nor RFC 5870 have; to a ten-thousandth of a millimetre.
    private static func plain(_ number: Double) -> String? {
        guard number.magnitude < 1e9 else { return nil }
        let scaled = Int64((number * 1e9).rounded())
        var fraction = String(scaled.magnitude % 1_000_000_000)
        fraction = String(repeating: "0", count: 9 - fraction.utf8.count) + fraction
        while fraction.last == "0" { fraction.removeLast() }
        let whole = scaled.magnitude / 1_000_000_000
        return (scaled < 0 ? "-" : "") + "\(whole)" + (fraction.isEmpty ? "" : "." + fraction)
    }

    /// RFC 5870.
    var geoURI: String { "geo:" + [latitude, longitude, altitude].compactMap(\.self).joined(separator: ",") }

    /// Longitude first, as GeoJSON (RFC 7946 §3.1.1) and KML have it.
    var coordinates: String { [longitude, latitude, altitude].compactMap(\.self).joined(separator: ",") }

    /// `2016-11-05T12:34:56Z`, where the moment is known.
    var universalTime: String? {
        guard let timestamp = item["timestamp"]?.integer,
            case let (microseconds, isTooMuch) = timestamp.multipliedReportingOverflow(by: 1000), !isTooMuch,
            (LocalTime.first...LocalTime.last).contains(LocalTime(microseconds: microseconds))
        else { return nil }
        var text: [UInt8] = []
        LocalTime(microseconds: microseconds).appendText(to: &text)
        return String(decoding: text, as: UTF8.self) + "Z"
    }
}
