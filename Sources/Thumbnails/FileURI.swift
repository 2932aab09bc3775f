import PhotoModel

/// URIs as GLib makes them (`g_filename_to_uri`), which is what names a thumbnail: programs that escape other bytes do not
/// find each other's.
public enum FileURI {
    /// RFC 2396's unreserved bytes and what may stand in its paths (`UNSAFE_PATH` in GLib's gconvert.c).
    private static let plain: [Bool] = {
        var plain = [Bool](repeating: false, count: 256)
        for byte in 0..<256 {
            switch UInt8(byte) {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                plain[byte] = true
            default: break
            }
        }
        for byte in "-_.!~*'()&=+$,:@/".utf8 { plain[Int(byte)] = true }
        return plain
    }()

    /// The file that a URI names; `nil` where it names none of this machine.
    static func path(of uri: [UInt8]) -> FilePath? {
        let scheme = Array("file://".utf8)
        guard uri.starts(with: scheme), let path = PercentEncoding.decode(uri.dropFirst(scheme.count)),
            path.first == UInt8(ascii: "/")
        else { return nil }
        return FilePath(path)
    }

    /// - Parameter path: absolute, in whatever bytes the file system has it.
    public static func of(_ path: FilePath) -> [UInt8] {
        var uri = Array("file://".utf8)
        uri.reserveCapacity(uri.count + path.bytes.count + 16)
        for byte in path.bytes {
            if plain[Int(byte)] {
                uri.append(byte)
            } else {
                PercentEncoding.withEscape(of: byte) { uri.append(contentsOf: $0) }
            }
        }
        return uri
    }
}
