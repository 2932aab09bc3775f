import Glibc

/// What an image file holds beside metadata: what must be the same when metadata has been written.
///
/// Whoever wrote it has read hostile bytes, so nothing it says of itself is believed: both files are taken apart, and what is
/// no metadata is compared byte by byte.
public enum ImageSubstance {
    /// Containers that are taken apart.
    public enum Container: Hashable, Sendable {
        case jpeg
        case png
        case webP
        /// Or a DNG, which is one.
        case tiff
    }

    /// Whether two files are the same but for their metadata. `false` also where one of them is damaged.
    public static func isSame(
        _ old: UnsafeRawBufferPointer,
        _ new: UnsafeRawBufferPointer,
        in container: Container
    ) -> Bool {
        guard let before = parts(of: old, in: container), var after = parts(of: new, in: container) else {
            return false
        }
        // A file that had no metadata had nothing to announce.
        if let header = after.first, header.mask != nil, before.first?.mask == nil {
            guard WebPParts.isHeader(new[header.range], of: old) else { return false }
            after.removeFirst()
        }
        guard before.count == after.count else { return false }
        return zip(before, after).allSatisfy { before, after in
            before.fromEnd.map { $0 == after.fromEnd } ?? true && before.mask == after.mask
                && isSame(old[before.range], new[after.range], but: before.mask)
        }
    }

    private static func parts(
        of bytes: UnsafeRawBufferPointer,
        in container: Container
    ) -> [SubstancePart]? {
        switch container {
        case .jpeg: JPEGParts.substance(of: bytes)
        case .png: PNGParts.substance(of: bytes)
        case .webP: WebPParts.substance(of: bytes)
        // A TIFF is not taken apart in memory.
        case .tiff: nil
        }
    }

    private static func isSame(
        _ old: Slice<UnsafeRawBufferPointer>,
        _ new: Slice<UnsafeRawBufferPointer>,
        but mask: SubstancePart.Mask?
    ) -> Bool {
        guard old.count == new.count else { return false }
        guard let mask else {
            let (old, new) = (UnsafeRawBufferPointer(rebasing: old), UnsafeRawBufferPointer(rebasing: new))
            guard let first = old.baseAddress, let second = new.baseAddress else { return old.isEmpty }
            return memcmp(first, second, old.count) == 0
        }
        guard mask.offset < old.count else { return false }
        return zip(old, new).enumerated().allSatisfy { offset, bytes in
            let ignored = offset == mask.offset ? mask.bits : 0
            return (bytes.0 ^ bytes.1) & ~ignored == 0
        }
    }
}

/// A part of a file that is no metadata.
struct SubstancePart {
    /// Bits of a byte that tell which metadata there is.
    struct Mask: Equatable {
        let offset: Int
        let bits: UInt8
    }

    let range: Range<Int>
    var mask: Mask?
    /// Bytes from its beginning to the file's end, where it says where in the file others are; else `nil`.
    var fromEnd: Int?
}

extension UnsafeRawBufferPointer {
    func begins(_ text: StaticString, at position: Int) -> Bool {
        let text = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        return position >= 0 && position <= count - text.count
            && self[position..<(position + text.count)].elementsEqual(text)
    }

    /// The number in so many bytes, the highest first; `nil` beyond the end.
    func bigEndian(at position: Int, _ length: Int) -> Int? {
        guard position >= 0, position <= count - length else { return nil }
        return self[position..<(position + length)].reduce(0) { $0 << 8 | Int($1) }
    }

    /// The number in four bytes, the lowest first; `nil` beyond the end.
    func littleEndian(at position: Int) -> Int? {
        guard position >= 0, position <= count - 4 else { return nil }
        return self[position..<(position + 4)].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
