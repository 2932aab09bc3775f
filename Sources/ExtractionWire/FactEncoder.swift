/// Writes the facts of one file, file after file into the same memory. Values are given as the file has them, so that a
/// worker makes no strings only to take them apart again.
///
/// Of a field that is added twice the first counts: sources are asked in the order of trust.
public struct FactEncoder {
    public private(set) var payload = WireBytes(capacity: WireFormat.maximumFactsLength)
    private var written = FactSet()

    public init() {}

    /// Begins a file, and forgets what there was of the one before.
    public mutating func begin() {
        payload.clear()
        written = FactSet()
    }

    public var isEmpty: Bool { written.isEmpty }

    /// Whether a field is there already.
    public func has(_ field: FactField) -> Bool { written.contains(field) }

    /// Adds text, cut to what the field may hold. Empty text is no fact.
    public mutating func append(_ field: FactField, text: UnsafeRawBufferPointer) {
        guard case .text(let limit) = field.form else { return }
        let used = text.cut(to: limit, isWide: field.isWide)
        guard !used.isEmpty, begin(field, length: used.count) else { return }
        payload.append(used)
    }

    /// Adds texts of a list that are joined by NULs, as many as the field may hold whole.
    public mutating func append(_ field: FactField, list: UnsafeRawBufferPointer) {
        guard case .text(let limit) = field.form else { return }
        var end = list.count
        while end > limit { end = list[..<end].lastIndex(of: 0) ?? 0 }
        append(field, text: UnsafeRawBufferPointer(rebasing: list[..<end]))
    }

    public mutating func append(pixelWidth: UInt32, pixelHeight: UInt32) {
        guard begin(.pixelSize, length: 8) else { return }
        payload.append(pixelWidth)
        payload.append(pixelHeight)
    }

    /// Adds a fact that is a double. One that it cannot be, infinity and NaN among them, is no fact.
    public mutating func append(_ field: FactField, number: Double) {
        guard case .number(let range) = field.form, range.contains(number), begin(field, length: 8) else {
            return
        }
        payload.append(number.bitPattern)
    }

    /// Adds a fact that is one byte. A number that it cannot be is no fact.
    public mutating func append(_ field: FactField, byte: Int) {
        guard case .byte(let range) = field.form, range.contains(byte), begin(field, length: 1) else {
            return
        }
        payload.append(Int8(truncatingIfNeeded: byte))
    }

    /// Returns `false`, and writes nothing, where the field is there already.
    private mutating func begin(_ field: FactField, length: Int) -> Bool {
        guard written.insert(field) else { return false }
        payload.append(field.rawValue)
        payload.append(UInt16(clamping: length))
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
