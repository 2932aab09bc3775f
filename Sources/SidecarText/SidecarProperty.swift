/// The properties of a sidecar that are edited, in the order in which new ones are written.
enum SidecarProperty: Int, CaseIterable {
    case originalDate, latitude, longitude, altitude, altitudeReference, positionVersion
    case createdDay
    case rating
    case title, description, keywords
    /// What programs of their own say of stars and keywords beside the former: changed where it is there, never added.
    case windowsRating, windowsTags, digiKamTags, lightroomTags

    enum Kind {
        case text
        case latitude, longitude, altitude, rating
        /// A text in several languages, `rdf:Alt`.
        case localized
        /// `rdf:Bag`.
        case list
    }

    /// The schema it belongs to.
    var namespace: SidecarNamespace {
        switch self {
        case .originalDate, .latitude, .longitude, .altitude, .altitudeReference, .positionVersion: .exif
        case .createdDay: .photoshop
        case .rating: .basic
        case .title, .description, .keywords: .dublinCore
        case .windowsRating, .windowsTags: .windows
        case .digiKamTags: .digiKam
        case .lightroomTags: .lightroom
        }
    }

    /// What it is called in its schema.
    var localName: StaticString {
        switch self {
        case .originalDate: "DateTimeOriginal"
        case .latitude: "GPSLatitude"
        case .longitude: "GPSLongitude"
        case .altitude: "GPSAltitude"
        case .altitudeReference: "GPSAltitudeRef"
        case .positionVersion: "GPSVersionID"
        case .createdDay: "DateCreated"
        case .rating: "Rating"
        case .title: "title"
        case .description: "description"
        case .keywords: "subject"
        case .windowsRating: "Rating"
        case .windowsTags: "LastKeywordXMP"
        case .digiKamTags: "TagsList"
        case .lightroomTags: "hierarchicalSubject"
        }
    }

    var kind: Kind {
        switch self {
        case .originalDate, .createdDay, .altitudeReference, .positionVersion, .windowsRating: .text
        case .latitude: .latitude
        case .longitude: .longitude
        case .altitude: .altitude
        case .rating: .rating
        case .title, .description: .localized
        case .keywords, .windowsTags, .digiKamTags, .lightroomTags: .list
        }
    }

    /// The one of that name and schema. Most names are none of them, and their schema is not asked for.
    init?(localName: ArraySlice<UInt8>, in namespace: () -> SidecarNamespace?) {
        let named = Self.allCases.filter { localName.reads($0.localName) }
        guard !named.isEmpty, let namespace = namespace(),
            let found = named.first(where: { $0.namespace == namespace })
        else { return nil }
        self = found
    }
}

/// The schemas of those properties, and what they are written in.
enum SidecarNamespace: Int, CaseIterable {
    case rdf, packet, exif, photoshop, basic, dublinCore
    case windows, digiKam, lightroom

    var uri: StaticString {
        switch self {
        case .rdf: "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
        case .packet: "adobe:ns:meta/"
        case .exif: "http://ns.adobe.com/exif/1.0/"
        case .photoshop: "http://ns.adobe.com/photoshop/1.0/"
        case .basic: "http://ns.adobe.com/xap/1.0/"
        case .dublinCore: "http://purl.org/dc/elements/1.1/"
        case .windows: "http://ns.microsoft.com/photo/1.0/"
        case .digiKam: "http://www.digikam.org/ns/1.0/"
        case .lightroom: "http://ns.adobe.com/lightroom/1.0/"
        }
    }

    /// What nearly every program calls it.
    var usualPrefix: StaticString {
        switch self {
        case .rdf: "rdf"
        case .packet: "x"
        case .exif: "exif"
        case .photoshop: "photoshop"
        case .basic: "xmp"
        case .dublinCore: "dc"
        case .windows: "MicrosoftPhoto"
        case .digiKam: "digiKam"
        case .lightroom: "lr"
        }
    }

    init?(uri: some Collection<UInt8>) {
        // As exiftool and some programs of Microsoft's write it.
        if uri.reads("http://ns.microsoft.com/photo/1.0") {
            self = .windows
            return
        }
        guard let found = Self.allCases.first(where: { uri.reads($0.uri) }) else { return nil }
        self = found
    }

    /// Believed, as by the reader, where a sidecar does not declare what its prefixes stand for.
    init?(undeclared prefix: ArraySlice<UInt8>) {
        if prefix.reads("xap") {
            self = .basic
            return
        }
        guard let found = Self.allCases.first(where: { prefix.reads($0.usualPrefix) }) else { return nil }
        self = found
    }
}

extension Collection<UInt8> {
    /// Whether the bytes are that text.
    func reads(_ text: StaticString) -> Bool {
        count == text.utf8CodeUnitCount && text.withUTF8Buffer { elementsEqual($0) }
    }
}

extension [UInt8] {
    init(_ text: StaticString) {
        self = text.withUTF8Buffer { Array($0) }
    }

    /// The byte there; 0 beyond the ends.
    func byte(at index: Int) -> UInt8 { indices.contains(index) ? self[index] : 0 }
}
