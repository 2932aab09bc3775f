/// Changes properties in the text of an XMP sidecar (ISO 16684-1: RDF in XML) and leaves every other byte as it is:
/// white space, quotation marks, comments, other programs' properties.
///
/// The input is untrusted: whatever the bytes are, editing ends with a sidecar or an error, in time that grows with
/// their number.
public enum SidecarText {
    /// The largest sidecar that is taken, and that is made.
    public static let sizeLimit = 16 << 20

    /// The sidecar with the wanted values.
    ///
    /// ```swift
    /// let sidecar = try SidecarText.edited(nil, by: SidecarValues(rating: .set(5), keywords: .set(["Beach"])))
    /// ```
    /// - Parameter sidecar: `nil`, or blank, where there is none yet.
    /// - Returns: the same bytes where all is so already; no bytes where there was none and none is needed.
    public static func edited(
        _ sidecar: [UInt8]?,
        by values: SidecarValues
    ) throws(SidecarTextError) -> [UInt8] {
        let wanted = try WantedProperty.all(of: values)
        let isNew = sidecar.map(isBlank) ?? true
        let isAdding = wanted.contains { if case .none = $0.value { false } else { true } }
        if isNew, !isAdding { return sidecar ?? [] }
        var bytes = isNew ? SidecarFrame.new : sidecar ?? []
        var outline = try outline(of: bytes)
        if outline.nodes.isEmpty {
            guard isAdding else { return bytes }
            bytes = SidecarFrame.completed(bytes, outline)
            outline = try OutlineReader.outline(of: bytes)
        }
        var editor = SidecarEditor(bytes, outline)
        let result = editor.edit(wanted + OtherPrograms.properties(beside: wanted, in: outline))
        guard result.count <= sizeLimit else { throw .tooLarge }
        return result
    }

    /// What a sidecar says of all the properties, as `edited` takes it: `removed` of those that it does not have, or
    /// whose value can't be read.
    public static func values(of sidecar: [UInt8]) throws(SidecarTextError) -> SidecarValues {
        let none = SidecarValues(
            date: .removed,
            place: .removed,
            description: .removed,
            title: .removed,
            rating: .removed,
            keywords: .removed
        )
        return isBlank(sidecar) ? none : SidecarValues(try outline(of: sidecar))
    }

    private static func outline(of bytes: [UInt8]) throws(SidecarTextError) -> SidecarOutline {
        guard bytes.count <= sizeLimit else { throw .tooLarge }
        try checkEncoding(bytes)
        if let (flaw, offset) = XMLCharacters.firstFlaw(in: bytes) {
            switch flaw {
            case .notUTF8: throw .unsupportedEncoding(found: "an unknown encoding (it is no UTF-8)")
            case .forbidden:
                throw XMLScanner(bytes).failure("a control character stands in it", at: offset)
            }
        }
        return try OutlineReader.outline(of: bytes)
    }

    /// UTF-16 and UTF-32, with a byte order mark or without.
    private static func checkEncoding(_ bytes: [UInt8]) throws(SidecarTextError) {
        guard bytes.count >= 4 else { return }
        switch (bytes[0], bytes[1], bytes[2], bytes[3]) {
        case (0xFF, 0xFE, 0, 0), (0, 0, 0xFE, 0xFF), (0x3C, 0, 0, 0), (0, 0, 0, 0x3C):
            throw .unsupportedEncoding(found: "UTF-32")
        case (0xFF, 0xFE, _, _), (0xFE, 0xFF, _, _), (0x3C, 0, _, _), (0, 0x3C, _, _):
            throw .unsupportedEncoding(found: "UTF-16")
        default: break
        }
    }

    private static func isBlank(_ bytes: [UInt8]) -> Bool {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        return bytes[start...].allSatisfy(\.isMarkupSpace)
    }
}
