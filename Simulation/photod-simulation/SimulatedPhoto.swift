import PhotoModel

/// What stands in a simulated file: a head by which its format is known, then its facts as text, then an end by which it is
/// known that nothing is missing.
enum SimulatedPhoto {
    /// Whether each content has.
    ///
    /// Unchecked: set before a life begins, by the thread that begins it.
    nonisolated(unsafe) static var hasSizeOfItsOwn = false

    /// Whether JPEG files have what says what they say apart from their picture, so that it can be written on.
    ///
    /// Unchecked: as above.
    nonisolated(unsafe) static var hasSegments = false

    /// - Parameters:
    ///   - content: which one; equal numbers are equal bytes, in files of one format.
    ///   - path: whose extension says the format.
    static func bytes(_ content: Int, for path: String) -> [UInt8] {
        let format = FileName(Array(path.utf8)).format ?? .jpeg
        var text = "original=2016:0\(1 + content % 9):05 10:00:0\(content % 10);"
        if content % 3 == 0 { text += "description=What is \(content);" }
        if content % 4 == 0 { text += "rating=\(content % 6);" }
        if content % 2 == 0 { text += "identifier=LIVE-\(content);" }
        // Some of them are of one size: nothing but its content tells one from the other then.
        text += String(repeating: "x", count: content % (hasSizeOfItsOwn ? 5 : 2))
        if hasSegments, format == .jpeg { return segments(text) + Array(";picture=\(content);end".utf8) }
        return head(format) + Array((text + ";end").utf8)
    }

    private static func head(_ format: FileFormat) -> [UInt8] {
        switch format {
        case .jpeg: [0xFF, 0xD8, 0xFF, 0xE0]
        case .heif: [0, 0, 0, 16] + Array("ftypheic".utf8) + [0, 0, 0, 0]
        case .quickTime: [0, 0, 0, 16] + Array("ftypqt  ".utf8) + [0, 0, 0, 0]
        case .mp4: [0, 0, 0, 16] + Array("ftypisom".utf8) + [0, 0, 0, 0]
        case .dng: Array("II*\0".utf8)
        default: Array("<x>".utf8)
        }
    }

    /// The facts of a whole file; `nil` for a part of one.
    static func facts(in bytes: [UInt8]) -> [String: String]? {
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.hasSuffix(";end") else { return nil }
        var facts: [String: String] = [:]
        for field in text.split(separator: ";") {
            let parts = field.split(separator: "=", maxSplits: 1)
            guard parts.count == 2 else { continue }
            // The head goes before the first name.
            let name = parts[0].hasSuffix("original") ? "original" : String(parts[0])
            facts[name] = String(parts[1])
        }
        return facts
    }
}
