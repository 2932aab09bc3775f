/// Finds unregistered user data in a piece of an H.264 stream as MPEG transport has it: units behind start
/// codes (ITU-T H.264 annex B).
enum H264UserData {
    /// Supplemental enhancement information, the unit that user data comes in (table 7-1).
    private static let enhancement: UInt8 = 6
    /// The message that is unregistered user data (D.1.1).
    private static let unregistered = 5
    /// Longer units are no camera's.
    private static let longestUnit = 65_536

    /// What the first message holds that `read` makes something of.
    static func first<Value>(
        in stream: UnsafeRawBufferPointer,
        _ read: (ArraySlice<UInt8>) -> Value?
    ) -> Value? {
        var position = nextUnit(stream, from: 0)
        while let start = position {
            let next = nextUnit(stream, from: start)
            if start < stream.count, stream[start] & 0x1F == enhancement {
                let end = next.map { $0 - 3 } ?? stream.count
                let unit = stream[(start + 1)..<min(end, start + longestUnit)]
                if let value = firstMessage(in: withoutPrevention(unit), read) { return value }
            }
            position = next
        }
        return nil
    }

    /// The position behind the next start code, 0 0 1.
    private static func nextUnit(_ stream: UnsafeRawBufferPointer, from start: Int) -> Int? {
        var position = start + 2
        while position < stream.count {
            // The last of the three tells most: what is above 1 is in no start code.
            if stream[position] > 1 {
                position += 3
            } else if stream[position] == 1, stream[position - 1] == 0, stream[position - 2] == 0 {
                return position + 1
            } else {
                position += 1
            }
        }
        return nil
    }

    /// Takes out the 3 that keeps 0 0 0, 0 0 1 and their like from looking like a start code (7.4.1).
    private static func withoutPrevention(_ unit: Slice<UnsafeRawBufferPointer>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(unit.count)
        var zeroes = 0
        for byte in unit {
            if zeroes >= 2, byte == 3 {
                zeroes = 0
                continue
            }
            zeroes = byte == 0 ? zeroes + 1 : 0
            bytes.append(byte)
        }
        return bytes
    }

    /// Each message is a kind, a length, both in bytes of which 255 says that more follow, and its content
    /// (7.3.2.3.1).
    private static func firstMessage<Value>(
        in unit: [UInt8],
        _ read: (ArraySlice<UInt8>) -> Value?
    ) -> Value? {
        var rest = unit[...]
        while let kind = number(&rest), let length = number(&rest), length <= rest.count {
            if kind == unregistered, let value = read(rest.prefix(length)) { return value }
            rest = rest.dropFirst(length)
        }
        return nil
    }

    private static func number(_ rest: inout ArraySlice<UInt8>) -> Int? {
        var sum = 0
        while let byte = rest.popFirst() {
            sum += Int(byte)
            if byte != 0xFF { return sum }
        }
        return nil
    }
}
