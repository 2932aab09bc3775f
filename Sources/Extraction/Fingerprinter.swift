import CXXHash
import Files
import PhotoModel

/// Takes fingerprints: XXH3-128 of a file's size (eight bytes, little-endian) followed by its first 4 KiB.
///
/// They are taken on the daemon's side, because what tells files apart must not come from a process that parses
/// hostile bytes.
public enum Fingerprinter {
    /// How many bytes of a file take part.
    public static let headLength = 4096

    private static let sizeLength = 8

    /// What a file's beginning tells.
    public struct Look: Hashable, Sendable {
        public let fingerprint: Fingerprint
        /// What it is by its first bytes; `nil` where they say nothing.
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
            return Look(
                fingerprint: hash(UnsafeRawBufferPointer(rebasing: buffer[..<(sizeLength + filled)])),
                format: FileSignature.format(of: used, named: named)
            )
        }
        guard failure == 0 else { throw .unreadable(reason: failure) }
        return result
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

    private static func hash(_ bytes: UnsafeRawBufferPointer) -> Fingerprint {
        let value = XXH3_128bits(bytes.baseAddress, bytes.count)
        return Fingerprint(high: value.high64, low: value.low64)
    }
}
