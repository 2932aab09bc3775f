/// What a worker read out of one file, a sidecar included. Text is as the file has it: rules decide later what it
/// means, so that `why` can show what was rejected.
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

    // MARK: Dates

    /// EXIF 0x9003 with 0x9291 and 0x9011.
    public var original: DateField?
    /// EXIF 0x9004 with 0x9292 and 0x9012.
    public var digitized: DateField?
    /// EXIF 0x0132 with 0x9290 and 0x9010.
    public var modified: DateField?
    /// XMP `exif:DateTimeOriginal`: ISO 8601, with or without an offset.
    public var xmpOriginal: String?
    /// XMP `photoshop:DateCreated`.
    public var xmpCreated: String?
    /// XMP `xmp:CreateDate`, else `exif:DateTimeDigitized`: the same by the Metadata Working Group's guidelines.
    public var xmpDigitized: String?
    /// XMP `xmp:ModifyDate`, else `tiff:DateTime`.
    public var xmpModified: String?
    /// IPTC 2:55, `20160912`, or as libraries print it, `2016-09-12`.
    public var iptcDate: String?
    /// IPTC 2:60, `123456+0200`, or `12:34:56+02:00`.
    public var iptcTime: String?
    /// The `Creation Time` text of a PNG.
    public var pngCreation: String?
    /// The `tIME` chunk of a PNG as `2016:09:12 12:34:56`: UTC by the specification, and local in most files.
    public var pngModified: String?
    /// `com.apple.quicktime.creationdate`: has an offset.
    public var quickTimeCreation: String?
    /// When a camera says it recorded a video, by its own wall clock: AVI's IDIT, AVCHD's time code pack, `©day`.
    public var recorded: String?
    /// `mvhd` and its like: UTC, `2016-09-12T10:34:56.000000Z`.
    public var movieHeader: String?

    // MARK: Descriptions

    /// EXIF 0x010E. Bytes: cameras write Latin-1, UTF-8 and worse into this ASCII field.
    public var imageDescription: [UInt8]?
    /// XMP `dc:description`, the `x-default` of its languages.
    public var xmpDescription: String?
    /// IPTC 2:120, in the character set of the file.
    public var iptcCaption: [UInt8]?
    /// Whether the IPTC digest that Photoshop stores is that of the IPTC block; `nil`: there is none.
    public var isIPTCDigestCurrent: Bool?
    /// EXIF 0x9286 behind its eight bytes of code; UTF-16 begins with a byte order mark.
    public var userComment: [UInt8]?
    /// EXIF 0x9C9B and 0x9C9C, little-endian UTF-16.
    public var xpTitle: [UInt8]?
    public var xpComment: [UInt8]?
    /// The `Description` text of a PNG.
    public var pngDescription: String?
    /// QuickTime `description` and `©cmt`, or what other containers call them.
    public var quickTimeDescription: String?
    public var quickTimeComment: String?

    // MARK: Title and keywords

    /// XMP `dc:title`, else IPTC 2:05, else what a video calls its title.
    public var title: [UInt8]?
    /// XMP `dc:subject`, else IPTC 2:25, each in its order.
    public var keywords: [[UInt8]]?

    // MARK: Image and place

    /// EXIF 0x0112, 1–8; of a video, the same eight values for how its frames are turned.
    public var orientation: UInt8?
    /// How the picture is turned where it is shown, as EXIF counts it, if that is not what EXIF says: HEIF and JPEG XL have
    /// a turn of their own, JPEG 2000 has none, and EXIF counts only where its format has a place for it.
    public var containerOrientation: UInt8?
    /// Stored pixels that are shown, before they are turned.
    public var pixelWidth: UInt32?
    public var pixelHeight: UInt32?
    /// Degrees, WGS 84, north and east positive.
    public var latitude: Double?
    public var longitude: Double?
    /// Metres above the sea, negative below.
    public var altitude: Double?

    // MARK: Camera

    public var make: String?
    public var model: String?
    public var lens: String?
    /// Seconds.
    public var exposureTime: Double?
    public var fNumber: Double?
    /// ISO.
    public var sensitivity: Double?
    /// Millimetres.
    public var focalLength: Double?

    // MARK: Marks of other programs

    /// `xmp:Rating`, −1 (rejected) to 5.
    public var rating: Int8?
    /// `digiKam:PickLabel`: 1 rejected, 2 pending, 3 accepted.
    public var pickLabel: UInt8?
    /// `fstop:favorite`.
    public var favoriteMark: Bool?

    // MARK: Video

    /// Apple's, the same in both files of a Live Photo.
    public var contentIdentifier: String?
    /// Seconds.
    public var duration: Double?
    /// Names of the codecs, `hevc` and `aac`.
    public var videoCodec: String?
    public var audioCodec: String?

    public init() {}

    /// Pixels as displayed: those of the picture that `photod-render` makes of the file in full size. XMP turns no picture,
    /// neither the file's own packet nor a sidecar, which may tell of what the file was made of.
    public var displayedSize: (width: UInt32?, height: UInt32?) {
        let isOnItsSide = (5...8).contains(containerOrientation ?? orientation ?? 1)
        return isOnItsSide ? (pixelHeight, pixelWidth) : (pixelWidth, pixelHeight)
    }
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

    /// Whether the file was kept from being read, so that it may say anything: whatever is known of it stays.
    public var isRefusal: Bool { self == .permission || self == .inputOutput }

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
