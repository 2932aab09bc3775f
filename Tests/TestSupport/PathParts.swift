import PhotoModel

extension FilePath {
    public static func + (path: FilePath, name: String) -> FilePath {
        FilePath(path.bytes + Array("/\(name)".utf8))
    }

    /// `file://` and every byte outside RFC 3986's unreserved set encoded: written down anew here, so that the
    /// daemon's own encoder is not its judge.
    public var uri: String {
        let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/".utf8)
        let hex = Array("0123456789ABCDEF".utf8)
        let encoded = bytes.flatMap { byte in
            plain.contains(byte) ? [byte] : [UInt8(ascii: "%"), hex[Int(byte >> 4)], hex[Int(byte & 15)]]
        }
        return "file://" + String(decoding: encoded, as: UTF8.self)
    }
}
