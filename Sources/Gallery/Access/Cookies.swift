/// Cookies, as browsers send them (RFC 6265 §4.2) and as the gallery sets its own.
enum Cookies {
    /// The values of one name in a `Cookie` header. There may be several, as other programs on the same host set theirs.
    static func values(of name: String, in header: String) -> [Substring] {
        header.split(separator: ";").compactMap { pair in
            let trimmed = pair.drop { $0 == " " }
            guard let equals = trimmed.firstIndex(of: "="), trimmed[..<equals] == name else { return nil }
            return trimmed[trimmed.index(after: equals)...]
        }
    }

    /// A cookie for a year that no script sees and no other site makes the browser send.
    static func setting(_ name: String, to value: String) -> String {
        "\(name)=\(value); Path=/; Max-Age=31536000; HttpOnly; SameSite=Strict"
    }

    /// Cookies are of a host, whatever the port: two galleries on one machine need two names.
    static func name(port: UInt16?) -> String {
        port.map { "photod-gallery-\($0)" } ?? "photod-gallery"
    }
}
