import Glibc
import PhotoModel

/// A text in a picture: Latin-1, without NUL.
struct PNGText: Equatable {
    let key: [UInt8]
    var value: [UInt8]

    init(key: [UInt8], value: [UInt8]) {
        self.key = key
        self.value = value
    }

    init(_ key: String, _ value: some Sequence<UInt8>) {
        self.key = Array(key.utf8)
        self.value = Array(value)
    }
}

/// A PNG file as far as it is looked at without decoding anything: its chunks, by their lengths (W3C, Portable Network
/// Graphics, third edition, §5).
package enum PNGPicture {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// Length, type and checksum.
    static let chunkOverhead = 12

    /// What every picture ends with: an empty IEND chunk.
    package static let end: [UInt8] = [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]

    /// Chunks that are walked over at most.
    private static let chunkLimit = 64

    /// What a picture is made of. What else a file holds tells of where it came from.
    private static let substance = ["IHDR", "PLTE", "tRNS", "gAMA", "sRGB", "IDAT"].map { Array($0.utf8) }

    /// Calls `body` with the type and the data of each chunk that lies within `bytes` as a whole, until it returns `false`
    /// or so many were walked over. Returns whether the walk came to the end of the file's last chunk.
    @discardableResult
    static func forEachChunk(
        of bytes: UnsafeRawBufferPointer,
        limit: Int = chunkLimit,
        _ body: (_ type: UnsafeRawBufferPointer, _ data: UnsafeRawBufferPointer) -> Bool
    ) -> Bool {
        guard bytes.starts(with: signature) else { return false }
        var position = signature.count
        for _ in 0..<limit {
            guard let length = number(in: bytes, at: position),
                length <= bytes.count - position - chunkOverhead
            else { return false }
            let type = UnsafeRawBufferPointer(rebasing: bytes[(position + 4)..<(position + 8)])
            let data = UnsafeRawBufferPointer(rebasing: bytes[(position + 8)..<(position + 8 + length)])
            guard body(type, data) else { return false }
            position += chunkOverhead + length
            if type[...].says("IEND") { return true }
        }
        return false
    }

    /// A big-endian number of four bytes.
    static func number(in bytes: UnsafeRawBufferPointer, at position: Int) -> Int? {
        guard position >= 0, bytes.count - position >= 4 else { return nil }
        return Int(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self)))
    }

    /// Width and height, from the first chunk.
    package static func size(of bytes: UnsafeRawBufferPointer) -> (width: Int, height: Int)? {
        guard bytes.starts(with: signature), number(in: bytes, at: 8) == 13,
            bytes[12..<min(16, bytes.count)].says("IHDR"),
            let width = number(in: bytes, at: 16), let height = number(in: bytes, at: 20),
            width > 0, height > 0
        else { return nil }
        return (width, height)
    }

    static func chunk(_ type: some Collection<UInt8>, _ data: some Collection<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(data.count + chunkOverhead)
        append(UInt32(clamping: data.count), to: &bytes)
        bytes.append(contentsOf: type)
        bytes.append(contentsOf: data)
        append(PNGChecksum.of(bytes[4...]), to: &bytes)
        return bytes
    }

    private static func append(_ number: UInt32, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
    }

    /// The texts that stand before the pixels.
    static func texts(of bytes: UnsafeRawBufferPointer) -> [PNGText] {
        var texts: [PNGText] = []
        forEachChunk(of: bytes) { type, data in
            if type[...].says("tEXt"), let zero = data.firstIndex(of: 0) {
                texts.append(PNGText(key: Array(data[..<zero]), value: Array(data[(zero + 1)...])))
            }
            return !type[...].says("IDAT")
        }
        return texts
    }

    /// The same picture with other texts: nothing of the old ones is left, nor anything else that is no picture. `nil` where
    /// it is no PNG.
    static func picture(
        _ bytes: UnsafeRawBufferPointer,
        saying texts: [PNGText]
    ) -> [UInt8]? {
        guard size(of: bytes) != nil else { return nil }
        var picture = signature
        picture.reserveCapacity(bytes.count + 1024)
        var hasPixels = false
        let isWhole = forEachChunk(of: bytes, limit: .max) { type, data in
            if substance.contains(where: { $0.elementsEqual(type) }) {
                if type[...].says("IDAT") { hasPixels = true }
                picture.append(contentsOf: chunk(type, data))
            }
            if type[...].says("IHDR") {
                for text in texts {
                    picture.append(contentsOf: chunk("tEXt".utf8, text.key + [0] + text.value))
                }
            }
            return true
        }
        guard isWhole, hasPixels else { return nil }
        return picture + end
    }
}

extension Slice<UnsafeRawBufferPointer> {
    /// Whether the bytes are those of a text. By memory: a collection's own comparison goes through a text character by
    /// character, and took a twelfth of the answer to a thumbnail that is there.
    func says(_ text: String) -> Bool {
        let isSame = text.utf8.withContiguousStorageIfAvailable { text in
            guard text.count == count, let other = text.baseAddress else { return isEmpty && text.isEmpty }
            guard let start = UnsafeRawBufferPointer(rebasing: self).baseAddress else { return false }
            return memcmp(start, other, count) == 0
        }
        return isSame ?? elementsEqual(text.utf8)
    }
}
