/// Parts of a file that others take the place of. The rest of it stays as it is.
struct Replacements {
    private var parts: [(range: Range<Int>, bytes: [UInt8])] = []

    var isEmpty: Bool { parts.isEmpty }

    /// - Parameter range: an empty one: the bytes come there beside all others.
    mutating func replace(_ range: Range<Int>, with bytes: [UInt8]) { parts.append((range, bytes)) }

    /// The file with its new parts; those at one place in the order in which they came.
    func applied(to bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + parts.reduce(0) { $0 + $1.bytes.count })
        var position = 0
        let ordered = parts.enumerated().sorted {
            ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
        }
        for (_, part) in ordered {
            result += bytes[position..<part.range.lowerBound]
            result += part.bytes
            position = part.range.upperBound
        }
        return result + bytes[position...]
    }
}
