import PhotoModel

/// A path as a word of a request. Words are text; a path is bytes.
public enum PathWord {
    /// The path itself where it is UTF-8 that a line can carry, else its `file://` uri.
    ///
    /// - Parameter path: absolute.
    public static func text(of path: [UInt8]) -> String {
        if !path.contains(0x0A), let text = String(validating: path, as: UTF8.self) { return text }
        return uri(of: path)
    }

    public static func uri(of path: [UInt8]) -> String {
        var bytes = Array("file://".utf8)
        PercentEncoding.append(path, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension PathWord {
    /// The path of a `file://` uri; `nil` for anything else.
    public static func path(ofURI text: String) -> [UInt8]? {
        guard text.utf8.starts(with: "file://".utf8) else { return nil }
        return AssetReference.path(text)?.bytes
    }
}
