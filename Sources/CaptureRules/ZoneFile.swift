/// Why bytes are no zone file.
public enum ZoneFileError: Error, Hashable, Sendable, CustomStringConvertible {
    case notAZoneFile
    case truncated
    case malformed(String)
    case leapSeconds
    case notARule(String)

    public var description: String {
        switch self {
        case .notAZoneFile:
            "not a time zone file (its first bytes are not TZif); reinstall the package tzdata"
        case .truncated: "the time zone file ends too early; reinstall the package tzdata"
        case .malformed(let what): "the time zone file is damaged (\(what)); reinstall the package tzdata"
        case .leapSeconds:
            "the time zone counts leap seconds, which file times do not; choose the zone without right/ before it"
        case .notARule(let text):
            "\"\(text)\" is neither a zone of the time zone database nor a POSIX rule; set TZ to a name such as "
                + "Europe/Paris"
        }
    }
}

/// The content of a TZif file (RFC 8536): what its 64-bit block and footer say, or the only block of a
/// version 1 file.
struct ZoneFile: Hashable, Sendable {
    /// Seconds since 1970, ascending.
    var instants: [Int64] = []
    /// Seconds east of UTC from the instant of the same index on.
    var offsets: [Int32] = []
    /// Before the first instant.
    var initialOffset: Int32 = 0
    var rule: ZoneRule?

    init(_ bytes: [UInt8]) throws(ZoneFileError) {
        var reader = Reader(bytes: bytes)
        var header = try reader.header()
        if header.version >= UInt8(ascii: "2") {
            try reader.skip(header.bodySize(timeSize: 4))
            header = try reader.header()
            try readBody(&reader, header, timeSize: 8)
            rule = try reader.footer()
        } else {
            try readBody(&reader, header, timeSize: 4)
        }
    }

    private mutating func readBody(_ reader: inout Reader, _ header: Header, timeSize: Int)
        throws(ZoneFileError)
    {
        if header.leapCount > 0 { throw .leapSeconds }
        guard header.typeCount > 0 else { throw .malformed("no offset") }
        var times: [Int64] = []
        times.reserveCapacity(min(header.timeCount, reader.remaining))
        for _ in 0..<header.timeCount { times.append(try reader.integer(timeSize)) }
        var indices: [Int] = []
        indices.reserveCapacity(times.count)
        for _ in 0..<header.timeCount { indices.append(Int(try reader.byte())) }
        var types: [Int32] = []
        for _ in 0..<header.typeCount {
            let offset = try reader.integer(4)
            // RFC 8536 §3.2: at most 25 hours west, less than 26 hours east.
            guard (-89_999...93_599).contains(offset) else {
                throw .malformed("an offset of \(offset) seconds")
            }
            types.append(Int32(offset))
            try reader.skip(2)
        }
        try reader.skip(header.characterCount + header.standardCount + header.universalCount)
        initialOffset = types[0]
        for (time, index) in zip(times, indices) {
            guard types.indices.contains(index) else { throw .malformed("an unknown offset") }
            try append(time, types[index])
        }
    }

    private mutating func append(_ time: Int64, _ offset: Int32) throws(ZoneFileError) {
        // Older compilers begin with the Big Bang: what holds then holds at the calendar's beginning.
        guard time > Self.firstInstant else {
            initialOffset = offset
            return
        }
        guard time < Self.lastInstant else { throw .malformed("a change beyond the year 9000") }
        if let last = instants.last, time <= last { throw .malformed("changes out of order") }
        instants.append(time)
        offsets.append(offset)
    }

    /// 0001-01-01 and 9000-01-01.
    private static let firstInstant: Int64 = -62_135_596_800
    private static let lastInstant: Int64 = 221_845_392_000
}

// MARK: - Reading

private struct Header {
    var version: UInt8
    var universalCount: Int
    var standardCount: Int
    var leapCount: Int
    var timeCount: Int
    var typeCount: Int
    var characterCount: Int

    func bodySize(timeSize: Int) -> Int {
        timeCount * (timeSize + 1) + typeCount * 6 + characterCount + leapCount * (timeSize + 4)
            + standardCount
            + universalCount
    }
}

private struct Reader {
    let bytes: [UInt8]
    var position = 0

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    var remaining: Int { bytes.count - position }

    mutating func skip(_ count: Int) throws(ZoneFileError) {
        guard count <= remaining else { throw .truncated }
        position += count
    }

    mutating func byte() throws(ZoneFileError) -> UInt8 {
        guard remaining > 0 else { throw .truncated }
        position += 1
        return bytes[position - 1]
    }

    /// A signed big-endian integer of four or eight bytes.
    mutating func integer(_ size: Int) throws(ZoneFileError) -> Int64 {
        var value: UInt64 = 0
        for _ in 0..<size { value = value << 8 | UInt64(try byte()) }
        return size == 4 ? Int64(Int32(truncatingIfNeeded: value)) : Int64(bitPattern: value)
    }

    mutating func count() throws(ZoneFileError) -> Int {
        let value = try integer(4)
        guard value >= 0 else { throw .malformed("a negative count") }
        return Int(value)
    }

    mutating func header() throws(ZoneFileError) -> Header {
        for expected in "TZif".utf8 {
            guard remaining > 0, try byte() == expected else { throw .notAZoneFile }
        }
        let version = try byte()
        try skip(15)
        return Header(
            version: version,
            universalCount: try count(),
            standardCount: try count(),
            leapCount: try count(),
            timeCount: try count(),
            typeCount: try count(),
            characterCount: try count()
        )
    }

    /// The rule between two line feeds; `nil` where it is empty.
    mutating func footer() throws(ZoneFileError) -> ZoneRule? {
        guard try byte() == UInt8(ascii: "\n") else { throw .malformed("no footer") }
        let start = position
        while try byte() != UInt8(ascii: "\n") {}
        let text = String(decoding: bytes[start..<position - 1], as: UTF8.self)
        if text.isEmpty { return nil }
        guard let rule = ZoneRule(text) else { throw .malformed("the footer \(text)") }
        return rule
    }
}
