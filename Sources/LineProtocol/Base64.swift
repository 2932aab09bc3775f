/// Bytes as text (RFC 4648 §4), for lines that carry a picture.
public enum Base64 {
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
    )
    private static let padding = UInt8(ascii: "=")
    /// The value of each character; 255 of what is none.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 255, count: 256)
        for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
        return values
    }()

    /// How long the text of so many bytes is.
    public static func length(of count: Int) -> Int { (count + 2) / 3 * 4 }

    /// Writes the text of bytes, and returns how long it is.
    ///
    /// - Parameter text: with room for ``length(of:)``.
    public static func encode(_ bytes: [UInt8], into text: UnsafeMutablePointer<UInt8>) -> Int {
        var position = 0
        bytes.withUnsafeBufferPointer { bytes in
            alphabet.withUnsafeBufferPointer { alphabet in
                for start in stride(from: 0, to: bytes.count, by: 3) {
                    let first = UInt32(bytes[start]) << 16
                    let second = start + 1 < bytes.count ? UInt32(bytes[start + 1]) << 8 : 0
                    let third = start + 2 < bytes.count ? UInt32(bytes[start + 2]) : 0
                    let group = first | second | third
                    text[position] = alphabet[Int(group >> 18)]
                    text[position + 1] = alphabet[Int(group >> 12 & 63)]
                    text[position + 2] = start + 1 < bytes.count ? alphabet[Int(group >> 6 & 63)] : padding
                    text[position + 3] = start + 2 < bytes.count ? alphabet[Int(group & 63)] : padding
                    position += 4
                }
            }
        }
        return position
    }

    public static func encode(_ bytes: [UInt8]) -> String {
        String(unsafeUninitializedCapacity: length(of: bytes.count)) { buffer in
            buffer.baseAddress.map { encode(bytes, into: $0) } ?? 0
        }
    }

    /// `nil` for what is no such text.
    public static func decode(_ text: some StringProtocol) -> [UInt8]? {
        let characters = Array(text.utf8)
        guard characters.count % 4 == 0 else { return nil }
        let padded = characters.reversed().prefix { $0 == padding }.count
        guard padded <= 2 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(characters.count / 4 * 3)
        var group: UInt32 = 0
        for (index, character) in characters.dropLast(padded).enumerated() {
            let value = values[Int(character)]
            guard value < 64 else { return nil }
            group = group << 6 | UInt32(value)
            if index % 4 == 3 {
                bytes.append(UInt8(truncatingIfNeeded: group >> 16))
                bytes.append(UInt8(truncatingIfNeeded: group >> 8))
                bytes.append(UInt8(truncatingIfNeeded: group))
                group = 0
            }
        }
        switch padded {
        case 1:
            bytes.append(UInt8(truncatingIfNeeded: group >> 10))
            bytes.append(UInt8(truncatingIfNeeded: group >> 2))
        case 2: bytes.append(UInt8(truncatingIfNeeded: group >> 4))
        default: break
        }
        return bytes
    }
}
