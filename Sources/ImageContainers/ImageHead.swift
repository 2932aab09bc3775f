/// What of an image stands before its picture: the part that metadata is in, and that is written on.
public enum ImageHead {
    /// How long it is; `nil` where it goes on behind these bytes, or where the picture is not known to come last.
    public static func length(of bytes: [UInt8]) -> Int? {
        bytes.withUnsafeBytes { JPEGParts.headLength(of: $0) }
    }
}
