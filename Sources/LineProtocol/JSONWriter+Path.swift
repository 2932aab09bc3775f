import JSON
import PhotoModel

extension JSONWriter {
    /// A path as a `file://` uri: exact for any legal name.
    public mutating func uri(_ path: FilePath) {
        beginString()
        raw("file://")
        path.bytes.withUnsafeBytes { percentEncoded($0) }
        endString()
    }

    /// Appends bytes percent-encoded, inside a string.
    public mutating func percentEncoded(_ bytes: UnsafeRawBufferPointer) {
        var start = 0
        for index in bytes.indices where !PercentEncoding.isPlain(bytes[index]) {
            raw(UnsafeRawBufferPointer(rebasing: bytes[start..<index]))
            PercentEncoding.withEscape(of: bytes[index]) { raw($0) }
            start = index + 1
        }
        raw(UnsafeRawBufferPointer(rebasing: bytes[start...]))
    }
}
