import PhotoModel

/// Whether a file from a browser may be a photo, a video or a sidecar, as far as its name and its first bytes tell: the same few
/// bytes that the daemon compares. Whether it is a sound one the daemon's workers find out.
struct UploadKind: Sendable {
    static let unsupported = "this is no photo or video that photod knows"

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
        // Sidecars are text, which begins anyhow.
        if named.kind == .sidecar { return !head.isEmpty }
        return head.withUnsafeBytes { FileSignature.format(of: $0, named: named) != nil }
    }
}
