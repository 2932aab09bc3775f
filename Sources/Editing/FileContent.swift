import CXXHash
import Files
import Glibc
import ImageContainers
import PhotoModel

/// What a file holds, as far as it is written on: a photo's picture stays on the disk.
struct FileContent: Sendable {
    /// All of a sidecar; of a photo what stands before its picture.
    let head: [UInt8]
    /// `nil` where the head is all.
    let rest: Rest?

    struct Rest: Sendable {
        /// Where it begins.
        let start: Int64
        let digest: Fingerprint
    }

    /// The same behind another head.
    func with(head: [UInt8]) -> FileContent { FileContent(head: head, rest: rest) }

    /// XXH3-128 of the head and, where there is a rest, of its digest behind it.
    var fingerprint: Fingerprint {
        guard let rest else { return Fingerprint(hashing: head) }
        return Fingerprint(hashing: head + Array("\(rest.digest)".utf8))
    }
}

extension FileContent {
    private static let firstRead = 128 << 10

    /// Reads a file whose size is known.
    ///
    /// - Parameter limit: bytes of a head at most.
    /// - Returns: `nil` where the head is longer, or where the file is not as long.
    init?(_ file: borrowing OpenFile, size: Int64, isPhoto: Bool, limit: Int) throws(CallFailure) {
        var length = isPhoto ? min(Self.firstRead, limit) : limit
        while true {
            let bytes = try file.read(limit: length + 1, expecting: min(length, Int(clamping: size)) + 1)
            if isPhoto, let end = ImageHead.length(of: bytes) {
                let rest = Rest(
                    start: Int64(end),
                    digest: try Self.digest(file, from: Int64(end), to: size)
                )
                self.init(head: Array(bytes[..<end]), rest: rest)
                return
            }
            if bytes.count <= length {
                guard bytes.count == Int(size) else { return nil }
                self.init(head: bytes, rest: nil)
                return
            }
            guard length < limit else { return nil }
            length = min(length * 8, limit)
        }
    }

    private static func digest(
        _ file: borrowing OpenFile,
        from start: Int64,
        to end: Int64
    ) throws(CallFailure) -> Fingerprint {
        guard let state = XXH3_createState() else { throw CallFailure(.read, file.path, ENOMEM) }
        defer { XXH3_freeState(state) }
        XXH3_128bits_reset(state)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 64)
        defer { buffer.deallocate() }
        var position = start
        while position < end {
            let count = WholeTransfer.read(into: buffer, from: file.descriptor, at: position)
            guard count >= 0 else { throw CallFailure(.read, file.path, Int32(clamping: -count)) }
            // Shorter than it was: its status will say so.
            guard count > 0 else { break }
            XXH3_128bits_update(state, buffer.baseAddress, count)
            position += Int64(count)
        }
        let digest = XXH3_128bits_digest(state)
        return Fingerprint(high: digest.high64, low: digest.low64)
    }
}

extension Fingerprint {
    /// XXH3-128 of bytes.
    init(hashing bytes: [UInt8]) {
        let digest = bytes.withUnsafeBytes { XXH3_128bits($0.baseAddress, $0.count) }
        self.init(high: digest.high64, low: digest.low64)
    }
}
