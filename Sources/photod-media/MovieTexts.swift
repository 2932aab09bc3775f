/// Texts of a movie's user data (QuickTime File Format, "User Data Atoms") and of the list of items within
/// it (ibid., "Metadata Item List Atom"), as they lie in the file.
///
/// libavformat takes those of user data that have a Macintosh language for Mac OS Roman, but cameras and
/// programs write UTF-8 all the same. It does not know every name, and of two boxes with one meaning it keeps
/// the last.
struct MovieTexts {
    /// By the box's type. Only what is UTF-8: the rest is for libavformat to decode.
    private var userData: [String: [UInt8]] = [:]
    private var items: [String: [UInt8]] = [:]

    /// What a box is read for.
    static let userDataTypes: Set = ["dscp", "titl", "©cmt", "©day", "©des", "©nam", "©xyz"]
    /// 3GPP's, which have a form of their own.
    private static let assetTypes: Set = ["dscp", "titl"]
    static let itemTypes: Set = ["desc", "ldes", "©cmt", "©day", "©des", "©nam"]

    var description: [UInt8]? {
        items["desc"] ?? items["©des"] ?? items["ldes"] ?? userData["©des"] ?? userData["dscp"]
    }
    var comment: [UInt8]? { items["©cmt"] ?? userData["©cmt"] }
    var title: [UInt8]? { items["©nam"] ?? userData["©nam"] ?? userData["titl"] }
    /// Dates by the camera's clock, the most trusted first.
    var days: [[UInt8]] { [userData["©day"], items["©day"]].compactMap(\.self) }
    /// As ISO 6709 writes it.
    var position: [UInt8]? { userData["©xyz"] }

    /// - Parameter content: a text's length and its language, two bytes each, and the text. More of them may
    ///   follow in other languages; the first counts.
    mutating func addUserData(_ type: String, _ content: [UInt8]) {
        guard content.count > 4 else { return }
        guard !Self.assetTypes.contains(type) else { return addAssetText(type, content) }
        let length = Int(content[0]) << 8 | Int(content[1])
        guard length <= content.count - 4 else { return }
        keep(content[4..<(4 + length)], as: type, in: &userData)
    }

    /// - Parameter content: version and flags, four bytes, a language, two, and a text in UTF-8 or UTF-16 (3GPP TS 26.244
    ///   §8.2).
    private mutating func addAssetText(_ type: String, _ content: [UInt8]) {
        let text = content.dropFirst(6)
        guard text.starts(with: [0xFE, 0xFF]) else { return keep(text, as: type, in: &userData) }
        let units = stride(from: text.startIndex + 2, to: text.endIndex - 1, by: 2)
            .lazy.map { UInt16(content[$0]) << 8 | UInt16(content[$0 + 1]) }.prefix { $0 != 0 }
        keep(Array(String(decoding: Array(units), as: UTF16.self).utf8)[...], as: type, in: &userData)
    }

    /// - Parameter content: a box `data` with its kind, where 1 is UTF-8 and 0 what goes without saying, its
    ///   language and the text.
    mutating func addItem(_ type: String, _ content: [UInt8]) {
        guard content.count > 16, content[4..<8].elementsEqual("data".utf8) else { return }
        let length = content[0..<4].reduce(0) { $0 << 8 | Int($1) }
        let kind = content[8..<12].reduce(0) { $0 << 8 | Int($1) }
        guard (17...content.count).contains(length), kind <= 1 else { return }
        keep(content[16..<length], as: type, in: &items)
    }

    private func keep(_ bytes: ArraySlice<UInt8>, as type: String, in texts: inout [String: [UInt8]]) {
        let text = Array(bytes.prefix { $0 != 0 })
        guard texts[type] == nil, text.contains(where: { $0 > UInt8(ascii: " ") }),
            String(validating: text, as: UTF8.self) != nil
        else { return }
        texts[type] = text
    }
}
