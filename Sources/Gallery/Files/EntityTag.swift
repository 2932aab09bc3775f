import Files

/// A strong validator of a file's content (RFC 9110 §8.8.3): which file it is, how long, and when it changed last.
struct EntityTag: Hashable, Sendable {
    /// With its quotes.
    let text: String

    init(_ status: FileStatus) {
        let parts = [
            status.inode, status.size, UInt64(bitPattern: status.modificationTime),
            UInt64(bitPattern: status.changeTime),
        ]
        text = "\"" + parts.map { String($0, radix: 36) }.joined(separator: "-") + "\""
    }

    /// Of the page's HTML, which is made of its files and names their styles' nonce.
    init(_ edition: PageEdition, _ nonce: StyleNonce) {
        text = "\"\(edition.text)-\(nonce.text)\""
    }

    private init(text: String) {
        self.text = text
    }

    /// Of the same content as gzip: a strong validator tells one coding from another.
    var gzip: EntityTag { EntityTag(text: "\(text.dropLast())-gzip\"") }

    /// Whether a browser has it, by its `If-None-Match`. Weak comparison, as the RFC has it there.
    func isIn(_ header: String?) -> Bool {
        guard let header else { return false }
        return header.split(separator: ",").contains { part in
            let tag = part.drop { $0 == " " || $0 == "\t" }
            let strong = tag.hasPrefix("W/") ? tag.dropFirst(2) : tag
            return strong.prefix { $0 != " " } == text || strong == "*"
        }
    }

    /// Whether a part may be sent, by an `If-Range`. A date there never is this file's: the tag alone tells.
    func allowsPart(_ header: String?) -> Bool { header.map { $0 == text } ?? true }
}
