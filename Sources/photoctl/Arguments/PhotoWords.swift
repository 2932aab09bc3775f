import LineProtocol
import PhotoClient

/// Photos on the command line as words of the protocol: ids, uris and paths, and what `-` reads from standard input.
struct PhotoWords {
    /// What one request takes.
    struct Part {
        fileprivate let words: [String]
        fileprivate let isList: Bool

        /// - Parameter request: makes the request of the words that stand in its line.
        func send(_ request: ([String]) -> Request, by connection: Connection) throws(ClientError) {
            if isList {
                try connection.send(request([]), identifiers: words)
            } else {
                try connection.send(request(words))
            }
        }
    }

    /// More words than this go as a list after the request, which has room for more of them,
    private static let wordLimit = 100
    /// and so do words of more bytes: of a request's line quotes and escapes may want twice as many, and options the rest.
    private static let byteLimit = ProtocolVersion.requestLimit / 4

    private let words: [String]
    private let isList: Bool

    /// - Parameter word: what each of them is for the protocol.
    init(_ arguments: [String], as word: (String) -> String = PathArgument.photoWord) throws {
        let texts = try arguments.flatMap { $0 == "-" ? try Self.readStandardInput() : [$0] }
        self.init(ids: texts.map(word))
    }

    init(ids: [String]) {
        words = ids
        isList =
            words.count > Self.wordLimit || words.reduce(0) { $0 + $1.utf8.count } > Self.byteLimit
    }

    /// Lines that say more than a word does, and so have to be a list.
    init(lines: [String]) {
        words = lines
        isList = true
    }

    var isEmpty: Bool { words.isEmpty }

    var count: Int { words.count }

    /// As few requests as hold the words.
    var parts: [Part] {
        Self.lists(of: words).map { Part(words: $0, isList: isList) }
    }

    /// As few lists as hold the words, each within the protocol's limit with room to spare.
    private static func lists(of words: [String]) -> [[String]] {
        var parts: [[String]] = []
        var size = Int.max / 2
        for word in words {
            let length = word.utf8.count + 1
            if size + length > ProtocolVersion.uploadLimit - 1024 {
                parts.append([])
                size = 0
            }
            parts[parts.count - 1].append(word)
            size += length
        }
        return parts
    }

    private static func readStandardInput() throws -> [String] {
        let bytes = try StandardInput.read()
        let separator: UInt8 = bytes.contains(0) ? 0 : 0x0A
        return bytes.split(separator: separator).map { RawArguments.text(of: Array($0)) }
    }
}
