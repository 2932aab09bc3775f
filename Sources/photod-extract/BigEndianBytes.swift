/// Numbers and parts of untrusted bytes; what lies outside is not there.
struct BigEndianBytes {
    let bytes: UnsafeRawBufferPointer

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    var count: Int { bytes.count }

    /// A number of up to eight bytes; `nil` outside, and beyond what a position can be.
    func number(at start: Int, length: Int) -> Int? {
        guard start >= 0, length <= 8, start <= count - length else { return nil }
        return Int(exactly: bytes[start..<(start + length)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }

    func part(at start: Int, length: Int) -> BigEndianBytes? {
        guard start >= 0, length >= 0, start <= count, length <= count - start else { return nil }
        return BigEndianBytes(UnsafeRawBufferPointer(rebasing: bytes[start..<(start + length)]))
    }

    func part(from start: Int) -> BigEndianBytes? { part(at: start, length: count - start) }

    func has(_ text: StaticString, at start: Int) -> Bool {
        guard let part = part(at: start, length: text.utf8CodeUnitCount) else { return false }
        return text.withUTF8Buffer { part.bytes.elementsEqual($0) }
    }

    /// Calls `body` with each box of ISO/IEC 14496-12 §4.2, its type and what is in it, until it returns `false` or
    /// something is no box. One that goes on beyond the end is taken as far as it goes.
    func forEachBox(_ body: (_ type: BigEndianBytes, _ content: BigEndianBytes) -> Bool) {
        var position = 0
        while let size = number(at: position, length: 4), let type = part(at: position + 4, length: 4) {
            var header = 8
            var length = size
            if size == 1 {
                guard let long = number(at: position + 8, length: 8) else { return }
                header = 16
                length = long
            } else if size == 0 {
                length = count - position
            }
            guard length >= header else { return }
            length = min(length, count - position)
            guard let content = part(at: position + header, length: length - header) else { return }
            guard body(type, content) else { return }
            position += length
        }
    }

    /// The content of the first box of that type.
    func box(_ type: StaticString) -> BigEndianBytes? {
        var found: BigEndianBytes?
        forEachBox { kind, content in
            guard kind.has(type, at: 0) else { return true }
            found = content
            return false
        }
        return found
    }
}
