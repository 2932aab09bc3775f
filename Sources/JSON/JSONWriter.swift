/// Writes JSON objects as lines, without allocating once its buffer has grown.
///
/// Commas are written as needed: a complete value never ends in `{`, `[`, `:` or a line end, so the last byte tells
/// whether one is due. The writer does not check that braces match or that keys are where they belong; its caller's
/// code states the shape.
///
///     var writer = JSONWriter()
///     writer.beginObject()
///     writer.key("totalCount")
///     writer.integer(47)
///     writer.endObject()
///     writer.endLine()
///
/// Output is pure JSON (RFC 8259) and safe to show on a terminal: besides what JSON demands, DEL and the C1 control
/// characters are escaped, since U+009B begins an escape sequence.
public struct JSONWriter: ~Copyable {
    /// Owned raw memory instead of an array: a page of items is hundreds of stores of a few bytes, and an array asks
    /// at each of them whether it is shared.
    var base: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    /// How many bytes are written.
    public internal(set) var count = 0

    /// The smallest buffer, also what is kept of one that grew over its limit.
    private static let usualCapacity = 4096

    public init(capacity: Int = 4096) {
        self.capacity = max(capacity, 64)
        base = .allocate(capacity: self.capacity)
    }

    deinit {
        base.deallocate()
    }

    /// A copy of what is written so far.
    public var bytes: [UInt8] { Array(UnsafeBufferPointer(start: base, count: count)) }

    /// What is written so far, in place. The address is valid until `body` returns.
    public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result
    {
        try body(UnsafeRawBufferPointer(start: base, count: count))
    }

    /// Forgets what is written and keeps the buffer, unless it has grown over `limit`.
    public mutating func removeAll(keepingCapacityUpTo limit: Int = 1 << 20) {
        count = 0
        guard capacity > max(limit, Self.usualCapacity) else { return }
        base.deallocate()
        capacity = Self.usualCapacity
        base = .allocate(capacity: capacity)
    }

    /// Takes back what was written after `count` was `length`.
    public mutating func truncate(to length: Int) {
        count = min(max(length, 0), count)
    }
}

// The writer owns its memory alone (it cannot be copied), so handing it to another thread hands the memory over whole.
extension JSONWriter: @unchecked Sendable {}

// MARK: - Structure

extension JSONWriter {
    public mutating func beginObject() { separate(then: UInt8(ascii: "{")) }
    public mutating func endObject() { append(UInt8(ascii: "}")) }
    public mutating func beginArray() { separate(then: UInt8(ascii: "[")) }
    public mutating func endArray() { append(UInt8(ascii: "]")) }

    /// A member's name that needs no escapes: ASCII without quotes, backslashes and control characters.
    public mutating func key(_ name: StaticString) {
        let length = name.utf8CodeUnitCount
        reserve(length + 4)
        comma()
        base[count] = UInt8(ascii: "\"")
        (base + count + 1).update(from: name.utf8Start, count: length)
        base[count + 1 + length] = UInt8(ascii: "\"")
        base[count + 2 + length] = UInt8(ascii: ":")
        count += length + 3
    }

    /// A member's name that is not known when compiling.
    public mutating func key(_ name: String) {
        string(name)
        append(UInt8(ascii: ":"))
    }

    /// Ends a reply line.
    public mutating func endLine() { append(UInt8(ascii: "\n")) }

    /// Bytes as they are: `OK` and its line end, or a line encoded before. No comma is written.
    public mutating func raw(_ bytes: UnsafeRawBufferPointer) {
        guard let source = bytes.baseAddress else { return }
        reserve(bytes.count)
        UnsafeMutableRawPointer(base + count).copyMemory(from: source, byteCount: bytes.count)
        count += bytes.count
    }

    public mutating func raw(_ text: StaticString) {
        raw(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    public mutating func raw(_ bytes: some Collection<UInt8>) {
        let isContiguous: Void? = bytes.withContiguousStorageIfAvailable { raw(UnsafeRawBufferPointer($0)) }
        if isContiguous == nil { for byte in bytes { append(byte) } }
    }

    /// A value that is JSON already.
    public mutating func encoded(_ value: some Collection<UInt8>) {
        reserve(1)
        comma()
        raw(value)
    }
}

// MARK: - Numbers and constants

extension JSONWriter {
    @inlinable
    public mutating func integer(_ value: some BinaryInteger) {
        if let value = Int64(exactly: value) {
            integer(value)
        } else {
            encoded(String(value).utf8)
        }
    }

    public mutating func integer(_ value: Int64) {
        reserve(24)
        comma()
        if value < 0 {
            base[count] = UInt8(ascii: "-")
            count += 1
        }
        var magnitude = value.magnitude
        var digits = 1
        var bound: UInt64 = 10
        while digits < 19, magnitude >= bound {
            digits += 1
            bound &*= 10
        }
        var position = count + digits
        count = position
        repeat {
            position -= 1
            base[position] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: magnitude % 10)
            magnitude /= 10
        } while magnitude > 0
    }

    /// The shortest digits that read back as the same number; whole numbers without a fraction. JSON knows neither
    /// NaN nor infinity: they become `null`.
    public mutating func double(_ value: Double) {
        guard value.isFinite else { return null() }
        // 2^53: below it every whole number is exact. -0 keeps its sign.
        if value.magnitude < 9_007_199_254_740_992, value == value.rounded(.towardZero),
            !(value == 0 && value.sign == .minus)
        {
            return integer(Int64(value))
        }
        reserve(1)
        comma()
        var text = value.description
        text.withUTF8 { raw(UnsafeRawBufferPointer($0)) }
    }

    public mutating func bool(_ value: Bool) {
        reserve(1)
        comma()
        raw(value ? "true" : "false")
    }

    public mutating func null() {
        reserve(1)
        comma()
        raw("null")
    }
}

// MARK: - Buffer

extension JSONWriter {
    mutating func comma() {
        guard count > 0 else { return }
        switch base[count - 1] {
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"), UInt8(ascii: "\n"): return
        default:
            base[count] = UInt8(ascii: ",")
            count += 1
        }
    }

    mutating func separate(then byte: UInt8) {
        reserve(2)
        comma()
        base[count] = byte
        count += 1
    }

    mutating func append(_ byte: UInt8) {
        reserve(1)
        base[count] = byte
        count += 1
    }

    /// Makes room for `additional` bytes, and always one for a comma.
    mutating func reserve(_ additional: Int) {
        let needed = count + additional + 1
        if needed > capacity { grow(to: needed) }
    }

    @inline(never)
    private mutating func grow(to needed: Int) {
        // What was asked for in one piece has an end line to follow, and must not be copied for that.
        let larger = max(needed + needed / 16 + 64, capacity * 2)
        let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        memory.initialize(from: base, count: count)
        base.deallocate()
        base = memory
        capacity = larger
    }
}
