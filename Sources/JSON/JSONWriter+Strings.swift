/// Strings, with the escapes they need.
extension JSONWriter {
    /// Text from bytes. What is not UTF-8 becomes U+FFFD, one for each byte that begins nothing valid.
    public mutating func string(_ bytes: UnsafeRawBufferPointer) {
        separate(then: UInt8(ascii: "\""))
        appendText(bytes)
        append(UInt8(ascii: "\""))
    }

    public mutating func string(_ bytes: some Collection<UInt8>) {
        let isContiguous: Void? = bytes.withContiguousStorageIfAvailable {
            string(UnsafeRawBufferPointer($0))
        }
        if isContiguous == nil { Array(bytes).withUnsafeBytes { string($0) } }
    }

    public mutating func string(_ text: String) {
        var text = text
        text.withUTF8 { string(UnsafeRawBufferPointer($0)) }
    }

    public mutating func string(_ text: StaticString) {
        string(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// A string of ASCII that needs no escapes, stored in place.
    ///
    /// - Parameter fill: stores at most `limit` bytes and returns how many.
    @inlinable @inline(__always)
    public mutating func plainString(upTo limit: Int, _ fill: (UnsafeMutablePointer<UInt8>) -> Int) {
        let start = beginPlainString(limit)
        endPlainString(fill(start))
    }

    @usableFromInline
    mutating func beginPlainString(_ limit: Int) -> UnsafeMutablePointer<UInt8> {
        reserve(limit + 4)
        comma()
        base[count] = UInt8(ascii: "\"")
        return base + count + 1
    }

    @usableFromInline
    mutating func endPlainString(_ length: Int) {
        count += length + 2
        base[count - 1] = UInt8(ascii: "\"")
    }

    /// Begins a string that is written in pieces, each whole UTF-8.
    public mutating func beginString() { separate(then: UInt8(ascii: "\"")) }
    public mutating func endString() { append(UInt8(ascii: "\"")) }

    /// A piece of a string, or all of it, with escapes.
    public mutating func appendText(_ bytes: UnsafeRawBufferPointer) {
        var index = 0
        while true {
            // Room for the rest as it is, for the longest escape and for a store of eight bytes over the end.
            reserve(bytes.count - index + 16)
            index = appendPlain(bytes, from: index)
            guard index < bytes.count else { return }
            index += appendSpecial(bytes, at: index)
        }
    }

    /// Copies bytes from `index` on up to the first that is no plain ASCII (a control character, a quote, a
    /// backslash, DEL, or 0x80 and above), eight a step, and returns that one's index.
    private mutating func appendPlain(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
        var index = start
        let target = UnsafeMutableRawPointer(base + count)
        while index + 8 <= bytes.count {
            let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            // Stored before it is known how much of it counts: what follows is written over the rest.
            target.storeBytes(of: word, toByteOffset: index - start, as: UInt64.self)
            let special = Self.specialBytes(UInt64(littleEndian: word))
            if special != 0 {
                index += special.trailingZeroBitCount / 8
                count += index - start
                return index
            }
            index += 8
        }
        while index < bytes.count {
            let byte = bytes[index]
            if byte < 0x20 || byte == 0x22 || byte == 0x5C || byte >= 0x7F { break }
            target.storeBytes(of: byte, toByteOffset: index - start, as: UInt8.self)
            index += 1
        }
        count += index - start
        return index
    }

    /// Writes what stands at `index` and returns how many bytes of the text that was.
    private mutating func appendSpecial(_ bytes: UnsafeRawBufferPointer, at index: Int) -> Int {
        let byte = bytes[index]
        if byte < 0x80 {
            appendEscape(UInt16(byte))
            return 1
        }
        let length = UTF8Sequence.length(in: bytes, at: index)
        if length == 0 {
            raw("\u{FFFD}")
            return 1
        }
        // U+0080–U+009F are the sequences C2 80–C2 9F.
        if byte == 0xC2, bytes[index + 1] < 0xA0 {
            appendEscape(UInt16(bytes[index + 1]))
        } else {
            raw(UnsafeRawBufferPointer(rebasing: bytes[index..<index + length]))
        }
        return length
    }

    private mutating func appendEscape(_ character: UInt16) {
        reserve(6)
        let short: UInt8? =
            switch character {
            case 0x22, 0x5C: UInt8(character)
            case 0x08: UInt8(ascii: "b")
            case 0x09: UInt8(ascii: "t")
            case 0x0A: UInt8(ascii: "n")
            case 0x0C: UInt8(ascii: "f")
            case 0x0D: UInt8(ascii: "r")
            default: nil
            }
        append(UInt8(ascii: "\\"))
        if let short {
            append(short)
            return
        }
        raw("u00")
        append(Self.hexDigit(UInt8(character >> 4)))
        append(Self.hexDigit(UInt8(character & 0xF)))
    }

    private static func hexDigit(_ nibble: UInt8) -> UInt8 {
        nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") - 10 + nibble
    }

    /// The top bit of each byte that is special; of them only the lowest is exact, as borrows run upwards.
    static func specialBytes(_ word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quote = word ^ (ones &* 0x22)
        let backslash = word ^ (ones &* 0x5C)
        let controls = word &- ones &* 0x20
        let marks = (quote &- ones) | (backslash &- ones) | controls
        // A byte of 0x7F or more has its top bit set by adding 1 or has it already.
        let high = word | ((word & (ones &* 0x7F)) &+ ones)
        return ((marks & ~word) | high) & (ones &* 0x80)
    }
}
