import CXXHash

/// XXH3-128 of bytes of a document.
public struct DocumentHash: Hashable, Sendable {
    public let high: UInt64
    public let low: UInt64

    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    init(of bytes: UnsafeRawBufferPointer) {
        let digest = XXH3_128bits(bytes.baseAddress, bytes.count)
        self.init(high: digest.high64, low: digest.low64)
    }

    /// Appends 32 lower-case hexadecimal digits.
    func appendText(to bytes: inout [UInt8]) {
        for half in [high, low] { Self.appendDigits(of: half, to: &bytes) }
    }

    /// Appends 16 lower-case hexadecimal digits.
    static func appendDigits(of number: UInt64, to bytes: inout [UInt8]) {
        for shift in stride(from: UInt64(60), through: 0, by: -4) {
            let nibble = UInt8(truncatingIfNeeded: number >> shift) & 0xF
            bytes.append(nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") - 10 + nibble)
        }
    }
}

/// Hashes a document while it is written. Owns the C state.
struct DocumentHasher: ~Copyable {
    private let state: OpaquePointer

    /// `nil` where there is no memory for the state.
    init?() {
        guard let state = XXH3_createState() else { return nil }
        guard XXH3_128bits_reset(state) == XXH_OK else {
            XXH3_freeState(state)
            return nil
        }
        self.state = state
    }

    deinit {
        XXH3_freeState(state)
    }

    mutating func update(_ bytes: UnsafeRawBufferPointer) {
        // XXH3 fails for a null pointer only, and takes that one with a count of 0 for nothing to do.
        XXH3_128bits_update(state, bytes.baseAddress, bytes.count)
    }

    /// The hash of everything so far; more may follow.
    borrowing func digest() -> DocumentHash {
        let digest = XXH3_128bits_digest(state)
        return DocumentHash(high: digest.high64, low: digest.low64)
    }
}
