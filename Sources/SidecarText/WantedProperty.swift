/// What one property of a sidecar shall be.
struct WantedProperty {
    enum Value {
        /// The property shall not be there.
        case none
        case text([UInt8])
        case list([[UInt8]])
    }

    let property: SidecarProperty
    let value: Value

    /// The properties that values are written as (Metadata Working Group guidelines 2.0, §5).
    static func all(of values: SidecarValues) throws(SidecarTextError) -> [WantedProperty] {
        var wanted: [SidecarProperty: Value] = [:]
        if let date = values.date {
            let value = try text(date, called: "date")
            wanted[.originalDate] = value
            wanted[.createdDay] = value
        }
        if let place = values.place { try add(place, to: &wanted) }
        if let description = values.description {
            wanted[.description] = try text(description, called: "description")
        }
        if let title = values.title { wanted[.title] = try text(title, called: "title") }
        if let rating = values.rating { wanted[.rating] = try text(rating) }
        if let keywords = values.keywords { wanted[.keywords] = try list(keywords) }
        return SidecarProperty.allCases.compactMap { property in
            wanted[property].map { WantedProperty(property: property, value: $0) }
        }
    }

    // MARK: Is it so?

    /// Whether the property has that value there.
    func isMet(by occurrence: PropertyOccurrence) -> Bool {
        switch value {
        case .none: false
        case .list(let items): occurrence.list.elementsEqual(items)
        case .text(let text): occurrence.text == text || Self.isSame(occurrence.text, text, property.kind)
        }
    }

    /// Whether two texts are one number: programs write them in many ways.
    private static func isSame(_ text: [UInt8], _ other: [UInt8], _ kind: SidecarProperty.Kind) -> Bool {
        let read: ([UInt8]) -> Double?
        let tolerance: Double
        switch kind {
        case .text, .localized, .list: return false
        // A tenth of a millimetre: less than the rounding of what is written costs.
        case .latitude: (read, tolerance) = (GPSText.latitude, 1e-9)
        case .longitude: (read, tolerance) = (GPSText.longitude, 1e-9)
        case .altitude: (read, tolerance) = (GPSText.altitude, 0.0005)
        case .rating: (read, tolerance) = ({ RatingText.rating($0).map(Double.init) }, 0)
        }
        guard let value = read(text), let other = read(other) else { return false }
        return (value - other).magnitude <= tolerance
    }

    // MARK: Values

    /// A text that is blank is none: the reader does not see it.
    private static func text(_ said: Setting<String>, called name: String) throws(SidecarTextError) -> Value {
        guard case .set(let value) = said else { return .none }
        let text = try text(value, called: name)
        return text.isEmpty ? .none : .text(text)
    }

    /// - Returns: without white space at its ends, which the reader takes away.
    private static func text(_ value: String, called name: String) throws(SidecarTextError) -> [UInt8] {
        if let scalar = value.unicodeScalars.first(where: { !XMLCharacters.isAllowed($0) }) {
            // With a one before it the number has its zeros.
            let code = "U+" + String(scalar.value | 0x10000, radix: 16, uppercase: true).dropFirst()
            throw .unwritable(property: name, reason: "XML has no way to write the character \(code)")
        }
        let text = Array(value.utf8)
        guard let first = text.firstIndex(where: { !$0.isMarkupSpace }),
            let last = text.lastIndex(where: { !$0.isMarkupSpace })
        else { return [] }
        guard last - first < lengthLimit else {
            throw .unwritable(property: name, reason: "it is longer than 64 KiB")
        }
        return Array(text[first...last])
    }

    /// What the reader reads of a text.
    private static let lengthLimit = 64 << 10

    private static func text(_ said: Setting<Int>) throws(SidecarTextError) -> Value {
        guard case .set(let rating) = said else { return .none }
        guard (-1...5).contains(rating) else {
            throw .unwritable(property: "rating", reason: "it must be 0 to 5, or -1 for a rejected photo")
        }
        return .text(Array(String(rating).utf8))
    }

    private static func list(_ said: Setting<[String]>) throws(SidecarTextError) -> Value {
        guard case .set(let keywords) = said else { return .none }
        var items: [[UInt8]] = []
        for keyword in keywords {
            let item = try text(keyword, called: "keyword")
            if !item.isEmpty { items.append(item) }
        }
        return items.isEmpty ? .none : .list(items)
    }

    private static func add(
        _ place: Setting<SidecarValues.Place>,
        to wanted: inout [SidecarProperty: Value]
    ) throws(SidecarTextError) {
        for property in [
            SidecarProperty.latitude, .longitude, .altitude, .altitudeReference, .positionVersion,
        ] {
            wanted[property] = Value.none
        }
        guard case .set(let place) = place else { return }
        guard (-90...90).contains(place.latitude), (-180...180).contains(place.longitude) else {
            throw .unwritable(
                property: "place",
                reason: "latitudes go from -90 to 90 degrees and longitudes from -180 to 180"
            )
        }
        wanted[.latitude] = .text(GPSText.coordinate(place.latitude, positive: "N", negative: "S"))
        wanted[.longitude] = .text(GPSText.coordinate(place.longitude, positive: "E", negative: "W"))
        wanted[.positionVersion] = .text(Array("2.2.0.0".utf8))
        guard let metres = place.altitude else { return }
        guard let altitude = GPSText.altitude(metres) else {
            throw .unwritable(property: "place", reason: "its altitude is beyond what can be written")
        }
        wanted[.altitude] = .text(altitude)
        wanted[.altitudeReference] = .text(GPSText.reference(ofAltitude: metres))
    }
}
