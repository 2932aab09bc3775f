import ArgumentParser
import LineProtocol

/// How places are written down.
enum MapFormat: String, CaseIterable, ExpressibleByArgument {
    case geojson, gpx, kml, geo

    var head: String {
        switch self {
        case .geojson: "{\"type\":\"FeatureCollection\",\"features\":["
        case .gpx:
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                + "<gpx version=\"1.1\" creator=\"photoctl\" xmlns=\"http://www.topografix.com/GPX/1/1\">\n"
        case .kml:
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                + "<kml xmlns=\"http://www.opengis.net/kml/2.2\"><Document>\n"
        case .geo: ""
        }
    }

    var tail: String {
        switch self {
        case .geojson: "\n]}\n"
        case .gpx: "</gpx>\n"
        case .kml: "</Document></kml>\n"
        case .geo: ""
        }
    }

    /// - Parameter isFirst: nothing comes before it.
    func text(_ place: MapPlace, isFirst: Bool) -> String {
        switch self {
        case .geojson: (isFirst ? "\n" : ",\n") + Self.feature(place)
        case .gpx: Self.waypoint(place)
        case .kml: Self.placemark(place)
        case .geo: place.geoURI + "\n"
        }
    }

    private static func feature(_ place: MapPlace) -> String {
        let properties = ["id", "uri", "type", "filename", "localTime", "offset", "group", "description"]
            .compactMap { name in
                place.item[name].map { "\"\(name)\":\(CellText.json($0))" }
            }
        return
            "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[\(place.coordinates)]},"
            + "\"properties\":{\(properties.joined(separator: ","))}}"
    }

    /// Members in the order of the schema: ele, time, name, desc, link.
    private static func waypoint(_ place: MapPlace) -> String {
        let item = place.item
        return "<wpt lat=\"\(place.latitude)\" lon=\"\(place.longitude)\">"
            + element("ele", place.altitude) + element("time", place.universalTime)
            + element("name", item["filename"]?.string) + element("desc", item["description"]?.string)
            + (item["uri"]?.string.map { "<link href=\"\(MarkupText.escaped($0))\"/>" } ?? "") + "</wpt>\n"
    }

    private static func placemark(_ place: MapPlace) -> String {
        let item = place.item
        let time = item["localTime"]?.string.map { $0 + (item["offset"]?.string ?? "") }
        return "<Placemark>" + element("name", item["filename"]?.string)
            + element("description", item["description"]?.string)
            + (time.map { "<TimeStamp>\(element("when", $0))</TimeStamp>" } ?? "")
            + "<Point>\(element("coordinates", place.coordinates))</Point></Placemark>\n"
    }

    private static func element(_ name: String, _ text: String?) -> String {
        text.map { "<\(name)>\(MarkupText.escaped($0))</\(name)>" } ?? ""
    }
}

/// Text as XML 1.0 takes it.
enum MarkupText {
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "\t", "\n", "\r": escaped.unicodeScalars.append(scalar)
            // No document may hold these, not even as a reference (XML 1.0 §2.2).
            case "\u{0}"..<" ", "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
