/// Tells a file's format by how it begins. What it says counts more than the file's extension: phones and programs
/// have been seen to call HEIC files `.jpg`, JPEG files `.nef` and PNG files `.jpeg`.
///
/// Comparing a few bytes at fixed places is all that is done here, because this runs outside the box.
public enum FileSignature {
    /// How many bytes it looks at.
    public static let length = 512

    /// The format of a file that begins with `head`.
    ///
    /// - Parameter named: the format its extension stands for. It decides among formats that begin alike: most RAW
    ///   files are TIFF files, and all of MP4's family share a container.
    /// - Returns: `nil` where nothing known begins so.
    public static func format(of head: UnsafeRawBufferPointer, named: FileFormat) -> FileFormat? {
        guard head.count >= 4 else { return nil }
        switch (head[0], head[1]) {
        // By far the most frequent.
        case (0xFF, 0xD8): return head[2] == 0xFF ? .jpeg : nil
        case (0x49, 0x49), (0x4D, 0x4D): return tiff(head, named)
        default: break
        }
        for (signature, format) in beginnings where begins(head, with: signature) { return format }
        if begins(head, with: "RIFF") { return riff(head) }
        if has("ftyp", at: 4, head) { return media(head, named) }
        if isQuickTime(head) { return named.isMedia ? named : .quickTime }
        if isTransportStream(head, at: 0, packet: 188) || isTransportStream(head, at: 4, packet: 192) {
            return .mpegTS
        }
        if begins(head, with: [0x1A, 0x45, 0xDF, 0xA3]) { return matroska(head) }
        return nil
    }

    private static let beginnings: [([UInt8], FileFormat)] = [
        ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .png),
        (Array("GIF87a".utf8), .gif),
        (Array("GIF89a".utf8), .gif),
        (Array("BM".utf8), .bmp),
        (Array("FUJIFILMCCD-RAW".utf8), .raf),
        ([0x00, 0x4D, 0x52, 0x4D], .otherRAW),
        (Array("FOVb".utf8), .otherRAW),
        ([0x00, 0x00, 0x00, 0x0C, 0x4A, 0x58, 0x4C, 0x20], .jpegXL),
        ([0xFF, 0x0A], .jpegXL),
        ([0x00, 0x00, 0x00, 0x0C, 0x6A, 0x50, 0x20, 0x20], .jpeg2000),
        ([0xFF, 0x4F, 0xFF, 0x51], .jpeg2000),
        (Array("8BPS".utf8), .photoshop),
        ([0x00, 0x00, 0x01, 0xBA], .mpeg),
        ([0x00, 0x00, 0x01, 0xB3], .mpeg),
        ([0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11], .wmv),
        (Array("<?xpacket".utf8), .xmpSidecar),
        (Array("<x:xmpmeta".utf8), .xmpSidecar),
    ]

    /// TIFF 6.0 §2, and the makers' variants of its magic number.
    private static func tiff(_ head: UnsafeRawBufferPointer, _ named: FileFormat) -> FileFormat? {
        if begins(head, with: [0x49, 0x49, 0x1A, 0x00]), has("HEAPCCDR", at: 6, head) { return .crw }
        if begins(head, with: "IIU\0") { return .rw2 }
        if begins(head, with: "IIRO") || begins(head, with: "IIRS") || begins(head, with: "MMOR") {
            return .orf
        }
        let isClassic =
            begins(head, with: [0x49, 0x49, 0x2A, 0x00]) || begins(head, with: [0x4D, 0x4D, 0x00, 0x2A])
        let isBig =
            begins(head, with: [0x49, 0x49, 0x2B, 0x00]) || begins(head, with: [0x4D, 0x4D, 0x00, 0x2B])
        guard isClassic || isBig else { return nil }
        if has("CR", at: 8, head), head.count > 10, head[10] == 2 { return .cr2 }
        return named.kind == .raw && named != .cr3 && named != .crw && named != .raf ? named : .tiff
    }

    private static func riff(_ head: UnsafeRawBufferPointer) -> FileFormat? {
        if has("WEBP", at: 8, head) { return .webp }
        return has("AVI", at: 8, head) ? .avi : nil
    }

    /// By the brands of ISO/IEC 14496-12 §4.3: the major one, and for pictures those it is compatible with.
    private static func media(_ head: UnsafeRawBufferPointer, _ named: FileFormat) -> FileFormat {
        let brand = [UInt8](head[min(8, head.count)..<min(12, head.count)])
        if let format = brands[brand] { return format }
        if brand.starts(with: "3gp".utf8) || brand.starts(with: "3g2".utf8) { return .threeGP }
        if brand.starts(with: "M4".utf8) { return .m4v }
        // `mif1` and `msf1` say picture and sequence, and nothing of how they are coded.
        if brand == Array("mif1".utf8) || brand == Array("msf1".utf8) || brand == Array("miaf".utf8) {
            let end = min(head.count, Int(head[2]) << 8 | Int(head[3]))
            for start in stride(from: 16, to: max(16, end - 3), by: 4) where has("avif", at: start, head) {
                return .avif
            }
            return .heif
        }
        return named.isMedia ? named : .mp4
    }

    private static let brands: [[UInt8]: FileFormat] = [
        "heic": .heif, "heix": .heif, "heim": .heif, "heis": .heif, "hevc": .heif, "hevx": .heif,
        "avif": .avif, "avis": .avif, "crx ": .cr3, "qt  ": .quickTime,
    ].reduce(into: [:]) { $0[Array($1.key.utf8)] = $1.value }

    /// QuickTime files of before the type box begin with any of these.
    private static func isQuickTime(_ head: UnsafeRawBufferPointer) -> Bool {
        ["moov", "mdat", "wide", "pnot", "skip"].contains { has($0, at: 4, head) }
    }

    private static func isTransportStream(_ head: UnsafeRawBufferPointer, at start: Int, packet: Int) -> Bool
    {
        guard head.count > start + packet, head[start] == 0x47, head[start + packet] == 0x47 else {
            return false
        }
        return head.count <= start + 2 * packet || head[start + 2 * packet] == 0x47
    }

    /// The document type stands in the first element, which is short.
    private static func matroska(_ head: UnsafeRawBufferPointer) -> FileFormat {
        (4..<min(head.count, 60)).contains { has("webm", at: $0, head) } ? .webm : .matroska
    }

    private static func begins(_ head: UnsafeRawBufferPointer, with bytes: [UInt8]) -> Bool {
        head.count >= bytes.count && bytes.indices.allSatisfy { head[$0] == bytes[$0] }
    }

    private static func begins(_ head: UnsafeRawBufferPointer, with text: StaticString) -> Bool {
        has(text, at: 0, head)
    }

    private static func has(_ text: StaticString, at start: Int, _ head: UnsafeRawBufferPointer) -> Bool {
        text.withUTF8Buffer { bytes in
            head.count >= start + bytes.count && bytes.indices.allSatisfy { head[start + $0] == bytes[$0] }
        }
    }
}

extension FileFormat {
    /// Of the family of ISO base media and QuickTime files.
    var isMedia: Bool {
        switch self {
        case .mp4, .quickTime, .m4v, .threeGP: true
        default: false
        }
    }
}
