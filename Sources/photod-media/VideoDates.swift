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
        /// Texts by the camera's own clock, the most trusted first.
        var recorded: [[UInt8]] = []
    }

    private(set) var quickTimeCreation: [UInt8]?
    private(set) var movieHeader: [UInt8]?
    private(set) var recorded: [UInt8]?

    init(_ candidates: Candidates) {
        quickTimeCreation = candidates.creation.first
        movieHeader = candidates.creationTime.first { $0.last == UInt8(ascii: "Z") }
        let local = candidates.creationTime.filter { $0.last != UInt8(ascii: "Z") } + candidates.recorded
        if let exact = local.first(where: { WrittenDate($0) == .withTime }) {
            recorded = exact
        } else if quickTimeCreation == nil, movieHeader == nil {
            // A day alone would hide a date that is exact.
            recorded = local.first { WrittenDate($0) == .dayOnly }
        }
    }
}

/// How much of a date a text tells: `2012-09-10 20:52:00`, `2020:08:28`. `nil` for less than a day, such as
/// the year that music has.
enum WrittenDate {
    case dayOnly
    case withTime

    init?(_ text: [UInt8]) {
        let shape = text.drop { $0 <= UInt8(ascii: " ") }.prefix(16).map { byte -> UInt8 in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt8(ascii: "0")
            case UInt8(ascii: ":"), UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: "."): UInt8(ascii: ":")
            case UInt8(ascii: "T"), UInt8(ascii: "t"): UInt8(ascii: " ")
            default: byte
            }
        }
        guard shape.starts(with: "0000:00:00".utf8) else { return nil }
        self = shape.elementsEqual("0000:00:00 00:00".utf8) ? .withTime : .dayOnly
    }
}
