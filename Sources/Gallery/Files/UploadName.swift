import PhotoModel

/// What a file from a browser is called here: its own name, from which a date may be read, as far as that is one.
enum UploadName {
    /// `nil` where it is none: it would lead elsewhere, be hidden, or not fit.
    static func fileName(_ text: String?) -> FileName? {
        guard let text, !text.isEmpty, text.utf8.count <= 255, text.utf8.first != UInt8(ascii: ".") else {
            return nil
        }
        let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "/") }
        return isPlain ? FileName(text) : nil
    }

    /// The name of a folder for what is sent together: sixteen hexadecimal digits, as they were given out.
    static func isSet(_ text: String) -> Bool {
        text.utf8.count == 16
            && text.utf8.allSatisfy {
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
            }
    }
}
