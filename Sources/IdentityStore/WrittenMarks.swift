import EditRules
import JSON
import PhotoModel

/// How the daemon wrote a record's decisions, noted beside them as `"asWritten"`. Whoever saves a document that was
/// opened before newer marks were written saves old decisions together with those changed by hand: this tells the two
/// apart, however often the document was written in between.
///
/// A check, not a copy, lest somebody who replaces a name in the whole document replace it here too.
struct WrittenMarks: Hashable {
    private let favorite: Bool?
    private let viewed: Bool
    private let group: Group
    /// Hashes of what the overlay says of each; `nil` of what it does not speak of.
    private let overlay: [UInt64?]

    /// What it speaks of, in the order of the hashes, and the letters that stand before them.
    private static let overlaid: [(letter: StaticString, field: EditableFields)] = [
        ("d", .date), ("p", .place), ("t", .description), ("n", .title), ("r", .rating), ("k", .keywords),
    ]

    private enum Group: Hashable {
        case none
        case other
        /// A hash of its name.
        case named(UInt64)
    }

    init(_ record: IdentityRecord) {
        favorite = record.favorite
        viewed = record.viewed
        overlay = [
            record.overlay.date.map(SaidDate.text), record.overlay.place?.word, record.overlay.description,
            record.overlay.title, record.overlay.rating.map { "\($0)" },
            record.overlay.keywords?.joined(separator: "\u{1F}"),
        ].map { $0.map(Self.hash) }
        switch record.groupOverride {
        case .none: group = .none
        case .other: group = .other
        case .named(let name):
            group = .named(Self.hash(name))
        }
    }

    private static func hash(_ text: String) -> UInt64 {
        Array(text.utf8).withUnsafeBytes { DocumentHash(of: $0).high }
    }

    /// Of a record without any decision, which has no such note.
    static let none = WrittenMarks()

    private init() {
        favorite = nil
        viewed = false
        group = .none
        overlay = Self.overlaid.map { _ in nil }
    }

    var isEmpty: Bool { self == Self.none }

    /// Which decisions are not as they were written.
    func changes(in record: IdentityRecord) -> EditableFields {
        let now = WrittenMarks(record)
        var changes: EditableFields = []
        if now.group != group { changes.insert(.groupOverride) }
        if now.favorite != favorite { changes.insert(.favorite) }
        if now.viewed != viewed { changes.insert(.viewed) }
        for (index, part) in Self.overlaid.enumerated() where now.overlay[index] != overlay[index] {
            changes.formUnion(part.field)
        }
        return changes
    }

    // MARK: - As text

    /// `f+vd91c0…g5f3a…`: favourite `f+`, none `f-`; viewed `v`; of an overlay the date `d`, the place `p`, the description
    /// `t`, the title `n`, the stars `r` and the keywords `k`, each with 16 digits; a group `g` and 16 digits, Other `g-`. What was not said is left out.
    func appendText(to bytes: inout [UInt8]) {
        if let favorite { bytes.append(literal: favorite ? "f+" : "f-") }
        if viewed { bytes.append(literal: "v") }
        for (part, hash) in zip(Self.overlaid, overlay) {
            guard let hash else { continue }
            bytes.append(literal: part.letter)
            DocumentHash.appendDigits(of: hash, to: &bytes)
        }
        switch group {
        case .none: break
        case .other: bytes.append(literal: "g-")
        case .named(let hash):
            bytes.append(literal: "g")
            DocumentHash.appendDigits(of: hash, to: &bytes)
        }
    }

    /// `nil` where `text` is not as the daemon writes it.
    init?(text: [UInt8]) {
        var rest = text[...]
        func take(_ word: StaticString) -> Bool {
            let word = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
            guard rest.starts(with: word) else { return false }
            rest = rest.dropFirst(word.count)
            return true
        }
        favorite = take("f+") ? true : take("f-") ? false : nil
        func takeHash() -> UInt64? {
            guard rest.count >= 16 else { return nil }
            var hash: UInt64 = 0
            for digit in rest.prefix(16) {
                guard let value = HexDigit.value(digit) else { return nil }
                hash = hash << 4 | UInt64(value)
            }
            rest = rest.dropFirst(16)
            return hash
        }
        viewed = take("v")
        var overlay: [UInt64?] = []
        for part in Self.overlaid {
            guard take(part.letter) else {
                overlay.append(nil)
                continue
            }
            guard let hash = takeHash() else { return nil }
            overlay.append(hash)
        }
        self.overlay = overlay
        if take("g-") {
            group = .other
        } else if take("g") {
            guard let hash = takeHash() else { return nil }
            group = .named(hash)
        } else {
            group = .none
        }
        guard rest.isEmpty else { return nil }
    }
}
