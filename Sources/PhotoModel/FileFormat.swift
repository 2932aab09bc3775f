/// What a file is by its extension: a still image, a RAW image, a video or a sidecar.
///
/// Raw values are stored in the index and so are never reused.
public enum FileFormat: UInt8, Sendable, CaseIterable {
    case jpeg = 1
    case heif = 2
    case avif = 3
    case png = 4
    case webp = 5
    case tiff = 6
    case gif = 7
    case jpegXL = 8
    case bmp = 9
    case jpeg2000 = 10
    case photoshop = 11
    case cr2 = 20
    case cr3 = 21
    case crw = 22
    case nef = 23
    case arw = 24
    case raf = 25
    case orf = 26
    case rw2 = 27
    case dng = 28
    case pef = 29
    case srw = 30
    case otherRAW = 31
    case mp4 = 60
    case quickTime = 61
    case m4v = 62
    case threeGP = 63
    case avi = 64
    case matroska = 65
    case webm = 66
    case mpegTS = 67
    case mpeg = 68
    case wmv = 69
    case xmpSidecar = 100
    case aaeSidecar = 101

    public enum Kind: Sendable {
        case still
        case raw
        case video
        case sidecar
    }

    public var kind: Kind {
        switch rawValue {
        case 1..<20: .still
        case 20..<60: .raw
        case 60..<100: .video
        default: .sidecar
        }
    }

    /// `photo` or `video`; a sidecar is neither.
    public var assetType: AssetType? {
        switch kind {
        case .still, .raw: .photo
        case .video: .video
        case .sidecar: nil
        }
    }

    /// The format an extension stands for, in any case. `nil`: photod has no business with the file.
    public init?(extension bytes: some Collection<UInt8>) {
        // Every known extension has two to four ASCII bytes: packed into one integer they are told apart without
        // hashing or allocating, which counts when a sweep looks at every name of a tree.
        guard (2...4).contains(bytes.count) else { return nil }
        var packed: UInt32 = 0
        for byte in bytes {
            let lower = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
            packed = packed << 8 | UInt32(lower)
        }
        guard let format = Self.byExtension[packed] else { return nil }
        self = format
    }

    private static let byExtension: [UInt32: FileFormat] = {
        var table: [UInt32: FileFormat] = [:]
        for format in allCases {
            for text in format.extensions {
                table[text.utf8.reduce(0) { $0 << 8 | UInt32($1) }] = format
            }
        }
        return table
    }()

    /// Lower-case extensions, the usual one first.
    public var extensions: [String] {
        switch self {
        case .jpeg: ["jpg", "jpeg", "jpe", "jfif", "mpo", "jps", "insp"]
        case .heif: ["heic", "heif", "hif"]
        case .avif: ["avif"]
        case .png: ["png", "apng"]
        case .webp: ["webp"]
        case .tiff: ["tif", "tiff", "btf"]
        case .gif: ["gif"]
        case .jpegXL: ["jxl"]
        case .bmp: ["bmp"]
        case .jpeg2000: ["jp2", "jpx", "jpf", "j2k", "j2c", "jpc"]
        case .photoshop: ["psd", "psb"]
        case .cr2: ["cr2"]
        case .cr3: ["cr3"]
        case .crw: ["crw"]
        case .nef: ["nef", "nrw"]
        case .arw: ["arw", "arq", "sr2", "srf"]
        case .raf: ["raf"]
        case .orf: ["orf", "ori"]
        case .rw2: ["rw2"]
        case .dng: ["dng", "gpr"]
        case .pef: ["pef"]
        case .srw: ["srw"]
        case .otherRAW:
            ["raw", "rwl", "3fr", "fff", "iiq", "kdc", "dcr", "k25", "erf", "mef", "mos", "mrw", "x3f"]
        case .mp4: ["mp4", "insv", "360"]
        case .quickTime: ["mov", "qt", "mqv"]
        case .m4v: ["m4v"]
        case .threeGP: ["3gp", "3g2", "3gpp"]
        case .avi: ["avi"]
        case .matroska: ["mkv"]
        case .webm: ["webm"]
        case .mpegTS: ["mts", "m2ts", "m2t"]
        case .mpeg: ["mpg", "mpeg"]
        case .wmv: ["wmv", "asf"]
        case .xmpSidecar: ["xmp"]
        case .aaeSidecar: ["aae"]
        }
    }

    public var mimeType: StaticString {
        switch self {
        case .jpeg: "image/jpeg"
        case .heif: "image/heif"
        case .avif: "image/avif"
        case .png: "image/png"
        case .webp: "image/webp"
        case .tiff: "image/tiff"
        case .gif: "image/gif"
        case .jpegXL: "image/jxl"
        case .bmp: "image/bmp"
        case .jpeg2000: "image/jp2"
        case .photoshop: "image/vnd.adobe.photoshop"
        case .cr2: "image/x-canon-cr2"
        case .cr3: "image/x-canon-cr3"
        case .crw: "image/x-canon-crw"
        case .nef: "image/x-nikon-nef"
        case .arw: "image/x-sony-arw"
        case .raf: "image/x-fuji-raf"
        case .orf: "image/x-olympus-orf"
        case .rw2: "image/x-panasonic-rw2"
        case .dng: "image/x-adobe-dng"
        case .pef: "image/x-pentax-pef"
        case .srw: "image/x-samsung-srw"
        case .otherRAW: "image/x-dcraw"
        case .mp4: "video/mp4"
        case .quickTime: "video/quicktime"
        case .m4v: "video/x-m4v"
        case .threeGP: "video/3gpp"
        case .avi: "video/x-msvideo"
        case .matroska: "video/x-matroska"
        case .webm: "video/webm"
        case .mpegTS: "video/mp2t"
        case .mpeg: "video/mpeg"
        case .wmv: "video/x-ms-wmv"
        case .xmpSidecar: "application/rdf+xml"
        case .aaeSidecar: "application/x-apple-aae"
        }
    }
}

/// The wire's `type`. Raw values are stored in the index.
public enum AssetType: UInt8, Sendable {
    case photo = 0
    case video = 1

    public var name: StaticString {
        switch self {
        case .photo: "photo"
        case .video: "video"
        }
    }
}

extension FileName {
    /// The format the name's extension stands for.
    public var format: FileFormat? {
        guard let start = extensionStart else { return nil }
        return FileFormat(extension: bytes[start...])
    }
}
