import CXXHash
import Files
import Glibc
import PhotoModel

/// Takes XXH3-128 of a file's whole content, a piece at a time. Owns the C state and its buffer.
///
/// As fingerprints, hashes are taken on the daemon's side.
public struct ContentHasher: ~Copyable {
    private let state: OpaquePointer
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceLength, alignment: 4096)
    private let descriptor: Int32
    private var position: Int64 = 0

    /// Bytes that a step reads at most.
    public static let pieceLength = 1 << 20

    /// - Parameter descriptor: of an open file; it stays the caller's, and its position is neither used nor moved.
    public init(descriptor: Int32) throws(ExtractionError) {
        guard let state = XXH3_createState() else { throw .resource("no memory for a hash", reason: ENOMEM) }
        guard XXH3_128bits_reset(state) == XXH_OK else {
            XXH3_freeState(state)
            throw .resource("no hash begins", reason: EINVAL)
        }
        self.state = state
        self.descriptor = descriptor
    }

    deinit {
        XXH3_freeState(state)
        buffer.deallocate()
    }

    /// Reads on. Returns `false` at the end of the file.
    public mutating func step() throws(ExtractionError) -> Bool {
        let got = uninterrupted { pread(descriptor, buffer.baseAddress, buffer.count, off_t(position)) }
        guard got >= 0 else { throw .unreadable(reason: errno) }
        XXH3_128bits_update(state, buffer.baseAddress, got)
        position += Int64(got)
        return got > 0
    }

    /// The hash of all that was read.
    public borrowing func hash() -> Fingerprint {
        let digest = XXH3_128bits_digest(state)
        return Fingerprint(high: digest.high64, low: digest.low64)
    }
}
