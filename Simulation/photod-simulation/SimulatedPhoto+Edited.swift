import SidecarText

/// What is said of simulated photos, in their sidecars and in themselves, and how a worker has them say something else.
extension SimulatedPhoto {
    // MARK: - Sidecars

    private static let sidecarHead = "<x>"

    /// A sidecar that says another description, and all else as it was.
    ///
    /// - Parameter old: `nil` where there is none.
    /// - Returns: the same where it says that already; `nil` where it is a part of one.
    static func sidecar(_ old: [UInt8]?, saying description: Setting<String>) -> [UInt8]? {
        guard let old else { return sidecar(of: described([], description)) }
        let text = String(decoding: old, as: UTF8.self)
        let end = ";end"
        guard text.hasPrefix(sidecarHead), text.hasSuffix(end) else { return nil }
        let fields = text.dropFirst(sidecarHead.count).dropLast(end.count).split(separator: ";").map(
            String.init
        )
        let now = described(fields, description)
        return now == fields ? old : sidecar(of: now)
    }

    private static func sidecar(of fields: [String]) -> [UInt8] {
        Array(([sidecarHead] + fields + ["end"]).joined(separator: ";").utf8)
    }

    // MARK: - JPEG

    private static let (start, scan): ([UInt8], [UInt8]) = (
        [0xFF, 0xD8], [0xFF, 0xDA, 0, 8, 0, 0, 0, 0, 0, 0]
    )
    private static let metadataMarker: [UInt8] = [0xFF, 0xE1]
    private static let metadataHead = "Exif\0\0"
    /// Bytes before the text of the first segment: two markers and the segment's length.
    private static let bytesBeforeText = 6

    /// What stands before a picture: a segment with a text, and the beginning of a scan.
    static func segments(_ text: String) -> [UInt8] { segments(fields: [metadataHead, text]) + scan }

    private static func segments(fields: [String]) -> [UInt8] {
        let text = Array((fields + [""]).joined(separator: ";").utf8)
        let length = text.count + 2
        return start + metadataMarker + [UInt8(length >> 8), UInt8(length & 0xFF)] + text
    }

    /// What stands before a picture with another description.
    ///
    /// - Returns: the same where it says that already; `nil` where not all of it is there.
    static func image(_ old: [UInt8], saying description: Setting<String>) -> [UInt8]? {
        guard old.count > bytesBeforeText, old.starts(with: start + metadataMarker) else { return nil }
        let end = 4 + Int(old[4]) << 8 + Int(old[5])
        guard old.count > end else { return nil }
        let text = String(decoding: old[bytesBeforeText..<end], as: UTF8.self)
        let fields = text.split(separator: ";").map(String.init)
        let now = described(fields, description)
        return now == fields ? old : segments(fields: now) + old[end...]
    }

    /// What of a JPEG file an edit leaves as it is; `nil` of all others.
    static func picture(of bytes: [UInt8]) -> ArraySlice<UInt8>? {
        guard bytes.starts(with: start + metadataMarker) else { return nil }
        return bytes.lastIndex(of: scan[1]).map { bytes[$0...] }
    }

    // MARK: - Fields

    /// Fields, of which one says the description.
    private static func described(_ fields: [String], _ description: Setting<String>) -> [String] {
        let name = "description="
        var now = fields
        let place = now.firstIndex { $0.hasPrefix(name) }
        switch (description, place) {
        case (.set(let text), let place?): now[place] = name + text
        case (.set(let text), nil): now.append(name + text)
        case (.removed, let place?): now.remove(at: place)
        case (.removed, nil): break
        }
        return now
    }
}
