/// The part of a file that is asked for (RFC 9110 §14).
enum ByteRange: Hashable, Sendable {
    case whole
    /// Bytes of the file, never empty.
    case part(Range<Int64>)
    /// Nothing of what was asked for is there.
    case unsatisfiable

    /// Several parts, other units and what is no range are answered with the whole, as the RFC allows.
    ///
    /// - Parameters:
    ///   - header: the `Range` header.
    ///   - size: of the file, in bytes.
    init(_ header: String?, size: Int64) {
        guard let header, header.prefix(6).lowercased() == "bytes=",
            let (first, last) = Self.bounds(header.dropFirst(6))
        else {
            self = .whole
            return
        }
        switch (first, last) {
        case (let first?, let last):
            guard last.map({ first <= $0 }) ?? true else {
                self = .whole
                return
            }
            guard first < size else {
                self = .unsatisfiable
                return
            }
            self = .part(first..<(min(last ?? .max, size - 1) + 1))
        case (nil, let count?):
            self = count > 0 && size > 0 ? .part(max(0, size - count)..<size) : .unsatisfiable
        case (nil, nil): self = .whole
        }
    }

    /// `nil` where it is no single range of digits.
    private static func bounds(_ text: Substring) -> (Int64?, Int64?)? {
        let parts = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        func number(_ text: Substring) -> Int64?? {
            if text.isEmpty { return .some(nil) }
            guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
                return nil
            }
            // More than any file has is as good as its end.
            return .some(Int64(text) ?? .max)
        }
        guard let first = number(parts[0]), let last = number(parts[1]) else { return nil }
        return (first, last)
    }
}
