/// What a TIFF begins with (TIFF 6.0, section 2): the order of its bytes, a number, and where its first directory lies. A worker
/// that writes on one is handed the file itself, and gives back another such head and what is to stand behind the file.
public enum TIFFHead {
    public static let length = 8

    /// Whether a file that begins so is a TIFF, or a BigTIFF.
    public static func isOne(_ bytes: some Collection<UInt8>) -> Bool {
        let beginnings: [[UInt8]] = [
            [0x49, 0x49, 42, 0], [0x4D, 0x4D, 0, 42], [0x49, 0x49, 43, 0], [0x4D, 0x4D, 0, 43],
        ]
        return bytes.count >= length && beginnings.contains { bytes.starts(with: $0) }
    }
}
