import PhotoModel

/// Where imported photos go below the library: folders with fields in braces, `{year}/{group}`.
///
/// A field without a value is the text behind its bar, `{camera|No camera}`, else its own: Other's folder for
/// `group`, `undated` for the dates, `Unknown camera` for `camera`, nothing for `original`. A folder of which
/// nothing is left is left out.
public struct LayoutTemplate: Hashable, Sendable {
    private enum Piece: Hashable {
        case text(String)
        case field(LayoutField, fallback: String?)
    }

    /// `{group}`.
    public static let standard = LayoutTemplate(text: "{group}", folders: [[.field(.group, fallback: nil)]])

    public let text: String
    private let folders: [[Piece]]

    private init(text: String, folders: [[Piece]]) {
        self.text = text
        self.folders = folders
    }

    /// Reads a layout. Doubled and trailing slashes mean nothing.
    public init(_ text: String) throws(LayoutError) {
        guard !text.isEmpty else { throw .empty }
        guard text.utf8.first != UInt8(ascii: "/") else { throw .absolute(text) }
        var folders: [[Piece]] = []
        var folder: [Piece] = []
        var literal = ""
        var rest = text[...]
        func endLiteral() {
            if !literal.isEmpty { folder.append(.text(literal)) }
            literal = ""
        }
        func endFolder() throws(LayoutError) {
            endLiteral()
            try Self.check(folder, of: text)
            if !folder.isEmpty { folders.append(folder) }
            folder = []
        }
        while let character = rest.popFirst() {
            switch character {
            case "/": try endFolder()
            case "}": throw .strayBrace(text)
            case "{":
                endLiteral()
                guard let end = rest.firstIndex(of: "}") else { throw .unclosedBrace(text) }
                folder.append(try Self.field(rest[..<end], of: text))
                rest = rest[rest.index(after: end)...]
            default: literal.append(character)
            }
        }
        try endFolder()
        guard !folders.isEmpty else { throw .empty }
        self.init(text: text, folders: folders)
    }

    private static func field(_ content: Substring, of text: String) throws(LayoutError) -> Piece {
        guard !content.contains("{") else { throw .unclosedBrace(text) }
        let parts = content.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
        let name = parts.first.map(String.init) ?? ""
        guard let field = LayoutField(rawValue: name) else { throw .unknownField(name) }
        guard parts.count == 2 else { return .field(field, fallback: nil) }
        let fallback = String(parts[1])
        guard !fallback.contains("/") else { throw .slashInFallback(fallback) }
        return .field(field, fallback: fallback)
    }

    private static func check(_ folder: [Piece], of text: String) throws(LayoutError) {
        if folder == [.text("..")] || folder == [.text(".")] { throw .parentReference(text) }
        for piece in folder {
            guard case .text(let literal) = piece else { continue }
            let isHidden = literal.hasPrefix(".") && piece == folder.first
            guard !isHidden, literal.utf8.count <= 255,
                literal.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
            else { throw .illegalFolder(literal) }
        }
    }

    // MARK: - Filling in

    /// The folders for one photo, from the library down; none means the library itself.
    ///
    /// - Parameter clean: makes any text a legal folder name, and leaves legal ones alone.
    public func folders(for values: LayoutValues, clean: (String) -> String) -> [FileName] {
        folders.flatMap { folder -> [FileName] in
            if folder.count == 1, case .field(.original, let fallback) = folder[0] {
                let original = values.original.compactMap { Self.cleaned($0, clean) }
                if !original.isEmpty { return original }
                return Self.cleaned(FileName(fallback ?? ""), clean).map { [$0] } ?? []
            }
            if folder == [.field(.group, fallback: nil)] {
                return [FileName(values.groupFolder ?? values.otherFolder)]
            }
            let bytes = folder.flatMap { Self.value(of: $0, values, clean) }
            return Self.cleaned(FileName(bytes), clean).map { [$0] } ?? []
        }
    }

    private static func value(
        of piece: Piece,
        _ values: LayoutValues,
        _ clean: (String) -> String
    ) -> [UInt8] {
        switch piece {
        case .text(let text): return Array(text.utf8)
        case .field(.original, let fallback):
            let joined = Array(values.original.map(\.bytes).joined(separator: [UInt8(ascii: "_")]))
            return joined.isEmpty ? Array((fallback ?? "").utf8) : joined
        case .field(let field, let fallback):
            if let value = text(of: field, values) { return Array(clean(value).utf8) }
            return Array((fallback ?? standard(of: field, values)).utf8)
        }
    }

    /// `nil` where there is no value.
    private static func text(of field: LayoutField, _ values: LayoutValues) -> String? {
        switch field {
        case .group: values.groupFolder
        case .year: values.month == .undated ? nil : String(values.month.description.prefix(4))
        case .month: values.month == .undated ? nil : String(values.month.description.suffix(2))
        case .monthKey: values.month == .undated ? nil : values.month.description
        case .camera: values.camera.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
        case .original: nil
        }
    }

    private static func standard(of field: LayoutField, _ values: LayoutValues) -> String {
        switch field {
        case .group: values.otherFolder
        case .year, .month, .monthKey: "undated"
        case .camera: "Unknown camera"
        case .original: ""
        }
    }

    /// `nil` where nothing is left. A name that is no text came from a folder, and so is a legal one.
    private static func cleaned(_ name: FileName, _ clean: (String) -> String) -> FileName? {
        guard !name.bytes.isEmpty else { return nil }
        if let text = name.text { return FileName(clean(text)) }
        let bytes = name.isHidden ? [UInt8(ascii: "_")] + name.bytes : name.bytes
        return FileName(Array(bytes.prefix(255)))
    }
}
