/// What a field of a result holds: a fact of `EmbeddedFacts`. Dates of EXIF, their sub-seconds and their offsets are
/// apart, as EXIF has them.
public enum FactField: UInt8, CaseIterable, Sendable {
    case original = 1
    case originalSubseconds = 2
    case originalOffset = 3
    case digitized = 4
    case digitizedSubseconds = 5
    case digitizedOffset = 6
    case modified = 7
    case modifiedSubseconds = 8
    case modifiedOffset = 9
    case imageDescription = 10
    /// One byte, 1–8.
    case orientation = 11
    /// Width and height, four bytes each.
    case pixelSize = 12
    /// Eight bytes of a double, as all numbers but those that say otherwise.
    case latitude = 13
    case longitude = 14
    case make = 15
    case model = 16
    case altitude = 17
    case lens = 18
    case exposureTime = 19
    case fNumber = 20
    case sensitivity = 21
    case focalLength = 22
    /// One byte, signed.
    case rating = 23
    /// One byte.
    case pickLabel = 24
    /// One byte, 0 or 1.
    case favoriteMark = 25
    case contentIdentifier = 26
    case xmpOriginal = 30
    case xmpCreated = 31
    case xmpDigitized = 32
    case xmpModified = 33
    case iptcDate = 34
    case iptcTime = 35
    case pngCreation = 36
    case pngModified = 37
    case quickTimeCreation = 38
    case recorded = 39
    case movieHeader = 40
    case xmpDescription = 45
    case iptcCaption = 46
    /// One byte, 1 where it is current.
    case iptcDigest = 47
    case userComment = 48
    case xpTitle = 49
    case xpComment = 50
    case pngDescription = 51
    case quickTimeDescription = 52
    case quickTimeComment = 53
    case duration = 56
    case videoCodec = 57
    case audioCodec = 58

    /// Whether it is UTF-16 without a byte order mark.
    var isWide: Bool { self == .xpTitle || self == .xpComment }

    /// How many bytes a value may have.
    var lengths: ClosedRange<Int> {
        switch self {
        case .orientation, .rating, .pickLabel, .favoriteMark, .iptcDigest: 1...1
        case .pixelSize, .latitude, .longitude, .altitude, .exposureTime, .fNumber, .sensitivity,
            .focalLength,
            .duration:
            8...8
        case .imageDescription, .xmpDescription: 1...WireFormat.maximumDescriptionLength
        case .iptcCaption, .userComment, .xpTitle, .xpComment, .pngDescription, .quickTimeDescription,
            .quickTimeComment:
            1...WireFormat.maximumCommentLength
        default: 1...WireFormat.maximumTextLength
        }
    }

    /// The values that a number may have; a byte is given as it is. What lies outside is no fact.
    var range: ClosedRange<Double> {
        switch self {
        case .orientation: 1...8
        case .rating: -1...5
        case .pickLabel: 0...3
        case .favoriteMark, .iptcDigest: 0...1
        case .latitude: -90...90
        case .longitude: -180...180
        case .altitude: -1e9...1e9
        default: 0...1e10
        }
    }
}
