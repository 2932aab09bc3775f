import Thumbnails

/// A preview's file as far as it is looked at without decoding anything: what it begins and ends with, and how many pixels it
/// says it has.
enum PreviewPicture {
    /// Bytes of a beginning in which the size stands, in what photod writes.
    static let headLength = 4096
    /// Bytes of an end.
    static let tailLength = 12

    /// - Returns: `nil` where it is no picture of that format, or one without an end.
    static func size(
        head: UnsafeRawBufferPointer,
        tail: UnsafeRawBufferPointer,
        _ format: PreviewFormat
    ) -> (width: Int, height: Int)? {
        switch format {
        case .png: tail.elementsEqual(PNGPicture.end) ? PNGPicture.size(of: head) : nil
        case .jpeg: tail.suffix(2).elementsEqual([0xFF, 0xD9]) ? jpegSize(of: head) : nil
        }
    }

    /// From the frame header (ITU-T T.81, B.2.2). What stands before it is walked over by its lengths.
    private static func jpegSize(of head: UnsafeRawBufferPointer) -> (width: Int, height: Int)? {
        guard head.starts(with: [0xFF, 0xD8]) else { return nil }
        var position = 2
        while head.count - position >= 9, head[position] == 0xFF {
            let marker = head[position + 1]
            let isFrame = (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
            if isFrame {
                let (height, width) = (number(head, position + 5), number(head, position + 7))
                return width > 0 && height > 0 ? (width, height) : nil
            }
            // Before a frame header nothing but tables and application segments stands, which have lengths.
            guard marker == 0xDB || marker == 0xC4 || marker == 0xDD || (0xE0...0xFE).contains(marker) else {
                return nil
            }
            position += 2 + max(2, number(head, position + 2))
        }
        return nil
    }

    /// A big-endian number of two bytes, which are there.
    private static func number(_ bytes: UnsafeRawBufferPointer, _ position: Int) -> Int {
        Int(bytes[position]) << 8 | Int(bytes[position + 1])
    }
}
