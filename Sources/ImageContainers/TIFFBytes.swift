/// A TIFF file that is read in parts, as it may be large.
public struct TIFFBytes {
    public let count: Int
    private let stored: (Range<Int>) -> [UInt8]?

    /// - Parameter read: all bytes of a range within the count; `nil` where that fails.
    public init(count: Int, read: @escaping (Range<Int>) -> [UInt8]?) {
        self.count = count
        stored = read
    }

    /// `nil` outside as well.
    func read(_ range: Range<Int>) -> [UInt8]? {
        guard range.lowerBound >= 0, range.upperBound <= count else { return nil }
        return stored(range)
    }

    /// The same with another beginning, and more behind it.
    func with(head: [UInt8], tail: [UInt8]) -> TIFFBytes {
        let (old, end) = (self, count)
        return TIFFBytes(count: end + tail.count) { range in
            var bytes: [UInt8] = []
            if range.lowerBound < head.count {
                bytes += head[range.lowerBound..<min(range.upperBound, head.count)]
            }
            let middle = range.clamped(to: min(head.count, end)..<end)
            if !middle.isEmpty {
                guard let part = old.read(middle) else { return nil }
                bytes += part
            }
            if range.upperBound > end {
                bytes += tail[(max(range.lowerBound, end) - end)..<(range.upperBound - end)]
            }
            return bytes
        }
    }
}
