/// A file that is read in parts, as it may be large.
public struct StoredFile {
    public let count: Int
    let read: (Range<Int>) throws(ImageEditingError) -> [UInt8]

    /// - Parameter read: all bytes of a range within the count, or ``ImageEditingError/inputOutput``.
    public init(count: Int, read: @escaping (Range<Int>) throws(ImageEditingError) -> [UInt8]) {
        self.count = count
        self.read = read
    }
}
