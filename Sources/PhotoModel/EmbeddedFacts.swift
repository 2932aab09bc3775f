/// What a worker read out of one still image. Text is as the file has it: rules decide later what it means, so that
/// `why` can show what was rejected.
public struct EmbeddedFacts: Hashable, Sendable {
    /// A date field with the fields that belong to it. Each offset and sub-second pairs with its own date only.
    public struct DateField: Hashable, Sendable {
        /// As stored: `2016:09:12 12:34:56`.
        public var text: String
        /// Digits after the decimal point, as stored: `78`.
        public var subseconds: String?
        /// As stored: `+02:00`.
        public var offset: String?

        public init(text: String, subseconds: String? = nil, offset: String? = nil) {
            self.text = text
            self.subseconds = subseconds
            self.offset = offset
        }
    }

    /// EXIF 0x9003 with 0x9291 and 0x9011.
    public var original: DateField?
    /// EXIF 0x9004 with 0x9292 and 0x9012.
    public var digitized: DateField?
    /// EXIF 0x0132 with 0x9290 and 0x9010.
    public var modified: DateField?
    /// EXIF 0x010E. Bytes: cameras write Latin-1, UTF-8 and worse into this ASCII field.
    public var imageDescription: [UInt8]?
    /// EXIF 0x0112, 1–8.
    public var orientation: UInt8?
    /// Stored pixels, before orientation is applied.
    public var pixelWidth: UInt32?
    public var pixelHeight: UInt32?
    /// Degrees, WGS 84, north and east positive.
    public var latitude: Double?
    public var longitude: Double?
    public var make: String?
    public var model: String?

    public init() {}
}

/// Why a file could not be read. The asset is indexed by its name or modification time all the same.
/// Raw values are stored in the index and so are never reused.
public enum UnreadableReason: UInt8, Sendable, CaseIterable {
    case empty = 1
    case truncated = 2
    case notThisFormat = 3
    case damaged = 4
    case crashedReader = 5
    case timedOut = 6
    case permission = 7
    case inputOutput = 8
    case noReader = 9

    /// The key in `status`'s `unreadable`.
    public var name: StaticString {
        switch self {
        case .empty: "empty"
        case .truncated: "truncated"
        case .notThisFormat: "not-this-format"
        case .damaged: "damaged"
        case .crashedReader: "crashed-reader"
        case .timedOut: "timed-out"
        case .permission: "permission"
        case .inputOutput: "io-error"
        case .noReader: "no-reader"
        }
    }
}
