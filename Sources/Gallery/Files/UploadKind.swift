import PhotoModel

/// Whether a file from a browser may be a photo, a video or a sidecar, as far as its name and its first bytes tell: the same few
/// bytes that the daemon compares. Whether it is a sound one the daemon's workers find out.
struct UploadKind: Sendable {
    static let unsupported = "this is no photo, video or sidecar that photod knows"

    private let named: FileFormat?
    private var head: [UInt8] = []
    private var isJudged = false

    init(_ name: FileName) {
        named = name.extensionStart.flatMap { FileFormat(extension: name.bytes[$0...]) }
    }

    /// Whether what has come so far may be the beginning of one; once that is told the rest may be anything.
    ///
    /// - Parameter isEnd: nothing more comes.
    mutating func takes(_ bytes: [UInt8], isEnd: Bool) -> Bool {
        guard !isJudged else { return true }
        guard let named else { return false }
        head += bytes.prefix(FileSignature.length - head.count)
        guard head.count == FileSignature.length || isEnd else { return true }
        isJudged = true
        switch named {
        case .xmpSidecar: return Self.beginsLikeXML(head)
        // Apple's are property lists, of either kind.
        case .aaeSidecar: return Self.beginsLikeXML(head) || head.starts(with: "bplist".utf8)
        default: return head.withUnsafeBytes { FileSignature.format(of: $0, named: named) != nil }
        }
    }

    /// In any UTF: what may stand before the first tag are blanks and byte order marks, and every other byte of a wide letter is 0.
    private static func beginsLikeXML(_ head: [UInt8]) -> Bool {
        head.first { ![0, 0x09, 0x0A, 0x0D, 0x20, 0xEF, 0xBB, 0xBF, 0xFE, 0xFF].contains($0) }
            == UInt8(ascii: "<")
    }
}
