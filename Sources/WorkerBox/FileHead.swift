import Glibc
import PhotoModel

/// A window onto the beginning of a file: reads little, and grows where more is asked for. Positions are from the
/// file's start. It never maps the file: one that is cut short meanwhile would kill the worker.
public struct FileHead: ~Copyable {
    /// The first read: the EXIF block of most photos lies in it, thumbnail apart, and often all headers do.
    public static let firstRead = 4096

    /// The longest segment a JPEG may have, with its marker, and the room that is read along.
    private static let capacity = 65_537 + firstRead + alongside

    /// Read along after a growing segment, because the headers that follow it are short.
    private static let alongside = 1024

    /// So many reads are enough for any photo; a file that wants more is led by the nose.
    public static let readLimit = 256

    private let storage = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
    private var descriptor: Int32 = -1
    public private(set) var size: Int64 = 0
    /// Where in the file the window begins, and how many bytes it holds.
    private var start: Int64 = 0
    private var count = 0
    private var reads = 0
    private var readLimit = FileHead.readLimit

    public init() {}

    deinit {
        storage.deallocate()
    }

    /// Begins another file, which stays the caller's.
    public mutating func open(_ descriptor: Int32, size: Int64, readLimit: Int = FileHead.readLimit) {
        self.readLimit = readLimit
        self.descriptor = descriptor
        self.size = size
        start = 0
        count = 0
        reads = 0
    }

    /// Whether the file had its share of reads. Nothing outside the window can be had then.
    public var isExhausted: Bool { reads >= readLimit }

    /// `length` bytes (at most 65,537) from `position`; `nil` where the file ends before, or the reads are used up.
    /// They may be changed, and are valid until the next call.
    public mutating func bytes(at position: Int64, _ length: Int) throws(UnreadableFile)
        -> UnsafeMutableRawBufferPointer?
    {
        guard position >= 0, length >= 0, position <= size, Int64(length) <= size - position else {
            return nil
        }
        if !holds(position, length) {
            guard !isExhausted, length <= Self.capacity - Self.alongside else { return nil }
            try fetch(position, length)
            guard holds(position, length) else { return nil }
        }
        return UnsafeMutableRawBufferPointer(start: storage + Int(position - start), count: length)
    }

    private func holds(_ position: Int64, _ length: Int) -> Bool {
        position >= start && position - start <= Int64(count) && length <= count - Int(position - start)
    }

    private mutating func fetch(_ position: Int64, _ length: Int) throws(UnreadableFile) {
        let grows =
            position >= start && position - start <= Int64(count)
            && Int(position - start) + length + Self.alongside <= Self.capacity
        var wanted: Int
        if grows && count > 0 {
            wanted = Int(position - start) + length + Self.alongside
        } else {
            start = position
            count = 0
            wanted = max(Self.firstRead, length + Self.alongside)
        }
        wanted = Int(min(Int64(wanted), size - start))
        while count < wanted {
            reads += 1
            let place = storage + count
            let position = off_t(start) + off_t(count)
            let got = uninterrupted { pread(descriptor, place, wanted - count, position) }
            guard got >= 0 else { throw UnreadableFile(reason: .inputOutput) }
            // Cut short since the daemon looked.
            if got == 0 { return }
            count += got
        }
    }
}
