/// Turns rising offsets into line numbers in one pass.
struct Lines {
    private let bytes: [UInt8]
    private var position = 0
    private var line = 1

    init(of bytes: [UInt8]) {
        self.bytes = bytes
    }

    static func number(at offset: Int, in bytes: [UInt8]) -> Int {
        var lines = Lines(of: bytes)
        return lines.number(at: offset)
    }

    mutating func number(at offset: Int) -> Int {
        while position < min(offset, bytes.count) {
            if bytes[position] == UInt8(ascii: "\n") { line += 1 }
            position += 1
        }
        return line
    }
}
