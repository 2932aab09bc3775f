import PhotoModel

/// A folder below one that a user named: a library, an import folder, a trash.
///
/// `base` may be reached through symbolic links, for the user chose it. On the way from there to the folder
/// none is followed, so that neither a description nor a link that somebody put there leads elsewhere.
public struct FolderPlace: Hashable, Sendable {
    public let base: FilePath
    public let beneath: [FileName]

    public init(base: FilePath, beneath: [FileName] = []) {
        let parts = base.bytes.split(separator: UInt8(ascii: "/"))
        self.base = FilePath(
            parts.isEmpty ? [UInt8(ascii: "/")] : parts.flatMap { [UInt8(ascii: "/")] + $0 }
        )
        self.beneath = beneath
    }

    public var path: FilePath { beneath.reduce(base) { $0.appending($1) } }

    /// The path from `base` on.
    package var relativePath: FilePath {
        FilePath(Array(beneath.map(\.bytes).joined(separator: [UInt8(ascii: "/")])))
    }

    /// This folder and those above it, `base` left out, the uppermost first.
    package var steps: [FolderPlace] {
        beneath.indices.map { FolderPlace(base: base, beneath: Array(beneath[...$0])) }
    }

    // MARK: - Journal

    /// The percent-encoded path with a doubled slash between `base` and what lies beneath:
    /// `/home/ann/Inbox//2016/Beach`.
    func appendText(to bytes: inout [UInt8]) {
        if base.bytes.count > 1 { PercentEncoding.append(base.bytes, to: &bytes) }
        bytes.append(contentsOf: [UInt8(ascii: "/"), UInt8(ascii: "/")])
        PercentEncoding.append(relativePath.bytes, to: &bytes)
    }

    /// `nil` where the text is not what `appendText` writes.
    init?(text: String) {
        let slash = UInt8(ascii: "/")
        guard let bytes = PercentEncoding.decode(text.utf8), bytes.first == slash,
            let border = bytes.indices.dropLast().first(where: {
                bytes[$0] == slash && bytes[$0 + 1] == slash
            })
        else { return nil }
        let names = bytes[(border + 2)...].split(separator: slash).map { FileName(Array($0)) }
        self.init(base: FilePath(Array(bytes[..<border])), beneath: names)
    }
}
