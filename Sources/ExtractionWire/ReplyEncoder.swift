import PhotoModel

/// Writes replies, again and again into the same memory. Values are given as the file has them, so that a worker
/// makes no strings only to take them apart again.
public struct ReplyEncoder {
    private var message = MessageBytes(.reply, capacity: WireFormat.maximumMessageLength)
    /// Results in the message.
    public private(set) var count = 0
    /// Where the result that was begun last begins; where none was since the last one ended, the end.
    private var resultStart = 0
    /// The fields of the result that is being written, a bit each.
    private var written: UInt64 = 0

    public init() {}

    /// Begins a message.
    public mutating func begin() {
        message.clear()
        count = 0
        resultStart = message.bytes.count
    }

    /// Whether another result fits, whatever it is. Where not, the message has to go first.
    public var hasRoom: Bool {
        count < WireFormat.maximumJobs
            && message.bytes.count + WireFormat.maximumResultLength <= WireFormat.maximumMessageLength
    }

    /// Begins a result of facts. `append` adds them, and `endFacts` ends it. Of a field that is added twice the first
    /// counts: sources are asked in the order of trust.
    public mutating func beginFacts(number: UInt32) {
        resultStart = message.bytes.count
        written = 0
        message.append(number)
        message.append(factsOutcome)
        message.append(UInt16(0))
    }

    /// Whether the result has any field.
    public var hasFacts: Bool { written != 0 }

    /// Whether the result has a field already.
    public func has(_ field: FactField) -> Bool { written & (1 << UInt64(field.rawValue)) != 0 }

    /// Adds text, cut to what the field may hold. Empty text is no fact.
    public mutating func append(_ field: FactField, text: UnsafeRawBufferPointer) {
        let used = text.cut(to: field.lengths.upperBound, isWide: field.isWide)
        guard !used.isEmpty, begin(field, length: used.count) else { return }
        message.append(used)
    }

    public mutating func append(pixelWidth: UInt32, pixelHeight: UInt32) {
        guard begin(.pixelSize, length: 8) else { return }
        message.append(pixelWidth)
        message.append(pixelHeight)
    }

    /// Adds a fact that is a double. One that it cannot be, infinity and NaN among them, is no fact.
    public mutating func append(_ field: FactField, number: Double) {
        guard field.range.contains(number), begin(field, length: 8) else { return }
        message.append(number.bitPattern)
    }

    /// Adds a fact that is one byte. A number that it cannot be is no fact.
    public mutating func append(_ field: FactField, byte: Int) {
        guard field.range.contains(Double(byte)), begin(field, length: 1) else { return }
        message.append(Int8(truncatingIfNeeded: byte))
    }

    /// Takes back a result that was begun, where one was: the file turned out to be unreadable.
    public mutating func discardFacts() {
        message.cut(to: resultStart)
    }

    public mutating func endFacts() {
        let length = message.bytes.count - resultStart - WireFormat.resultHeaderLength
        message.store(UInt16(clamping: length), at: resultStart + WireFormat.resultHeaderLength - 2)
        count += 1
        resultStart = message.bytes.count
    }

    public mutating func append(number: UInt32, unreadable reason: UnreadableReason) {
        message.append(number)
        message.append(reason.rawValue)
        message.append(UInt16(0))
        count += 1
        resultStart = message.bytes.count
    }

    /// Calls `body` with the message, its header filled in.
    public mutating func withMessage<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        message.finish(count: count)
        return message.bytes.withUnsafeBytes(body)
    }

    /// Returns `false`, and writes nothing, where the field is there already.
    private mutating func begin(_ field: FactField, length: Int) -> Bool {
        guard !has(field) else { return false }
        written |= 1 << UInt64(field.rawValue)
        message.append(field.rawValue)
        message.append(UInt16(clamping: length))
        return true
    }
}

extension UnsafeRawBufferPointer {
    /// At most `limit` bytes, and no half of a character at their end, which would make whoever decodes them take all of it
    /// for another encoding.
    ///
    /// - Parameter isWide: it is UTF-16 without a byte order mark.
    fileprivate func cut(to limit: Int, isWide: Bool) -> UnsafeRawBufferPointer {
        guard count > limit else { return self }
        var end = limit
        if isWide || starts(with: [0xFF, 0xFE]) || starts(with: [0xFE, 0xFF]) {
            // A half of a pair of units is one sign less, and the reader's to leave out.
            end &= ~1
        } else {
            // The bytes of UTF-8 that go on with a character; never more than three, whatever the text is.
            while end > limit - 3, self[end] & 0xC0 == 0x80 { end -= 1 }
        }
        return UnsafeRawBufferPointer(rebasing: self[..<end])
    }
}
