/// Words as a query of the full-text index, in which they are nothing but text.
///
/// Each word becomes one string in FTS5's quotes, which knows a single escape: a doubled quote. Whatever else stands in
/// it is folded as the texts were and goes through the tokenizer like a file name. The tokens of a word must follow one
/// another, and the last may go on (`*` behind the closing quote). Strings beside one another must all match; one without
/// a token asks for nothing, and alone it finds nothing.
///
/// Source: https://www.sqlite.org/fts5.html, "FTS5 Strings", "FTS5 Prefix Queries", "FTS5 Boolean Operators".
enum TextExpression {
    static func matching(_ words: [String]) -> String {
        words.map { phrase(SearchText.folded($0)) + "*" }.joined(separator: " ")
    }

    /// Any of some texts.
    static func any(of texts: [String]) -> String { texts.map(phrase).joined(separator: " OR ") }

    /// A text as one string.
    static func phrase(_ text: String) -> String {
        var phrase = "\""
        for character in text.unicodeScalars where character != "\0" {
            if character == "\"" { phrase.unicodeScalars.append(character) }
            phrase.unicodeScalars.append(character)
        }
        return phrase + "\""
    }
}
