import Glibc
import TestSupport

/// A wall-clock time, by the C library's calendar.
struct WallClock: Hashable {
    /// Since 1970 on that wall clock.
    var seconds: Int
    /// As written: `78` is 0.78 s.
    var fraction = ""
    var offsetMinutes: Int?

    private var fields: tm {
        var seconds = time_t(self.seconds)
        var fields = tm()
        gmtime_r(&seconds, &fields)
        return fields
    }

    var month: String {
        let fields = fields
        return Self.digits(Int(fields.tm_year) + 1900, 4) + "-" + Self.digits(Int(fields.tm_mon) + 1, 2)
    }

    /// `2016-11-05T12:34:56.78`.
    var text: String { text("-", "T") + (fraction.isEmpty ? "" : ".\(fraction)") }

    /// `2016:11:05 12:34:56`.
    var exifText: String { text(":", " ") }

    /// `20161105_123456`.
    var nameText: String { text("", "_", "") }

    private func text(_ dash: String, _ between: String, _ colon: String = ":") -> String {
        let fields = fields
        let day = [Int(fields.tm_year) + 1900, Int(fields.tm_mon) + 1, Int(fields.tm_mday)]
        let clock = [Int(fields.tm_hour), Int(fields.tm_min), Int(fields.tm_sec)]
        return day.map { Self.digits($0, $0 > 31 ? 4 : 2) }.joined(separator: dash) + between
            + clock.map { Self.digits($0, 2) }.joined(separator: colon)
    }

    var offsetText: String? {
        offsetMinutes.map { minutes in
            (minutes < 0 ? "-" : "+") + Self.digits(abs(minutes) / 60, 2) + ":"
                + Self.digits(abs(minutes) % 60, 2)
        }
    }

    var milliseconds: Int { seconds * 1000 + Self.thousandths(fraction) }

    /// Milliseconds since 1970, where no offset is written by the configured zone's.
    func timestamp(zoneSeconds: Int) -> Int {
        milliseconds - (offsetMinutes.map { $0 * 60 } ?? zoneSeconds) * 1000
    }

    private static func thousandths(_ fraction: String) -> Int {
        Int((fraction + "000").prefix(3)) ?? 0
    }

    private static func digits(_ value: Int, _ count: Int) -> String {
        let text = String(value)
        return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
    }
}

/// What a content that the test wrote says of itself.
enum ContentFacts {
    case photo(PhotoFacts)
    /// A JPEG that no reader can make sense of.
    case unreadable
    /// Bytes that photod does not look into.
    case opaque
}

struct PhotoFacts {
    var taken: WallClock?
    var description: String?
    var group: String?
    var width: Int
    var height: Int
    var latitude: Double?
    var longitude: Double?
}

/// Makes contents, each unlike all others, and remembers what they mean: the test's own record of what it wrote.
struct KnownContents {
    private(set) var facts: [[UInt8]: ContentFacts] = [:]
    private var serial: Int

    /// - Parameter serial: where several make contents, each begins far from the others.
    init(after serial: Int = 0) {
        self.serial = serial
    }

    static let descriptions: [(written: String, description: String?, group: String?)] = [
        ("Beach trip", "Beach trip", "Beach trip"), ("Beach   trip", "Beach   trip", "Beach trip"),
        ("“Übung” \\ 7", "“Übung” \\ 7", "“Übung” \\ 7"), ("OLYMPUS DIGITAL CAMERA", nil, nil),
    ]

    subscript(content: [UInt8]) -> ContentFacts? { facts[content] }

    /// A time between September 2016 and March 2017; some times come again and again, so that ids decide an order.
    static func time(_ random: inout SeededGenerator) -> WallClock {
        let start = 1_472_688_000
        let seconds = random.chance(30) ? random.below(7) * 2_600_000 : random.below(212 * 86_400)
        return WallClock(seconds: start + seconds)
    }

    mutating func photo(_ random: inout SeededGenerator) -> [UInt8] {
        serial += 1
        var file = PhotoFile(
            orientation: random.chance(30) ? 6 : 1,
            width: 600 + random.below(100),
            serial: serial
        )
        let isTurned = file.orientation == 6
        var facts = PhotoFacts(
            width: isTurned ? file.height : file.width,
            height: isTurned ? file.width : file.height
        )
        if random.chance(80) {
            var taken = Self.time(&random)
            if random.chance(40) { taken.fraction = random.chance(50) ? "07" : "78" }
            if random.chance(40) { taken.offsetMinutes = random.chance(50) ? -570 : 120 }
            facts.taken = taken
            file.dateTimeOriginal = taken.exifText
            file.subSeconds = taken.fraction.isEmpty ? nil : taken.fraction
            file.offset = taken.offsetText
        }
        if random.chance(40), let chosen = random.pick(Self.descriptions) {
            file.description = chosen.written
            facts.description = chosen.description
            facts.group = chosen.group
        }
        if random.chance(30) {
            file.position = ([-33, 51, 36], [151, 12, 0])
            facts.latitude = -33.86
            facts.longitude = 151.2
        }
        let bytes = file.bytes
        self.facts[bytes] = .photo(facts)
        // Cut within its image data it still says all this, and cut before its facts nothing.
        for cut in [1, PhotoFile.scan.count] { self.facts[Array(bytes.dropLast(cut))] = .photo(facts) }
        self.facts[Array(bytes.prefix(PhotoFile.frontLength))] = .unreadable
        return bytes
    }

    /// Content of a file that is not parsed: a RAW file, a video, a sidecar.
    mutating func opaque() -> [UInt8] {
        serial += 1
        let bytes = Array("opaque content number \(serial)".utf8)
        facts[bytes] = .opaque
        return bytes
    }

    /// What a program wrote that named a text `.jpg`.
    mutating func garbage() -> [UInt8] {
        serial += 1
        let bytes = Array("not a photo, number \(serial)".utf8)
        facts[bytes] = .unreadable
        return bytes
    }
}

extension WallClock {
    /// From the number that its digits make: 20161105123456.
    init(numbers value: Int) {
        var fields = tm()
        fields.tm_sec = Int32(value % 100)
        fields.tm_min = Int32(value / 100 % 100)
        fields.tm_hour = Int32(value / 10_000 % 100)
        fields.tm_mday = Int32(value / 1_000_000 % 100)
        fields.tm_mon = Int32(value / 100_000_000 % 100 - 1)
        fields.tm_year = Int32(value / 10_000_000_000 - 1900)
        self.init(seconds: timegm(&fields))
    }
}
