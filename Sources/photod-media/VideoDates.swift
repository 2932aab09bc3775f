/// When a video was recorded: which of the dates a container carries is which fact. The texts stay as they
/// are.
struct VideoDates: Equatable {
    /// What the places of a container hold, each where it is there.
    struct Candidates {
        /// `com.apple.quicktime.creationdate`, or Sony's `CreationDate`: both have an offset.
        var creation: [[UInt8]] = []
        /// What libavformat calls `creation_time`. It is UTC where it says so with a `Z`, as that of ISO
        /// 14496-12 and Matroska is; AVI's `IDIT` is the camera's clock, and comes without.
        var creationTime: [[UInt8]] = []
        /// AVI's `IDIT` as it was written: libavformat understands some of its forms.
        var cameraClock: [UInt8]?
        /// Texts by the camera's own clock, the most trusted first.
        var recorded: [[UInt8]] = []
    }

    private(set) var quickTimeCreation: [UInt8]?
    private(set) var movieHeader: [UInt8]?
    private(set) var recorded: [UInt8]?

    init(_ candidates: Candidates) {
        quickTimeCreation = candidates.creation.first
        movieHeader = candidates.creationTime.first { $0.last == UInt8(ascii: "Z") }
        let local =
            [candidates.cameraClock].compactMap(\.self)
            + candidates.creationTime.filter { $0.last != UInt8(ascii: "Z") } + candidates.recorded
        if let exact = local.first(where: { WrittenDate($0) == .withTime }) {
            recorded = exact
        } else if quickTimeCreation == nil, movieHeader == nil {
            // A day alone would hide a date that is exact.
            recorded = local.first { WrittenDate($0) == .dayOnly }
        }
    }
}

/// How much of a date a text tells: `2012-09-10 20:52:00`, `Mon Sep 10 20:52:00 2012`, `2020:08:28`. `nil`
/// for less than a day, such as the year that music has.
enum WrittenDate {
    case dayOnly
    case withTime

    init?(_ text: [UInt8]) {
        let shape = Self.shape(text)
        if shape.starts(with: "0000:00:00".utf8) {
            let rest = shape.dropFirst(10)
            let time = rest.drop { $0 == UInt8(ascii: " ") }
            self = time.count < rest.count && time.starts(with: "00:00".utf8) ? .withTime : .dayOnly
        } else if Self.isSpelled(shape) {
            self = .withTime
        } else {
            return nil
        }
    }

    /// The text with all digits as 0, all that stands between them as a colon, and letters as `a`.
    private static func shape(_ text: [UInt8]) -> [UInt8] {
        text.drop { $0 <= UInt8(ascii: " ") }.prefix(longest).enumerated().map { index, byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt8(ascii: "0")
            case UInt8(ascii: ":"), UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: "."): UInt8(ascii: ":")
            // Between day and time of digits.
            case UInt8(ascii: "T"), UInt8(ascii: "t"): UInt8(ascii: index == 10 ? " " : "a")
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"):
                UInt8(ascii: "a")
            default: byte
            }
        }
    }

    private static let longest = 32

    /// C's form: weekday, month, day, time and year.
    private static func isSpelled(_ shape: [UInt8]) -> Bool {
        let words = shape.split(whereSeparator: { $0 <= UInt8(ascii: " ") }).map {
            String(decoding: $0, as: UTF8.self)
        }
        guard words.count == 5, ["0", "00"].contains(words[2]) else { return false }
        return [words[0], words[1], words[3], words[4]] == ["aaa", "aaa", "00:00:00", "0000"]
    }
}
