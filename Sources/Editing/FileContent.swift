import CXXHash
import ExtractionWire
import Files
import Glibc
import ImageContainers
import PhotoModel

/// What a file holds, as far as it is written on: a photo's picture stays on the disk.
struct FileContent: Sendable {
    /// All of a sidecar; of a photo what stands before its picture; of a TIFF what says where its first directory lies.
    let head: [UInt8]
    /// `nil` where the head is all.
    let rest: Rest?
    /// What is added to a TIFF, behind all else.
    let tail: [UInt8]

    struct Rest: Sendable {
        let range: Range<Int64>
        let digest: Fingerprint
    }

    init(head: [UInt8], rest: Rest? = nil, tail: [UInt8] = []) {
        self.head = head
        self.rest = rest
        self.tail = tail
    }

    /// In bytes.
    var size: Int64 { Int64(head.count + (rest?.range.count ?? 0) + tail.count) }

    /// The same rest between another head and another tail.
    func with(head: [UInt8], tail: [UInt8] = []) -> FileContent {
        FileContent(head: head, rest: rest, tail: tail)
    }

    /// Whether it is written on by adding to it.
    var isTIFF: Bool { rest != nil && TIFFHead.isOne(head) }

    /// XXH3-128 of the head and, where there is a rest, of its digest behind it, and of the tail.
    var fingerprint: Fingerprint {
        guard let rest else { return Fingerprint(hashing: head) }
        return Fingerprint(hashing: head + Array("\(rest.digest)".utf8) + tail)
    }
}

extension FileContent {
    private static let firstRead = 128 << 10

    /// Reads a file whose size is known.
    ///
    /// - Parameters:
    ///   - limit: bytes of a head at most.
    ///   - end: where a TIFF ended before something was added behind it; `nil` where nobody has added anything.
    /// - Returns: `nil` where the head is longer, or where the file is not as long.
    init?(_ file: borrowing OpenFile, size: Int64, isPhoto: Bool, limit: Int, end: Int64?) throws(CallFailure)
    {
        var length = isPhoto ? min(Self.firstRead, limit) : limit
        while true {
            let bytes = try file.read(limit: length + 1, expecting: min(length, Int(clamping: size)) + 1)
            if isPhoto, TIFFHead.isOne(bytes) {
                try self.init(tiff: file, head: Array(bytes[..<TIFFHead.length]), size: size, end: end)
                return
            }
            if isPhoto, let end = ImageHead.length(of: bytes) {
                let rest = Int64(end)..<max(size, Int64(end))
                self.init(
                    head: Array(bytes[..<end]),
                    rest: Rest(range: rest, digest: try Self.digest(file, rest))
                )
                return
            }
            if bytes.count <= length {
                guard bytes.count == Int(size) else { return nil }
                self.init(head: bytes)
                return
            }
            guard length < limit else { return nil }
            length = min(length * 8, limit)
        }
    }

    /// What is added to a TIFF at most: metadata, and what they replace in several edits.
    static let tailLimit = 64 << 20

    private init?(tiff file: borrowing OpenFile, head: [UInt8], size: Int64, end: Int64?) throws(CallFailure)
    {
        let start = Int64(head.count)
        let end = min(max(end ?? size, start), max(size, start))
        guard size - end <= Int64(Self.tailLimit) else { return nil }
        let length = Int(max(size - end, 0))
        let tail = length > 0 ? try file.read(limit: length, from: end, expecting: length) : []
        let rest = start..<end
        self.init(head: head, rest: Rest(range: rest, digest: try Self.digest(file, rest)), tail: tail)
    }

    private static func digest(
        _ file: borrowing OpenFile,
        _ range: Range<Int64>
    ) throws(CallFailure) -> Fingerprint {
        guard let state = XXH3_createState() else { throw CallFailure(.read, file.path, ENOMEM) }
        defer { XXH3_freeState(state) }
        XXH3_128bits_reset(state)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 64)
        defer { buffer.deallocate() }
        var position = range.lowerBound
        while position < range.upperBound {
            let length = Int(min(range.upperBound - position, Int64(buffer.count)))
            let piece = UnsafeMutableRawBufferPointer(rebasing: buffer[..<length])
            let count = WholeTransfer.read(into: piece, from: file.descriptor, at: position)
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
