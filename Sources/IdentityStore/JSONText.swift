import PhotoModel

// What a string of a document stands for.
extension JSONReader {
    /// The text's bytes, escapes resolved. `nil` where an escape stands for half a surrogate pair.
    func content(_ text: Text) -> [UInt8]? {
        if text.isPlain { return Array(bytes[text.range]) }
        var content: [UInt8] = []
        content.reserveCapacity(text.range.count)
        var index = text.range.lowerBound
        while index < text.range.upperBound {
            guard bytes[index] == UInt8(ascii: "\\") else {
                content.append(bytes[index])
                index += 1
                continue
            }
            let letter = bytes[index + 1]
            index += 2
            guard letter == UInt8(ascii: "u") else {
                content.append(Self.character(ofEscape: letter))
                continue
            }
            guard let scalar = scalar(at: &index, limit: text.range.upperBound) else { return nil }
            content.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        }
        return content
    }

    func string(_ text: Text) -> String? {
        if text.isPlain { return String(decoding: bytes[text.range], as: UTF8.self) }
        return content(text).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The scalar of `XXXX` or `XXXX\uXXXX`. `text()` has checked that digits follow every `\u`.
    private func scalar(at index: inout Int, limit: Int) -> Unicode.Scalar? {
        guard let first = codeUnit(at: &index, limit: limit) else { return nil }
        guard UTF16.isLeadSurrogate(first) else { return Unicode.Scalar(UInt32(first)) }
        guard index + 2 <= limit, bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u")
        else { return nil }
        index += 2
        guard let second = codeUnit(at: &index, limit: limit), UTF16.isTrailSurrogate(second) else {
            return nil
        }
        return Unicode.Scalar(0x10000 + (UInt32(first) & 0x3FF) << 10 + UInt32(second) & 0x3FF)
    }

    private func codeUnit(at index: inout Int, limit: Int) -> UInt16? {
        guard index + 4 <= limit else { return nil }
        var unit: UInt16 = 0
        for byte in bytes[index..<index + 4] {
            guard let value = HexDigit.value(byte) else { return nil }
            unit = unit << 4 | UInt16(value)
        }
        index += 4
        return unit
    }

    private static func character(ofEscape letter: UInt8) -> UInt8 {
        switch letter {
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        default: letter
        }
    }

    /// The text's bytes as one number, for comparing with known words of at most sixteen bytes; `nil` for
    /// longer ones.
    func word(_ text: Text) -> UInt128? {
        if !text.isPlain {
            guard let content = content(text), content.count <= 16 else { return nil }
            return content.reduce(0) { $0 << 8 | UInt128($1) }
        }
        guard text.range.count <= 16 else { return nil }
        var word: UInt128 = 0
        for index in text.range { word = word << 8 | UInt128(bytes[index]) }
        return word
    }

    /// Whether a plain text has these bytes.
    func equals(_ text: Text, _ other: [UInt8]) -> Bool {
        guard text.range.count == other.count else { return false }
        for index in 0..<other.count where bytes[text.range.lowerBound + index] != other[index] {
            return false
        }
        return true
    }

    /// `nil` unless the text is `UUID/L0/001` or a bare UUID.
    func assetID(_ text: Text) -> AssetID? {
        // AssetID's own reading takes any text; for the form the daemon writes this is several times as fast.
        let start = text.range.lowerBound
        if text.range.count == AssetID.textLength, text.isPlain, isSuffix(start + 36),
            let first = hexadecimal(start, 8), let second = hexadecimal(start + 9, 4),
            let third = hexadecimal(start + 14, 4), let fourth = hexadecimal(start + 19, 4),
            let fifth = hexadecimal(start + 24, 12),
            bytes[start + 8] == UInt8(ascii: "-"), bytes[start + 13] == UInt8(ascii: "-"),
            bytes[start + 18] == UInt8(ascii: "-"), bytes[start + 23] == UInt8(ascii: "-")
        {
            return AssetID(high: first << 32 | second << 16 | third, low: fourth << 48 | fifth)
        }
        return string(text).flatMap { AssetID($0) }
    }

    func fingerprint(_ text: Text) -> Fingerprint? {
        guard text.range.count == 32, text.isPlain,
            let high = hexadecimal(text.range.lowerBound, 16),
            let low = hexadecimal(text.range.lowerBound + 16, 16)
        else { return nil }
        return Fingerprint(high: high, low: low)
    }

    /// `count` hexadecimal digits from `start` on. The caller has checked the length.
    private func hexadecimal(_ start: Int, _ count: Int) -> UInt64? {
        var value: UInt64 = 0
        for index in start..<start + count {
            guard let digit = HexDigit.value(bytes[index]) else { return nil }
            value = value << 4 | UInt64(digit)
        }
        return value
    }

    /// Whether the seven bytes from `start` on, which the caller knows to exist, are an id's ending.
    private func isSuffix(_ start: Int) -> Bool {
        bytes[start] == UInt8(ascii: "/") && bytes[start + 1] == UInt8(ascii: "L")
            && bytes[start + 2] == UInt8(ascii: "0") && bytes[start + 3] == UInt8(ascii: "/")
            && bytes[start + 4] == UInt8(ascii: "0") && bytes[start + 5] == UInt8(ascii: "0")
            && bytes[start + 6] == UInt8(ascii: "1")
    }

    /// A number kept as text because it may pass 2^53.
    func unsigned(_ text: Text) -> UInt64? {
        guard text.isPlain, !text.range.isEmpty else { return nil }
        return decimal(text.range)
    }

    /// `-1479200000.123456789`: seconds, exact to the nanosecond, as nanoseconds.
    func nanoseconds(_ text: Text) -> Int64? {
        guard text.isPlain else { return nil }
        var range = text.range
        let isNegative = range.first.map { bytes[$0] } == UInt8(ascii: "-")
        if isNegative { range = range.dropFirst() }
        let dot = range.first { bytes[$0] == UInt8(ascii: ".") } ?? range.upperBound
        let fraction = dot < range.upperBound ? dot + 1..<range.upperBound : dot..<dot
        guard dot > range.lowerBound, fraction.count <= 9, dot == range.upperBound || !fraction.isEmpty,
            let seconds = decimal(range.lowerBound..<dot), var part = decimal(fraction)
        else { return nil }
        for _ in fraction.count..<9 { part *= 10 }
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (magnitude, carry) = product.addingReportingOverflow(part)
        guard !overflow, !carry else { return nil }
        if isNegative {
            return magnitude == Int64.min.magnitude ? .min : Int64(exactly: magnitude).map { -$0 }
        }
        return Int64(exactly: magnitude)
    }

    /// Decimal digits only; 0 for none.
    private func decimal(_ range: Range<Int>) -> UInt64? {
        var value: UInt64 = 0
        for byte in bytes[range] {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.addingReportingOverflow(UInt64(byte - UInt8(ascii: "0")))
            guard !overflow, !carry else { return nil }
            value = sum
        }
        return value
    }
}
