/// Texts that cameras put into every photo's description.
struct CameraBoilerplate: Sendable {
    private var texts: Set<[UInt8]>
    private var beginnings: [[UInt8]]
    /// Longer texts are looked at no closer, unless they begin like boilerplate.
    private var longest: Int
    /// Which bytes boilerplate begins with: most descriptions differ there already.
    private var firstBytes: [Bool]

    init(further: [String] = []) {
        texts = []
        beginnings = []
        longest = 0
        firstBytes = []
        for text in Self.shipped + further {
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

    private static let shipped = [
        "OLYMPUS DIGITAL CAMERA", "SONY DSC", "SAMSUNG", "SAMSUNG DIGITAL CAMERA", "SAMSUNG CAMERA PICTURES",
        "KONICA MINOLTA DIGITAL CAMERA", "MINOLTA DIGITAL CAMERA", "DIGITAL CAMERA", "SANYO DIGITAL CAMERA",
        "EPSON DSC PICTURE", "KODAK DIGITAL STILL CAMERA", "MEDION DIGITAL CAMERA", "PENTAX DIGITAL CAMERA",
        "RICOH DIGITAL CAMERA", "VIVITAR DIGITAL CAMERA", "POLAROID DIGITAL CAMERA", "TOSHIBA DIGITAL CAMERA",
        "CASIO DIGITAL CAMERA", "NIKON DIGITAL CAMERA", "EXIF_JPEG_PICTURE", "EXIF JPEG", "JPEG PICTURE",
        "EXIF_JPEG_420", "EXIF_JPEG_422", "MY BEAUTIFUL PICTURE", "YOUR BEAUTIFUL PICTURE", "DIGITAL IMAGE",
        "DEFAULT", "DCIM*", "<DIGIMAX*", "<SAMSUNG*", "<KENOX*",
    ]
}
