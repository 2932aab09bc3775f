/// When an asset was taken, where it was taken, and which rule said so.
public struct CaptureDate: Hashable, Sendable {
    public var localTime: LocalTime
    /// How many digits of the second's fraction the source gave, 0–6.
    public var fractionDigits: Int
    /// Minutes east of UTC, where the source gave an offset.
    public var offsetMinutes: Int?
    public var source: DateSource
    public var precision: DatePrecision

    /// The file does not say it, nor anybody beside it: its name or its time does, and another name another date.
    public var isSuggested: Bool { source == .fileName || source == .modificationTime }

    public init(
        localTime: LocalTime,
        fractionDigits: Int = 0,
        offsetMinutes: Int? = nil,
        source: DateSource,
        precision: DatePrecision = .second
    ) {
        self.localTime = localTime
        self.fractionDigits = fractionDigits
        self.offsetMinutes = offsetMinutes
        self.source = source
        self.precision = precision
    }

    public var monthKey: MonthKey { MonthKey(localTime) }
}

/// Which rule gave a capture date. Raw values are stored in the index and so are never reused.
public enum DateSource: UInt8, Sendable, CaseIterable {
    case none = 0
    case overlay = 1
    case sidecar = 2
    case exifOriginal = 10
    case xmpOriginal = 11
    case xmpCreated = 12
    case iptcCreated = 13
    case exifDigitized = 14
    case exifModified = 15
    case pngTime = 16
    case xmpDigitized = 17
    case xmpModified = 18
    case pngCreation = 19
    case quickTimeCreation = 20
    case companion = 21
    case movieHeader = 22
    case recorded = 23
    case fileName = 30
    case modificationTime = 40

    /// The file itself says it, and not what is around it.
    public var isEmbedded: Bool { (10..<30).contains(rawValue) }

    /// `nil` of what has no date.
    public var kind: DateKind? {
        switch self {
        case .none: nil
        case .fileName: .name
        case .modificationTime: .guessed
        default: .embedded
        }
    }

    /// The wire's `dateSource`.
    public var name: StaticString {
        switch self {
        case .none: "none"
        case .overlay: "overlay"
        case .sidecar: "sidecar"
        case .exifOriginal: "exif:DateTimeOriginal"
        case .xmpOriginal: "xmp:exif:DateTimeOriginal"
        case .xmpCreated: "xmp:photoshop:DateCreated"
        case .iptcCreated: "iptc:DateCreated"
        case .exifDigitized: "exif:DateTimeDigitized"
        case .exifModified: "exif:DateTime"
        case .pngTime: "png:tIME"
        case .xmpDigitized: "xmp:CreateDate"
        case .xmpModified: "xmp:ModifyDate"
        case .pngCreation: "png:CreationTime"
        case .quickTimeCreation: "quicktime:creationdate"
        case .companion: "companion"
        case .movieHeader: "mvhd"
        case .recorded: "recorded"
        case .fileName: "filename"
        case .modificationTime: "mtime"
        }
    }
}

/// How far a capture date is to be believed. Raw values are the wire's.
public enum DateKind: String, Sendable, CaseIterable {
    /// The photo says it, or somebody beside it.
    case embedded
    /// The file's name says it.
    case name
    /// Nothing says it: it is when the file was last written.
    case guessed
}

/// How much of a capture date is known. Raw values are stored in the index.
public enum DatePrecision: UInt8, Sendable {
    case second = 0
    case minute = 1
    case hour = 2
    case day = 3
    case month = 4
    case year = 5

    public var name: StaticString {
        switch self {
        case .second: "second"
        case .minute: "minute"
        case .hour: "hour"
        case .day: "day"
        case .month: "month"
        case .year: "year"
        }
    }
}
