/// Texts that cameras and programs put into every photo's description.
struct CameraBoilerplate: Sendable {
    private var texts: Set<[UInt8]>
    private var beginnings: [[UInt8]]
    /// Longer texts are looked at no closer, unless they begin like boilerplate.
    private var longest: Int
    /// Which bytes boilerplate begins with: most descriptions differ there already.
    private var firstBytes: [Bool]

    /// - Parameter all: a `*` at the end stands for any rest.
    init(_ all: [String]) {
        texts = []
        beginnings = []
        longest = 0
        firstBytes = []
        for text in all {
            if text.hasSuffix("*") {
                // A lone star would take every description away.
                let beginning = Self.normalized(text.dropLast().utf8)
                if !beginning.isEmpty { beginnings.append(beginning) }
            } else {
                texts.insert(Self.normalized(text.utf8))
            }
        }
        longest = texts.map(\.count).max() ?? 0
        firstBytes = Array(repeating: false, count: 256)
        for first in (texts + beginnings).compactMap(\.first) { firstBytes[Int(first)] = true }
    }

    /// - Parameter text: without white space at its beginning.
    func contains(_ text: String) -> Bool {
        guard let first = text.utf8.first, firstBytes[Int(Self.uppercased(first))] else { return false }
        let normalized = Self.normalized(text.utf8.prefix(512))
        if normalized.count <= longest, texts.contains(normalized) { return true }
        return beginnings.contains { normalized.starts(with: $0) }
    }

    /// Upper case for ASCII letters, one space for a run of blanks, none at the ends.
    private static func normalized(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(64)
        for byte in bytes {
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                if let last = result.last, last != UInt8(ascii: " ") { result.append(UInt8(ascii: " ")) }
            default: result.append(uppercased(byte))
            }
        }
        if result.last == UInt8(ascii: " ") { result.removeLast() }
        return result
    }

    private static func uppercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) ? byte & ~0x20 : byte
    }
}

// MARK: - Shipped

extension CameraBoilerplate {
    /// Only what no person writes: each was met in files of cameras or programs that put it into all of them.
    static let anywhere = brands + cameras + phones + programs

    /// Before ` DIGITAL CAMERA`, and alone too.
    private static let brands = [
        "AIPTEK", "BENQ", "CASIO", "FUJIFILM", "JENOPTIK", "KONICA MINOLTA", "MAGINON", "MEDION", "MINOLTA",
        "NIKON", "OLYMPUS", "PANASONIC", "PENTAX", "POLAROID", "PRAKTICA", "PREMIER", "RICOH", "ROLLEI",
        "SAMSUNG", "SANYO", "TOSHIBA", "TRAVELER", "VIVITAR", "YAKUMO",
    ].map { "\($0) DIGITAL CAMERA" }

    private static let cameras = [
        "DIGITAL CAMERA", "DIGITAL STILL CAMERA", "KODAK DIGITAL STILL CAMERA",
        "MOULTRIE DIGITAL GAME CAMERA",
        "SONY DSC", "MINOLTA DSC", "EPSON DSC PICTURE", "SAMSUNG", "SAMSUNG CAMERA PICTURES", "<DIGIMAX*",
        "<SAMSUNG*", "<KENOX*", "EXIF_JPEG_PICTURE", "EXIF JPEG", "EXIF_JPEG_420", "EXIF_JPEG_422",
        "JPEG PICTURE",
        "MY BEAUTIFUL PICTURE", "YOUR BEAUTIFUL PICTURE", "DIGITAL IMAGE", "DEFAULT", "DCIM*",
        "BINARY COMMENT",
    ]

    /// Codes of the mode a photo was taken in, and greetings.
    private static let phones = [
        "OZNOR*", "HDRPL", "RPTNB", "JPSSJP", "PTFBTY", "_CUVA", "HELLOMOTO", "SCREENSHOT",
    ]

    private static let programs = [
        "ACD SYSTEMS DIGITAL IMAGING*", "APPLEMARK", "CREATED BY IMAGEMAGICK*", "CREATED WITH GIMP*",
        "CREATED WITH THE GIMP*", "CREATED WITH INKSCAPE*", "CREATOR: GD-JPEG*",
        "FILE WRITTEN BY ADOBE PHOTOSHOP*",
        "HANDMADE SOFTWARE, INC.*", "INTEL(R) JPEG LIBRARY*", "LEAD TECHNOLOGIES INC.*",
        "OPTIMIZED BY JPEGMINI*",
        "PROCESSED BY EBAY WITH IMAGEMAGICK*", "PROCESSED WITH VSCO*",
    ]

    /// In comments programs also keep notes for themselves: the name of the encoding without a text,
    /// settings, and what the exposure was measured from.
    static let inComments = [
        "ASCII", "JIS", "UNICODE", "USER COMMENTS", "HYBRID", "AE_DBG_INFO*", "FILTER: 0; *",
        "FILTER: NULL; *",
        "OPLUS_*", "OPPO_*", "{\"*",
    ]
}
