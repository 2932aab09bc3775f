import JSON

/// Keywords as a column has them: a JSON array, so that replies pass it on as it is.
enum StoredKeywords {
    /// `nil` where there are none.
    static func text(_ keywords: [String]) -> String? {
        guard !keywords.isEmpty else { return nil }
        var bytes: [UInt8] = []
        bytes.append(jsonTexts: keywords)
        return String(decoding: bytes, as: UTF8.self)
    }

    static func keywords(_ text: String?) -> [String] {
        guard let text, let json = try? JSONValue.parse(text) else { return [] }
        return json.texts ?? []
    }
}
