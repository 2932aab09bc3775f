import Glibc

/// All places that are at most so far from one place, along the surface of the earth taken for a sphere.
///
/// The sphere has the earth's mean radius (6371.0088 km, IUGG); the error against the ellipsoid stays under 0.6 %.
public struct GeographicCircle: Sendable, Hashable {
    /// Degrees, −90 to 90; north is positive.
    public let latitude: Double
    /// Degrees, −180 to 180; east is positive.
    public let longitude: Double
    public let kilometres: Double

    private static let earthRadius = 6371.0088
    /// Degrees by which the box is larger than it must be, against rounding: ten centimetres.
    private static let margin = 1e-6

    /// `nil` where a number is out of its range.
    public init?(latitude: Double, longitude: Double, kilometres: Double) {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude), kilometres >= 0,
            kilometres.isFinite
        else { return nil }
        self.latitude = latitude
        self.longitude = longitude
        self.kilometres = kilometres
    }

    /// Whether a place lies within, its edge included.
    public func contains(latitude other: Double, longitude otherLongitude: Double) -> Bool {
        distance(latitude: other, longitude: otherLongitude) <= kilometres
    }

    /// Kilometres along the great circle, by the haversine formula, which is exact for near places too.
    public func distance(latitude other: Double, longitude otherLongitude: Double) -> Double {
        let first = Self.radians(latitude)
        let second = Self.radians(other)
        let height = sin((second - first) / 2)
        let width = sin(Self.radians(otherLongitude - longitude) / 2)
        let haversine = height * height + cos(first) * cos(second) * width * width
        return 2 * Self.earthRadius * asin(min(1, haversine.squareRoot()))
    }

    /// The latitudes that the circle reaches.
    public var latitudes: ClosedRange<Double> {
        let reach = angle + Self.margin
        return max(-90, latitude - reach)...min(90, latitude + reach)
    }

    /// The longitudes that the circle reaches: two stretches where it lies across the date line, all where a pole is in
    /// it.
    public var longitudes: [ClosedRange<Double>] {
        guard abs(latitude) + angle + Self.margin < 90 else { return [-180...180] }
        // Where a meridian touches the circle; the poles are outside, so the quotient is less than one.
        let quotient = sin(Self.radians(angle)) / cos(Self.radians(latitude))
        let reach = asin(min(1, quotient)) * 180 / Double.pi + Self.margin
        let west = longitude - reach
        let east = longitude + reach
        if west <= -180, east >= 180 { return [-180...180] }
        if west <= -180 { return [-180...east, (west + 360)...180] }
        if east >= 180 { return [west...180, -180...(east - 360)] }
        return [west...east]
    }

    /// The radius as degrees of a great circle.
    private var angle: Double { kilometres / Self.earthRadius * 180 / Double.pi }

    private static func radians(_ degrees: Double) -> Double { degrees * Double.pi / 180 }
}
