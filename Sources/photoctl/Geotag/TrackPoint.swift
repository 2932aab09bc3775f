/// Where somebody was at a moment.
struct TrackPoint: Hashable {
    /// Milliseconds since 1970.
    var time: Int64
    /// Degrees, WGS 84.
    var latitude: Double
    var longitude: Double
    /// Metres above the sea.
    var altitude: Double?

    /// A place between this and another, by the time that has passed. The way is the shorter one, also across the line where
    /// the date changes.
    func position(at time: Int64, towards next: TrackPoint) -> TrackPoint {
        let span = next.time - self.time
        let share = span > 0 ? Double(time - self.time) / Double(span) : 0
        var east = next.longitude - longitude
        if east > 180 { east -= 360 } else if east < -180 { east += 360 }
        var longitude = longitude + east * share
        if longitude > 180 { longitude -= 360 } else if longitude < -180 { longitude += 360 }
        return TrackPoint(
            time: time,
            latitude: latitude + (next.latitude - latitude) * share,
            longitude: longitude,
            altitude: altitude.flatMap { low in next.altitude.map { low + ($0 - low) * share } }
        )
    }

    /// As `edit location=` takes it: a ten-millionth of a degree is a centimetre.
    var word: String {
        let place = "\(Self.text(latitude, 10_000_000)),\(Self.text(longitude, 10_000_000))"
        guard let altitude else { return place }
        return "\(place),\(Self.text(altitude, 10))"
    }

    /// Without an exponent, which only numbers next to nothing have.
    private static func text(_ number: Double, _ scale: Double) -> String {
        let rounded = (number * scale).rounded() / scale
        if abs(rounded) < 0.0001 { return "0" }
        return Int(exactly: rounded).map { "\($0)" } ?? "\(rounded)"
    }
}
