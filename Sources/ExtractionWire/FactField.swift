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
    case orientation = 11
    case pixelSize = 12
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
    case rating = 23
    case pickLabel = 24
    case favoriteMark = 25
    case contentIdentifier = 26
    case containerOrientation = 27
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
    /// 1 where it is current.
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
    case title = 60
    /// Of several, with a NUL between.
    case keywords = 61

    /// Whether it is UTF-16 without a byte order mark.
    var isWide: Bool { self == .xpTitle || self == .xpComment }

    /// What a value is.
    enum Form {
        /// Text, or bytes that are one to whoever knows how it is coded: at least one, and at most so many.
        case text(longest: Int)
        /// One byte, signed.
        case byte(ClosedRange<Int>)
        /// Eight bytes of a double. What lies outside is no fact.
        case number(ClosedRange<Double>)
        /// Width and height, four bytes each.
        case size
    }

    var form: Form {
        switch self {
        case .orientation, .containerOrientation: .byte(1...8)
        case .rating: .byte(-1...5)
        case .pickLabel: .byte(0...3)
        case .favoriteMark, .iptcDigest: .byte(0...1)
        case .pixelSize: .size
        case .latitude: .number(-90...90)
        case .longitude: .number(-180...180)
        // As somebody may say it: below the deepest sea, and where no photo that has a place is taken.
        case .altitude: .number(-12_000...100_000)
        case .exposureTime, .fNumber, .sensitivity, .focalLength, .duration: .number(0...1e10)
        case .imageDescription, .xmpDescription: .text(longest: WireFormat.maximumDescriptionLength)
        case .iptcCaption, .userComment, .xpTitle, .xpComment, .pngDescription, .quickTimeDescription,
            .quickTimeComment:
            .text(longest: WireFormat.maximumCommentLength)
        case .keywords: .text(longest: WireFormat.maximumKeywordsLength)
        case .title: .text(longest: WireFormat.maximumTitleLength)
        case .original, .originalSubseconds, .originalOffset, .digitized, .digitizedSubseconds,
            .digitizedOffset, .modified, .modifiedSubseconds, .modifiedOffset, .make, .model, .lens,
            .contentIdentifier, .xmpOriginal, .xmpCreated, .xmpDigitized, .xmpModified, .iptcDate, .iptcTime,
            .pngCreation, .pngModified, .quickTimeCreation, .recorded, .movieHeader, .videoCodec,
            .audioCodec:
            .text(longest: WireFormat.maximumTextLength)
        }
    }

    /// How many bytes a value may have.
    var lengths: ClosedRange<Int> {
        switch form {
        case .text(let longest): 1...longest
        case .byte: 1...1
        case .number, .size: 8...8
        }
    }
}
