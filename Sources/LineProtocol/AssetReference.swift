import PhotoModel

/// How a client names one photo or video.
public enum AssetReference: Hashable, Sendable {
    case id(AssetID)
    case path(FilePath)

    /// Reads an id (`UUID/L0/001`, a bare UUID, `ph://ID`), a `file://` uri or an absolute path; `nil` for anything
    /// else.
    public init?(_ text: String) {
        if let id = AssetID(text) {
            self = .id(id)
        } else if let path = Self.path(text) {
            self = .path(path)
        } else {
            return nil
        }
    }

    /// Reads an absolute path, given as it is or as a `file://` uri without a host (RFC 8089 §2: an empty authority
    /// or `localhost`).
    public static func path(_ text: String) -> FilePath? {
        let bytes = text.utf8
        if bytes.first == UInt8(ascii: "/") {
            return bytes.contains(0) ? nil : FilePath(text)
        }
        for scheme in ["file://localhost/", "file:///"] where bytes.starts(with: scheme.utf8) {
            return PercentEncoding.decode(bytes.dropFirst(scheme.utf8.count - 1)).map { FilePath($0) }
        }
        return nil
    }
}
