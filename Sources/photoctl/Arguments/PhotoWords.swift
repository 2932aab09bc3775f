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
    private var isByShot = false

    /// - Parameters:
    ///   - word: what each of them is for the protocol.
    ///   - isByShot: whether a shot is changed by each of its files that is named, and so all of them have to be in one request.
    init(
        _ arguments: [String],
        as word: (String) -> String = PathArgument.photoWord,
        byShot isByShot: Bool = false
    ) throws {
        let texts = try arguments.flatMap { $0 == "-" ? try Self.readStandardInput() : [$0] }
        self.init(ids: texts.map(word))
        self.isByShot = isByShot
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
        let lists = isByShot ? Self.lists(ofShots: words) : Self.lists(of: words.lazy.map { [$0] })
        return lists.map { Part(words: $0, isList: isList) }
    }

    /// Bytes of a list: the protocol's limit with room to spare.
    private static let listLimit = ProtocolVersion.uploadLimit - 1024

    /// As few lists as hold the words. Where one does, they are as they come; else the files of a shot stand together: what went along
    /// with the first of them is not there any more when a later request names it, and what was edited would be once more.
    static func lists(ofShots words: [String], limit: Int = listLimit) -> [[String]] {
        let whole = lists(of: [words], limit: limit)
        return whole.count > 1 ? lists(of: shots(of: words), limit: limit) : whole
    }

    /// As few lists as hold the words. Those of a group are in one where one holds them.
    private static func lists(of groups: some Sequence<[String]>, limit: Int = listLimit) -> [[String]] {
        var lists: [[String]] = []
        var size = Int.max / 2
        for group in groups {
            let length = group.reduce(0) { $0 + $1.utf8.count + 1 }
            // One that no list holds begins where it comes.
            if size + length > limit, length <= limit { size = Int.max / 2 }
            for word in group {
                let length = word.utf8.count + 1
                if size + length > limit {
                    lists.append([])
                    size = 0
                }
                lists[lists.count - 1].append(word)
                size += length
            }
        }
        return lists
    }

    /// Paths by folder and by name up to the first dot, which the names of all files of a shot have in common; the first of each
    /// in the order in which they come.
    private static func shots(of words: [String]) -> [[String]] {
        var positions: [ArraySlice<UInt8>: Int] = [:]
        var shots: [[String]] = []
        for word in words {
            let bytes = PathArgument.bytes(of: word)
            let name = bytes.lastIndex(of: UInt8(ascii: "/")).map { bytes[($0 + 1)...] } ?? bytes[...]
            let end = name.firstIndex(of: UInt8(ascii: ".")) ?? name.endIndex
            let position = positions[bytes[..<end], default: shots.count]
            if position == shots.count {
                positions[bytes[..<end]] = position
                shots.append([])
            }
            shots[position].append(word)
        }
        return shots
    }

    private static func readStandardInput() throws -> [String] {
        let bytes = try StandardInput.read()
        let separator: UInt8 = bytes.contains(0) ? 0 : 0x0A
        return bytes.split(separator: separator).map { RawArguments.text(of: Array($0)) }
    }
}
