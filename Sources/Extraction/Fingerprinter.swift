import CXXHash
import Files
import PhotoModel

/// Takes fingerprints: XXH3-128 of a file's size (eight bytes, little-endian) followed by its first 4 KiB.
///
/// A picture that is not compressed is as long as any other of its measures, and may begin with a margin of one colour: pages that a
/// scanner makes differ behind that. Where nearly all of the first 4 KiB is one byte, 16 pieces of 4 KiB follow, evenly spread over
/// the rest, the last of which is the file's end.
///
/// Fingerprints are taken on the daemon's side, because what tells files apart must not come from a process that parses
/// hostile bytes.
public enum Fingerprinter {
    /// How many bytes of a file take part.
    public static let headLength = 4096

    private static let sizeLength = 8
    private static let pieces = 16

    /// What a file's beginning tells.
    public struct Look: Hashable, Sendable {
        public let fingerprint: Fingerprint
        /// What the file is by its first bytes; `nil` where they say nothing.
        public let format: FileFormat?
    }

    /// The fingerprint of an open file of `size` bytes. The descriptor's position is neither used nor moved.
    public static func fingerprint(descriptor: Int32, size: Int64) throws(ExtractionError) -> Fingerprint {
        try look(descriptor: descriptor, size: size, named: .jpeg).fingerprint
    }

    /// The fingerprint of an open file of `size` bytes, and its format. The descriptor's position is neither used nor
    /// moved.
    ///
    /// - Parameter named: the format that its extension stands for.
    public static func look(
        descriptor: Int32,
        size: Int64,
        named: FileFormat
    ) throws(ExtractionError) -> Look {
        let wanted = Int(min(max(size, 0), Int64(headLength)))
        var failure: Int32 = 0
        let result = withUnsafeTemporaryAllocation(byteCount: sizeLength + headLength, alignment: 8) {
            buffer in
            buffer.storeBytes(of: size.littleEndian, as: Int64.self)
            let head = UnsafeMutableRawBufferPointer(rebasing: buffer[sizeLength...])
            // Less than wanted where the file became shorter meanwhile. Its change is an event of its own, and it is
            // read again.
            let got = WholeTransfer.read(
                into: UnsafeMutableRawBufferPointer(rebasing: head[..<wanted]),
                from: descriptor,
                at: 0
            )
            if got < 0 { failure = Int32(clamping: -got) }
            let filled = max(0, got)
            let used = UnsafeRawBufferPointer(rebasing: head[..<filled])
            let format = FileSignature.format(of: used, named: named)
            let beginning = UnsafeRawBufferPointer(rebasing: buffer[..<(sizeLength + filled)])
            let isPlain = filled == headLength && mayBeUncompressed(used) && Self.isPlain(used)
            return Look(
                fingerprint: isPlain
                    ? spread(beginning, descriptor, size, &failure) : hash(beginning),
                format: format
            )
        }
        guard failure == 0 else { throw .unreadable(reason: failure) }
        return result
    }

    /// The fingerprint that an open file of `size` bytes had in indexes, documents and journals of earlier builds, which took its
    /// beginning alone, whatever it was.
    public static func formerFingerprint(descriptor: Int32, size: Int64) throws(ExtractionError)
        -> Fingerprint
    {
        var failure: Int32 = 0
        let fingerprint = withUnsafeTemporaryAllocation(byteCount: headLength, alignment: 8) { head in
            let wanted = UnsafeMutableRawBufferPointer(
                rebasing: head[..<Int(min(max(size, 0), Int64(headLength)))]
            )
            let got = WholeTransfer.read(into: wanted, from: descriptor, at: 0)
            if got < 0 { failure = Int32(clamping: -got) }
            return Self.fingerprint(size: size, head: UnsafeRawBufferPointer(rebasing: head[..<max(0, got)]))
        }
        guard failure == 0 else { throw .unreadable(reason: failure) }
        return fingerprint
    }

    /// The fingerprint of a file of `size` bytes that begins with `head`; what `head` holds beyond 4 KiB is ignored.
    public static func fingerprint(size: Int64, head: UnsafeRawBufferPointer) -> Fingerprint {
        let used = min(head.count, headLength)
        return withUnsafeTemporaryAllocation(byteCount: sizeLength + used, alignment: 8) { buffer in
            buffer.storeBytes(of: size.littleEndian, as: Int64.self)
            UnsafeMutableRawBufferPointer(rebasing: buffer[sizeLength...])
                .copyMemory(from: UnsafeRawBufferPointer(rebasing: head[..<used]))
            return hash(UnsafeRawBufferPointer(buffer))
        }
    }

    /// Whether two pictures of the same measures may be equally long: TIFF, with most RAW files, BMP and Photoshop's. It goes by the
    /// first bytes alone, as not everybody knows what a file is called.
    private static func mayBeUncompressed(_ head: UnsafeRawBufferPointer) -> Bool {
        switch (head[0], head[1], head[2], head[3]) {
        case (0x49, 0x49, _, _), (0x4D, 0x4D, _, _), (0x42, 0x4D, _, _), (0x38, 0x42, 0x50, 0x53): true
        default: false
        }
    }

    /// Whether more than seven of eight bytes are the same: what such a beginning has in common with another says nothing.
    private static func isPlain(_ head: UnsafeRawBufferPointer) -> Bool {
        withUnsafeTemporaryAllocation(of: Int.self, capacity: 256) { counts in
            counts.initialize(repeating: 0)
            for byte in head { counts[Int(byte)] += 1 }
            return counts.contains { $0 > head.count / 8 * 7 }
        }
    }

    /// The fingerprint of a beginning and of pieces of what follows it.
    ///
    /// - Parameter failure: the error number of a piece that cannot be read.
    private static func spread(
        _ beginning: UnsafeRawBufferPointer,
        _ descriptor: Int32,
        _ size: Int64,
        _ failure: inout Int32
    ) -> Fingerprint {
        let step = max(0, size - Int64(headLength)) / Int64(pieces)
        return withUnsafeTemporaryAllocation(byteCount: beginning.count + pieces * headLength, alignment: 8) {
            buffer in
            buffer.copyMemory(from: beginning)
            var filled = beginning.count
            for piece in 1...pieces {
                let place = piece == pieces ? size - Int64(headLength) : Int64(piece) * step
                let free = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...].prefix(headLength))
                let got = WholeTransfer.read(into: free, from: descriptor, at: max(0, place))
                if got < 0 { failure = Int32(clamping: -got) }
                filled += max(0, got)
            }
            return hash(UnsafeRawBufferPointer(rebasing: buffer[..<filled]))
        }
    }

    private static func hash(_ bytes: UnsafeRawBufferPointer) -> Fingerprint {
        let value = XXH3_128bits(bytes.baseAddress, bytes.count)
        return Fingerprint(high: value.high64, low: value.low64)
    }
}
