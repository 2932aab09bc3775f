import PhotoModel

/// What a link is called: as the file, or where that is taken with a number before the extension, `IMG-2.jpg`.
public enum LinkName {
    /// The most bytes that a name may have.
    private static let limit = 255

    /// - Parameter number: 1 is the file's own name.
    public static func name(of file: FileName, number: Int) -> FileName {
        guard number > 1 else { return file }
        let suffix = Array("-\(number)".utf8) + ending(of: file)
        var stem = file.bytes.dropLast(ending(of: file).count)
        if stem.count + suffix.count > limit {
            stem = stem.prefix(limit - suffix.count)
            // Not in the middle of a character.
            if let next = file.bytes.dropFirst(stem.count).first, next & 0xC0 == 0x80 {
                while let last = stem.popLast(), last & 0xC0 == 0x80 {}
            }
        }
        return FileName(stem + suffix)
    }

    /// Whether a link to a file may be called so.
    public static func isName(_ link: FileName, of file: FileName) -> Bool {
        if link == file { return true }
        let stem = link.bytes.dropLast(ending(of: file).count)
        guard let dash = stem.lastIndex(of: UInt8(ascii: "-")),
            let number = Int(String(decoding: stem[(dash + 1)...], as: UTF8.self)), number > 1
        else { return false }
        return name(of: file, number: number) == link
    }

    /// With its dot. What is as long as a name is no extension.
    private static func ending(of file: FileName) -> ArraySlice<UInt8> {
        guard let start = file.extensionStart, file.bytes.count - start < 32 else { return [] }
        return file.bytes[(start - 1)...]
    }
}
