/// The properties of an XMP packet that are asked for.
enum XMPProperty: Int, CaseIterable {
    case originalDate, digitizedDate, latitude, longitude, altitude, altitudeReference
    case createdDay
    case creation, modification, rating
    case imageModification, make, model, imageDescription
    case description, title, keywords
    case lens
    case pickLabel
    case favorite
    case extensionIdentifier

    /// The schema it belongs to, and what it is called there.
    var name: (XMPNamespace, StaticString) {
        switch self {
        case .originalDate: (.exif, "DateTimeOriginal")
        case .digitizedDate: (.exif, "DateTimeDigitized")
        case .latitude: (.exif, "GPSLatitude")
        case .longitude: (.exif, "GPSLongitude")
        case .altitude: (.exif, "GPSAltitude")
        case .altitudeReference: (.exif, "GPSAltitudeRef")
        case .createdDay: (.photoshop, "DateCreated")
        case .creation: (.basic, "CreateDate")
        case .modification: (.basic, "ModifyDate")
        case .rating: (.basic, "Rating")
        case .imageModification: (.tiff, "DateTime")
        case .make: (.tiff, "Make")
        case .model: (.tiff, "Model")
        case .imageDescription: (.tiff, "ImageDescription")
        case .description: (.dublinCore, "description")
        case .title: (.dublinCore, "title")
        case .keywords: (.dublinCore, "subject")
        case .lens: (.auxiliary, "Lens")
        case .pickLabel: (.digiKam, "PickLabel")
        case .favorite: (.fStop, "favorite")
        case .extensionIdentifier: (.note, "HasExtendedXMP")
        }
    }

    static func named(_ name: UnsafeRawBufferPointer, in namespace: XMPNamespace) -> XMPProperty? {
        byNamespace[namespace.rawValue].first { property in
            property.name.1.withUTF8Buffer { name.elementsEqual($0) }
        }
    }

    private static let byNamespace = XMPNamespace.allCases.map { namespace in
        allCases.filter { $0.name.0 == namespace }
    }
}

/// The schemas those properties belong to, and that of RDF itself.
enum XMPNamespace: Int, CaseIterable {
    case rdf, exif, photoshop, basic, tiff, dublinCore, auxiliary, digiKam, fStop, note

    private var uri: StaticString {
        switch self {
        case .rdf: "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
        case .exif: "http://ns.adobe.com/exif/1.0/"
        case .photoshop: "http://ns.adobe.com/photoshop/1.0/"
        case .basic: "http://ns.adobe.com/xap/1.0/"
        case .tiff: "http://ns.adobe.com/tiff/1.0/"
        case .dublinCore: "http://purl.org/dc/elements/1.1/"
        case .auxiliary: "http://ns.adobe.com/exif/1.0/aux/"
        case .digiKam: "http://www.digikam.org/ns/1.0/"
        case .fStop: "http://www.fstopapp.com/xmp/"
        case .note: "http://ns.adobe.com/xmp/note/"
        }
    }

    /// What nearly every program calls it: believed where a packet does not declare what its prefixes stand for.
    private var prefixes: [StaticString] {
        switch self {
        case .rdf: ["rdf"]
        case .exif: ["exif"]
        case .photoshop: ["photoshop"]
        case .basic: ["xmp", "xap"]
        case .tiff: ["tiff"]
        case .dublinCore: ["dc"]
        case .auxiliary: ["aux"]
        case .digiKam: ["digiKam"]
        case .fStop: ["fstop"]
        case .note: ["xmpNote"]
        }
    }

    init?(uri: UnsafeRawBufferPointer) {
        guard let found = Self.allCases.first(where: { $0.uri.withUTF8Buffer { uri.elementsEqual($0) } })
        else { return nil }
        self = found
    }

    init?(customaryPrefix prefix: UnsafeRawBufferPointer) {
        let found = Self.allCases.first { namespace in
            namespace.prefixes.contains { $0.withUTF8Buffer { prefix.elementsEqual($0) } }
        }
        guard let found else { return nil }
        self = found
    }
}
