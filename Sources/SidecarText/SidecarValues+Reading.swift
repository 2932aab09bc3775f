extension SidecarValues {
    /// What a sidecar says.
    init(_ outline: SidecarOutline) {
        self.init(
            date: Self.said(outline.text(.originalDate) ?? outline.text(.createdDay)),
            place: Self.place(outline),
            description: Self.said(outline.text(.description)),
            title: Self.said(outline.text(.title)),
            rating: outline.text(.rating).flatMap(RatingText.rating).map { .set($0) } ?? .removed,
            keywords: outline[.keywords].lazy.map(\.list).first { !$0.isEmpty }.map { items in
                .set(items.map { String(decoding: $0, as: UTF8.self) })
            } ?? .removed
        )
    }

    private static func said(_ text: [UInt8]?) -> Setting<String> {
        text.map { .set(String(decoding: $0, as: UTF8.self)) } ?? .removed
    }

    /// Only as a whole.
    private static func place(_ outline: SidecarOutline) -> Setting<Place> {
        guard let latitude = outline.text(.latitude).flatMap(GPSText.latitude),
            let longitude = outline.text(.longitude).flatMap(GPSText.longitude)
        else { return .removed }
        let isBelow = outline.text(.altitudeReference)?.first == UInt8(ascii: "1")
        let altitude = outline.text(.altitude).flatMap(GPSText.altitude).map { isBelow ? -$0 : $0 }
        return .set(Place(latitude: latitude, longitude: longitude, altitude: altitude))
    }
}
