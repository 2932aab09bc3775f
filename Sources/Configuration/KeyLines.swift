/// On which line of a TOML text each key stands. The parser tells lines of syntax errors only.
///
/// Keys are written `library[1].path`. Made for texts that the parser has accepted; of others it finds what
/// it can. Keys within inline tables and arrays are not told apart: their line is that of the key they belong
/// to.
struct KeyLines {
    private var lines: [String: Int] = [:]
    /// The first thing that the parser must not be given.
    private(set) var refusal: Refusal?

    /// Text that the parser does not report but trips over: it fails an assertion of its own on a header
    /// without a name, on brackets that do not match or close, on other line ends within them and on a date
    /// without its time; it cuts texts at a NUL; and it goes a call deeper for each part of a key, until its stack is full.
    /// No file that says anything holds any of these.
    struct Refusal: Equatable {
        var line: Int
        /// Half a sentence for people, without a full stop.
        var problem: String
        var remedy: String
    }

    init(_ source: [UInt8]) {
        var scanner = Scanner(source: source)
        var table = ""
        var arrayCounts: [String: Int] = [:]
        while scanner.skipToStatement() {
            let line = scanner.line
            if scanner.take(UInt8(ascii: "[")) {
                scanner.skipBlanks()
                let isArray = scanner.take(UInt8(ascii: "["))
                scanner.skipBlanks()
                if !scanner.standsBeforeKey {
                    scanner.refuse(
                        "a name is missing behind the bracket",
                        "write a name between the brackets, or remove the line"
                    )
                }
                let path = Self.resolve(scanner.key(), arrayCounts: arrayCounts, isArray: isArray)
                if isArray {
                    let index = arrayCounts[path] ?? 0
                    arrayCounts[path] = index + 1
                    lines[path] = lines[path] ?? line
                    table = "\(path)[\(index)]"
                } else {
                    table = path
                }
                lines[table] = line
                scanner.skipLine()
            } else {
                var path = table
                for part in scanner.key() {
                    path = path.isEmpty ? part : "\(path).\(part)"
                    lines[path] = lines[path] ?? line
                }
                scanner.skipValue()
            }
        }
        refusal = scanner.refusal
    }

    /// Counted from 1. Of a key that has no line of its own, that of the nearest key around it.
    subscript(path: String) -> Int? {
        var path = path[...]
        while true {
            if let line = lines[String(path)] { return line }
            guard let end = path.lastIndex(where: { $0 == "." || $0 == "[" }) else { return nil }
            path = path[..<end]
        }
    }

    /// A header's key with the index of the latest element for each array of tables on its way.
    private static func resolve(_ key: [String], arrayCounts: [String: Int], isArray: Bool) -> String {
        var path = ""
        for (index, part) in key.enumerated() {
            path = path.isEmpty ? part : "\(path).\(part)"
            let isLast = index == key.count - 1
            if let count = arrayCounts[path], !(isLast && isArray) { path += "[\(count - 1)]" }
        }
        return path
    }
}

/// Walks over TOML without understanding values.
private struct Scanner {
    /// Parts of a key, at most.
    private static let partLimit = 64

    let source: [UInt8]
    var position = 0
    var line = 1
    var refusal: KeyLines.Refusal?

    init(source: [UInt8]) {
        self.source = source
        // A byte order mark is no part of the text.
        if source.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    private var current: UInt8? { position < source.count ? source[position] : nil }

    /// Keeps the first.
    mutating func refuse(_ problem: String, _ remedy: String, line: Int? = nil) {
        if refusal == nil {
            refusal = KeyLines.Refusal(line: line ?? self.line, problem: problem, remedy: remedy)
        }
    }

    /// Refuses a key that is too long, and goes no further: what follows is not given to the parser either.
    private mutating func checkParts(_ count: Int) {
        guard count > Self.partLimit else { return }
        refuse("a key has more than \(Self.partLimit) parts", "write fewer, with dots between them")
        position = source.count
    }

    private mutating func advance() {
        if current == UInt8(ascii: "\n") { line += 1 }
        position += 1
    }

    mutating func take(_ byte: UInt8) -> Bool {
        guard current == byte else { return false }
        advance()
        return true
    }

    private func stands(_ text: StaticString) -> Bool {
        text.withUTF8Buffer { source[min(position, source.count)...].starts(with: $0) }
    }

    mutating func skipBlanks() {
        while current == UInt8(ascii: " ") || current == UInt8(ascii: "\t") { advance() }
    }

    /// Whether a key may begin here.
    var standsBeforeKey: Bool {
        guard let byte = current else { return false }
        return switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "\""),
            UInt8(ascii: "'"):
            true
        default: false
        }
    }

    /// `false` at the end.
    mutating func skipToStatement() -> Bool {
        while let byte = current {
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"): advance()
            case UInt8(ascii: "#"): skipLine()
            default: return true
            }
        }
        return false
    }

    mutating func skipLine() {
        while let byte = current, byte != UInt8(ascii: "\n") { advance() }
    }

    /// The parts of a dotted key, up to and with the `=` or `]` behind it.
    mutating func key() -> [String] {
        var parts: [String] = []
        while let byte = current {
            checkParts(parts.count)
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "."): advance()
            case UInt8(ascii: "="), UInt8(ascii: "]"):
                advance()
                return parts
            case UInt8(ascii: "\n"): return parts
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                let start = position + 1
                skipString()
                parts.append(String(decoding: source[start..<max(start, position - 1)], as: UTF8.self))
            default:
                let start = position
                while let byte = current, !" \t.=]\n".utf8.contains(byte) { advance() }
                parts.append(String(decoding: source[start..<position], as: UTF8.self))
            }
        }
        return parts
    }

    /// To the end of the statement: a line end outside of strings and brackets.
    mutating func skipValue() {
        var open: [(bracket: UInt8, line: Int)] = []
        // Of a key in an inline table.
        var dots = 0
        while let byte = current {
            switch byte {
            case UInt8(ascii: "."): dots += 1
            case UInt8(ascii: ","), UInt8(ascii: "="), UInt8(ascii: "{"): dots = 0
            default: break
            }
            checkParts(dots)
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                skipString()
                continue
            case UInt8(ascii: "#"):
                skipLine()
                continue
            case UInt8(ascii: "["), UInt8(ascii: "{"): open.append((byte, line))
            case UInt8(ascii: "]"): close(UInt8(ascii: "["), &open)
            case UInt8(ascii: "}"): close(UInt8(ascii: "{"), &open)
            case UInt8(ascii: "T"), UInt8(ascii: "t"), UInt8(ascii: " "): checkTime()
            case UInt8(ascii: "\n"):
                if open.isEmpty { return }
            case UInt8(ascii: "\t"), UInt8(ascii: " ")...UInt8(ascii: "~"): break
            default:
                if !stands("\r\n") {
                    refuse("a character stands here that only text in quotes may hold", "quote the text")
                }
            }
            advance()
        }
        if let bracket = open.first { refuse("a bracket is not closed", "close it", line: bracket.line) }
    }

    private mutating func close(_ bracket: UInt8, _ open: inout [(bracket: UInt8, line: Int)]) {
        guard open.popLast()?.bracket != bracket else { return }
        refuse("the brackets do not match", "close each with its own kind")
    }

    /// At a `T` or a space: behind `2016-09-12T` a digit must follow, and behind `2016-09-12 7` another.
    private mutating func checkTime() {
        guard position >= 10 else { return }
        let isDate = source[(position - 10)..<position].enumerated().allSatisfy { index, byte in
            index == 4 || index == 7 ? byte == UInt8(ascii: "-") : Self.isDigit(byte)
        }
        guard isDate else { return }
        let digits = source[(position + 1)...].prefix(2).prefix { Self.isDigit($0) }.count
        if current == UInt8(ascii: " ") ? digits != 1 : digits > 0 { return }
        refuse("a time is missing behind the date", "write it like 07:32:00")
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private mutating func skipString() {
        guard let quote = current else { return }
        let isMultiline = stands(quote == UInt8(ascii: "'") ? "'''" : "\"\"\"")
        for _ in 0..<(isMultiline ? 3 : 1) { advance() }
        while let byte = current {
            if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
                advance()
                if stands("u0000") || stands("U00000000") {
                    refuse("the text holds a NUL character", "remove it")
                }
                advance()
                continue
            }
            if byte == quote {
                guard isMultiline else {
                    advance()
                    return
                }
                if stands(quote == UInt8(ascii: "'") ? "'''" : "\"\"\"") {
                    // Up to two quotes may belong to the text and stand right before the closing three.
                    while current == quote { advance() }
                    return
                }
            } else if byte == UInt8(ascii: "\n"), !isMultiline {
                return
            }
            advance()
        }
    }
}
