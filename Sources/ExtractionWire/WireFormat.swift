/// The messages between the daemon and a worker, over a socket that keeps message boundaries.
///
/// Every message begins with eight bytes: version (1), kind (1), count of what follows (2) and the length of the
/// whole message (4). Numbers are little-endian. Daemon and worker are installed together, so a message of another
/// version is an error and not a case to handle.
public enum WireFormat {
    public static let version: UInt8 = 1

    public static let headerLength = 8

    /// Also what a receiver's buffer must hold. A socket's default buffer takes three of these.
    public static let maximumMessageLength = 65_536

    /// As many as a message carries descriptors.
    public static let maximumJobs = 32

    /// Longer text is cut: no date, camera name or offset is.
    public static let maximumTextLength = 255

    /// A longer description is cut.
    public static let maximumDescriptionLength = 8_192

    /// Number (4), size (8), format (1).
    static let jobLength = 13

    /// Number (4), outcome (1), length of the fields (2).
    static let resultHeaderLength = 7

    /// Field (1), length of its value (2).
    static let fieldHeaderLength = 3

    /// No result is longer: every field there is, with the longest value it may have.
    static let maximumResultLength =
        resultHeaderLength + FactField.allCases.reduce(0) { $0 + fieldHeaderLength + $1.lengths.upperBound }

    static let maximumLibraries = 16
}

enum MessageKind: UInt8 {
    case hello = 1
    case request = 2
    case reply = 3
}

/// What a field of a result holds. Dates, their sub-seconds and their offsets are apart, as EXIF has them.
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
    /// Eight bytes of a double, as the next.
    case latitude = 13
    case longitude = 14
    case make = 15
    case model = 16

    /// How many bytes a value may have.
    var lengths: ClosedRange<Int> {
        switch self {
        case .orientation: 1...1
        case .pixelSize, .latitude, .longitude: 8...8
        case .imageDescription: 1...WireFormat.maximumDescriptionLength
        default: 1...WireFormat.maximumTextLength
        }
    }
}
