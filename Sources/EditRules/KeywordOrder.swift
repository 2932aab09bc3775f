/// The keywords that an edit gives each of its photos, which may follow from those that the photo has.
public enum KeywordOrder: Hashable, Sendable {
    case all([String])
    case changed(adding: [String], removing: [String])

    /// Reads `beach,holidays`, which are all of them then, and `+beach,-work`, which changes what there is; an empty text is
    /// none. A backslash takes the meaning away of a comma, a sign or a backslash behind it. `nil`: it is no list, or one of both kinds.
    public init?(_ text: String) {
        guard !text.isEmpty else {
            self = .all([])
            return
        }
        var plain: [String] = []
        var adding: [String] = []
        var removing: [String] = []
        for word in Self.words(text) {
            guard let word, !word.text.isEmpty else { return nil }
            switch word.sign {
            case nil: plain.append(word.text)
            case "+": adding.append(word.text)
            default: removing.append(word.text)
            }
        }
        guard plain.isEmpty || adding.isEmpty && removing.isEmpty else { return nil }
        self = plain.isEmpty ? .changed(adding: adding, removing: removing) : .all(Self.unique(plain))
    }

    /// Those that a photo may get by it.
    public var given: [String] {
        switch self {
        case .all(let keywords), .changed(adding: let keywords, removing: _): keywords
        }
    }

    /// What a photo has then.
    ///
    /// - Parameter known: what it has; a keyword that is there in other letters is the same.
    public func keywords(from known: [String]) -> [String] {
        switch self {
        case .all(let keywords): return keywords
        case .changed(let adding, let removing):
            let gone = Set(removing.map(Self.folded))
            return Self.unique(known.filter { !gone.contains(Self.folded($0)) } + adding)
        }
    }

    private static func unique(_ keywords: [String]) -> [String] {
        var seen: Set<String> = []
        return keywords.filter { seen.insert(folded($0)).inserted }
    }

    private static func folded(_ keyword: String) -> String { keyword.lowercased() }

    private struct Word {
        var sign: Character?
        var text: String
    }

    /// `nil` for one that ends in the middle of an escape.
    private static func words(_ text: String) -> [Word?] {
        var words: [Word?] = []
        var letters: [(letter: Character, isEscaped: Bool)] = []
        var isEscaped = false
        func end() {
            let kept = letters.drop { !$0.isEscaped && $0.letter.isWhitespace }
            let signed = kept.first.map { !$0.isEscaped && ($0.letter == "+" || $0.letter == "-") } ?? false
            let rest = String((signed ? kept.dropFirst() : kept).map(\.letter))
            words.append(Word(sign: signed ? kept.first?.letter : nil, text: rest.trimmingBlanks))
            letters = []
        }
        for letter in text {
            if isEscaped {
                letters.append((letter, true))
                isEscaped = false
            } else if letter == "\\" {
                isEscaped = true
            } else if letter == "," {
                end()
            } else {
                letters.append((letter, false))
            }
        }
        end()
        if isEscaped { words.append(nil) }
        return words
    }
}

extension String {
    fileprivate var trimmingBlanks: String {
        guard let first = firstIndex(where: { !$0.isWhitespace }),
            let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[first...last])
    }
}
