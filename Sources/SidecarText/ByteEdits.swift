/// Changes of a document's bytes, collected in any order and applied in one pass.
struct ByteEdits {
    private struct Edit {
        let range: Range<Int>
        let text: [UInt8]

        /// `nil` where their ranges do not say.
        func isBefore(_ other: Edit) -> Bool? {
            if range.lowerBound != other.range.lowerBound { return range.lowerBound < other.range.lowerBound }
            return range.isEmpty == other.range.isEmpty ? nil : range.isEmpty
        }
    }

    private var edits: [Edit] = []

    var isEmpty: Bool { edits.isEmpty }

    /// - Parameter range: none overlap. At one place the empty ones come first, in the order in which they came.
    mutating func replace(_ range: Range<Int>, with text: [UInt8]) {
        edits.append(Edit(range: range, text: text))
    }

    mutating func insert(_ text: [UInt8], at position: Int) {
        replace(position..<position, with: text)
    }

    mutating func remove(_ range: Range<Int>) {
        replace(range, with: [])
    }

    func applied(to bytes: [UInt8]) -> [UInt8] {
        let order = edits.indices.sorted { left, right in
            edits[left].isBefore(edits[right]) ?? (left < right)
        }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var position = 0
        for edit in order.lazy.map({ edits[$0] }) {
            guard edit.range.lowerBound >= position, edit.range.upperBound <= bytes.count else { continue }
            result += bytes[position..<edit.range.lowerBound]
            result += edit.text
            position = edit.range.upperBound
        }
        result += bytes[position...]
        return result
    }
}
