import PhotoModel
import TestSupport

/// Names that users, cameras and accidents make. None has a digit but those with a date: a name that looks like a date
/// by chance would give one.
struct RandomNames {
    static let photos = ["jpg", "jpg", "jpg", "JPG", "jpeg", "png", "heic"]
    static let raws = ["cr2", "NEF", "dng"]
    static let videos = ["mp4", "mov"]
    static let sidecars = ["xmp", "XMP", "aae"]

    private static let pieces: [[UInt8]] = [
        Array("a".utf8), Array("photo".utf8), Array(" ".utf8), Array("\n".utf8), Array("\"".utf8),
        Array("'".utf8),
        Array("\\".utf8), Array("%".utf8), Array("=".utf8), Array("#?&".utf8), Array("é".utf8),
        Array("e\u{301}".utf8),
        Array("写真".utf8), Array("📷".utf8), Array("\u{1}".utf8), Array("\t".utf8), Array("-".utf8),
        Array("v.x".utf8),
        Array("a.jpg".utf8), Array("$(x)".utf8), Array("\u{7F}".utf8), Array("\u{202E}".utf8),
        [0xE9], [0xFF, 0xFE], [0xC3], [0xED, 0xA0, 0x80],
    ]

    static func base(_ random: inout SeededGenerator) -> [UInt8] {
        if random.chance(12) {
            return Array("IMG_\(KnownContents.time(&random).nameText)".utf8)
        }
        var bytes: [UInt8] = []
        for _ in 0...random.below(4) { bytes += random.pick(pieces) ?? [] }
        // Letters that tell names apart, and no hidden ones.
        for _ in 0..<3 { bytes.append(UInt8(ascii: "b") + UInt8(random.below(24))) }
        if bytes.first == UInt8(ascii: ".") { bytes.insert(UInt8(ascii: "h"), at: 0) }
        if random.chance(5) {
            bytes += [UInt8](repeating: UInt8(ascii: "l"), count: max(0, 255 - 5 - bytes.count))
        }
        return bytes
    }

    static func name(_ base: [UInt8], _ suffix: String) -> FileName {
        FileName(base + Array(".\(suffix)".utf8))
    }

    static func folder(_ random: inout SeededGenerator) -> FileName {
        FileName(base(&random))
    }
}

/// What a name means, told from the manual and not by the daemon's own code.
struct NameMeaning {
    enum Kind { case still, raw, video, sidecar, other }

    let kind: Kind
    /// Lower case; empty where there is none.
    let suffix: String
    /// The name without its extension.
    let rest: ArraySlice<UInt8>
    let isIgnored: Bool

    init(_ name: ArraySlice<UInt8>) {
        let dot = name.lastIndex(of: UInt8(ascii: "."))
        if let dot, dot > name.startIndex {
            suffix = String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
            rest = name[..<dot]
        } else {
            suffix = ""
            rest = name
        }
        kind =
            switch suffix {
            case "jpg", "jpeg", "png", "heic": .still
            case "cr2", "nef", "dng": .raw
            case "mp4", "mov": .video
            case "xmp", "aae": .sidecar
            default: .other
            }
        isIgnored = name.first == UInt8(ascii: ".") || ["part", "tmp", "crdownload"].contains(suffix)
    }

    var isMedia: Bool { kind == .still || kind == .raw || kind == .video }

    /// What files that belong together have in common.
    var stem: ArraySlice<UInt8> {
        guard kind == .sidecar else { return rest }
        let inner = NameMeaning(rest)
        return inner.isMedia ? inner.rest : rest
    }

    var mimeType: String {
        switch suffix {
        case "jpg", "jpeg": "image/jpeg"
        case "png": "image/png"
        case "heic": "image/heif"
        case "cr2": "image/x-canon-cr2"
        case "nef": "image/x-nikon-nef"
        case "dng": "image/x-adobe-dng"
        case "mp4": "video/mp4"
        default: "video/quicktime"
        }
    }

    /// The date in a name of the one form that the test uses.
    static func date(_ name: [UInt8]) -> WallClock? {
        let text = String(decoding: name, as: UTF8.self)
        guard text.hasPrefix("IMG_"), text.utf8.count > 19 else { return nil }
        let digits = text.dropFirst(4).prefix(15).filter(\.isNumber)
        guard digits.count == 14, let value = Int(digits) else { return nil }
        return WallClock(numbers: value)
    }
}
