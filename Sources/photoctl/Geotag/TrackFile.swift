import CExpat
import LineProtocol
import PhotoModel

/// A GPX file (GPX 1.0 and 1.1, Topografix): the points of its tracks that have a time.
struct TrackFile {
    private(set) var points: [TrackPoint] = []

    struct Damage: Error, CustomStringConvertible {
        let description: String
    }

    init(_ bytes: [UInt8]) throws(Damage) {
        let reading = Reading()
        guard let parser = XML_ParserCreate(nil) else { throw Damage(description: "out of memory") }
        defer { XML_ParserFree(parser) }
        XML_SetUserData(parser, Unmanaged.passUnretained(reading).toOpaque())
        XML_SetElementHandler(
            parser,
            { Reading.of($0)?.begin($1, $2) },
            { user, _ in Reading.of(user)?.end() }
        )
        XML_SetCharacterDataHandler(parser) { Reading.of($0)?.add($1, $2) }
        // Expat's lengths are of 32 bits.
        var rest = bytes[...]
        while true {
            let piece = rest.prefix(1 << 20)
            rest = rest.dropFirst(piece.count)
            let isRead = piece.withUnsafeBytes { buffer in
                XML_Parse(
                    parser,
                    buffer.bindMemory(to: CChar.self).baseAddress,
                    Int32(buffer.count),
                    rest.isEmpty ? 1 : 0
                ) == XML_STATUS_OK
            }
            guard isRead else {
                let reason = XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } ?? "no XML"
                throw Damage(description: "line \(XML_GetCurrentLineNumber(parser)): \(reason)")
            }
            if rest.isEmpty { break }
        }
        guard reading.isTrack else { throw Damage(description: "it is no GPX file") }
        points = reading.points
    }

    /// What the parser has come upon. Only the parser of one call has it.
    private final class Reading {
        var points: [TrackPoint] = []
        var isTrack = false
        private var depth = 0
        private var point: TrackPoint?
        /// Where the point is, whose own elements are one deeper: others have times and heights too.
        private var pointDepth = 0
        /// Whether the point has a time.
        private var isTimed = false
        private var name = ""
        private var text: [UInt8] = []

        /// Metres. What is beyond is none: `edit` would refuse the whole list for it.
        private static let altitudes = -12_000.0...100_000.0
        /// No number of a track is longer.
        private static let longestText = 100

        static func of(_ user: UnsafeMutableRawPointer?) -> Reading? {
            user.map { Unmanaged<Reading>.fromOpaque($0).takeUnretainedValue() }
        }

        func begin(
            _ name: UnsafePointer<CChar>?,
            _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
        ) {
            depth += 1
            self.name = name.map { Self.local(String(cString: $0)) } ?? ""
            text.removeAll()
            if depth == 1 { isTrack = self.name == "gpx" }
            guard self.name == "trkpt" else { return }
            var place: [String: Double] = [:]
            var next = attributes
            while let key = next?[0], let value = next?[1] {
                place[String(cString: key)] = Double(String(cString: value))
                next = next?.advanced(by: 2)
            }
            isTimed = false
            point = nil
            pointDepth = depth
            guard let latitude = place["lat"], let longitude = place["lon"], (-90...90).contains(latitude),
                (-180...180).contains(longitude)
            else { return }
            point = TrackPoint(time: 0, latitude: latitude, longitude: longitude)
        }

        func add(_ bytes: UnsafePointer<CChar>?, _ count: Int32) {
            guard point != nil, let bytes, text.count < Self.longestText else { return }
            text.append(
                contentsOf: UnsafeBufferPointer(start: bytes, count: Int(count)).lazy.map {
                    UInt8(bitPattern: $0)
                }
            )
        }

        func end() {
            defer {
                depth -= 1
                name = ""
                self.text.removeAll()
            }
            if depth == pointDepth { return finishPoint() }
            guard depth == pointDepth + 1 else { return }
            let text = String(decoding: text, as: UTF8.self)
            let word = text.split(whereSeparator: \.isWhitespace).first.map(String.init) ?? ""
            switch name {
            case "ele": point?.altitude = Double(word).flatMap { Self.altitudes.contains($0) ? $0 : nil }
            case "time":
                guard point != nil, let time = GPXTime.milliseconds(word) else { return }
                point?.time = time
                isTimed = true
            default: break
            }
        }

        private func finishPoint() {
            if isTimed, let point { points.append(point) }
            point = nil
            pointDepth = 0
        }

        /// Without the prefix of a name space.
        private static func local(_ name: String) -> String {
            name.split(separator: ":").last.map(String.init) ?? name
        }
    }
}

/// A time of XML Schema, as GPX has it.
enum GPXTime {
    /// Milliseconds since 1970 of `2016-11-05T12:34:56.5Z`; a time without an offset is UTC, as GPX says all are.
    static func milliseconds(_ text: String) -> Int64? {
        var time = text[...]
        var offset: Int64 = 0
        if let last = time.last, last == "Z" || last == "z" {
            time.removeLast()
        } else if let sign = time.lastIndex(where: { $0 == "+" || $0 == "-" }),
            let begin = time.firstIndex(of: "T"), sign > begin
        {
            let parts = time[sign...].dropFirst().split(separator: ":").map { Int64($0) }
            guard parts.count == 2, let hours = parts[0], let minutes = parts[1], hours <= 15, minutes <= 59
            else {
                return nil
            }
            offset = (time[sign] == "-" ? -1 : 1) * (hours * 60 + minutes) * 60_000
            time = time[..<sign]
        }
        // More digits than six are dropped: no photo is that exact.
        if let point = time.lastIndex(of: ".") {
            time = time.prefix(time.distance(from: time.startIndex, to: point) + 7)
        }
        guard time.count >= 19, let local = DatePrefix.start(of: String(time)) else { return nil }
        return local.microseconds / 1000 - offset
    }
}
