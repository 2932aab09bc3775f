/// Rows of the full-text index in which words stand.
///
/// FTS5 makes a list of all rows of a word that may go on as another (`snow*`) before it gives the first, and a statement
/// steps through them one by one: 58 ms for a word that 1,000,000 photos have. The few words that begin like a whole one are
/// looked up, and their rows taken from their own lists.
extension IndexReader {
    /// More words than these that begin the same, and FTS5 puts their lists together faster.
    private static let termLimit = 32
    /// Bytes. FTS5 cuts what is longer than 32,768; nobody searches for it.
    private static let longestTerm = 64

    /// The rows in which all words stand. Of no words all of them do nowhere.
    func rows(ofAll words: [String]) throws(IndexError) -> AssetSelection {
        var selection: AssetSelection?
        for word in words {
            guard let terms = try terms(beginningWith: word) else { return try rows(matching: words) }
            let rows = try rows(ofAny: terms)
            selection = selection?.intersection(rows) ?? rows
        }
        return selection ?? AssetSelection()
    }

    /// The same, as FTS5 finds them.
    func rows(matching words: [String]) throws(IndexError) -> AssetSelection {
        var selection = AssetSelection()
        let find = try connection.statement("SELECT rowid FROM asset_text WHERE asset_text MATCH ?1")
        find.bind(TextExpression.matching(words), at: 1)
        try find.each("searching") { row throws(IndexError) in selection.insert(row.int(0)) }
        return selection
    }

    /// The words of the index that begin like one. `nil` where that is more than one to the tokenizer, or none, and where there
    /// are many.
    private func terms(beginningWith word: String) throws(IndexError) -> [String]? {
        guard let prefix = Self.token(word) else { return nil }
        var terms: [String] = []
        var next = prefix
        let find = try connection.statement("SELECT term FROM asset_text_term WHERE term >= ?1 LIMIT 1")
        while true {
            find.bind(next, at: 1)
            let term = try find.first("looking for words") { row throws(IndexError) in row.string(0) }
            guard let term, term.utf8.starts(with: prefix.utf8) else { return terms }
            guard terms.count < Self.termLimit else { return nil }
            terms.append(term)
            // Behind all places of this word, which `>` would pass one by one: no word holds a NUL.
            next = term + "\0"
        }
    }

    /// A word as the tokenizer has it, where it leaves it whole: ASCII letters small, digits, and all that is not ASCII.
    ///
    /// Source: https://www.sqlite.org/fts5.html, "Ascii Tokenizer".
    private static func token(_ word: String) -> String? {
        var token = Array(SearchText.folded(word).utf8)
        guard (1...longestTerm).contains(token.count) else { return nil }
        for (index, byte) in token.enumerated() {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): token[index] = byte | 0x20
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...: break
            default: return nil
            }
        }
        return String(decoding: token, as: UTF8.self)
    }

    private func rows(ofAny terms: [String]) throws(IndexError) -> AssetSelection {
        var selection = AssetSelection()
        guard !terms.isEmpty else { return selection }
        try connection.add(function: RowsOfPhrases.name, RowsOfPhrases.add(to:))
        let find = try connection.statement(
            "SELECT \(RowsOfPhrases.name)(asset_text, ?2) FROM asset_text WHERE asset_text MATCH ?1 LIMIT 1"
        )
        find.bind(TextExpression.any(of: terms), at: 1)
        var failure: IndexError?
        withUnsafeMutablePointer(to: &selection) { target in
            find.bind(target, named: RowsOfPhrases.target, at: 2)
            do throws(IndexError) { try find.run("searching") } catch { failure = error }
        }
        if let failure { throw failure }
        return selection
    }
}
