/// Puts what a page's style sheets say into the page itself. A browser paints nothing before it has them, and asks for each.
struct InlineStyles {
    private static let start = Array("<link rel=\"stylesheet\" href=\"/page/".utf8)
    private static let end = Array("\">".utf8)

    private let nonce: StyleNonce
    private let read: (_ names: [String]) throws -> [UInt8]

    /// - Parameter read: the content of a file of the page, by the names that lead to it.
    init(_ nonce: StyleNonce, read: @escaping (_ names: [String]) throws -> [UInt8]) {
        self.nonce = nonce
        self.read = read
    }

    /// - Parameter html: with each link to a style sheet on a line of its own.
    func page(_ html: [UInt8]) throws -> [UInt8] {
        var lines: [[UInt8]] = []
        for line in html.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            guard line.starts(with: Self.start), line.suffix(2).elementsEqual(Self.end) else {
                lines.append(Array(line))
                continue
            }
            let address = line.dropFirst(Self.start.count).dropLast(Self.end.count)
            let names = address.split(separator: UInt8(ascii: "/")).map {
                String(decoding: $0, as: UTF8.self)
            }
            lines.append(
                Array("<style nonce=\"\(nonce.text)\">".utf8) + (try read(names)) + Array("</style>".utf8)
            )
        }
        return Array(lines.joined(separator: CollectionOfOne(UInt8(ascii: "\n"))))
    }
}
