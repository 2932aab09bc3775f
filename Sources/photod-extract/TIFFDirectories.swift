/// The directories of a TIFF structure (TIFF 6.0 §2) or of a BigTIFF (its successor with positions of eight bytes), wherever
/// in the file they and their values lie.
struct TIFFDirectories {
    struct Entry {
        let tag: UInt16
        let type: UInt16
        let count: Int
        /// Where the value lies, within the structure.
        let value: Range<Int>
    }

    let bytes: UnsafeRawBufferPointer
    let isBigEndian: Bool
    /// A BigTIFF.
    let isBig: Bool
    private let first: Int

    /// `nil` for what begins in another way.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= 16 else { return nil }
        switch (bytes[0], bytes[1]) {
        case (0x49, 0x49): isBigEndian = false
        case (0x4D, 0x4D): isBigEndian = true
        default: return nil
        }
        self.bytes = bytes
        let magic = Self.number(bytes, isBigEndian, at: 2, length: 2)
        isBig = magic == 43
        guard isBig || magic == 42,
            let first = Self.number(bytes, isBigEndian, at: isBig ? 8 : 4, length: isBig ? 8 : 4)
        else { return nil }
        self.first = first
    }

    /// The entries of the first directory.
    var main: [Entry] { entries(at: first) }

    /// The entries of the directory that lies there, as many as it says or as fit.
    func entries(at start: Int) -> [Entry] {
        let countLength = isBig ? 8 : 2
        let entryLength = isBig ? 20 : 12
        guard let count = number(at: start, length: countLength) else { return [] }
        let places = start + countLength
        let most = min(count, Self.entryLimit, (bytes.count - places) / entryLength)
        return (0..<max(most, 0)).compactMap { entry(at: places + $0 * entryLength) }
    }

    /// The first number of an entry of whole ones.
    func number(_ entry: Entry) -> Int? {
        switch entry.type {
        case 1: number(at: entry.value.lowerBound, length: 1)
        case 3: number(at: entry.value.lowerBound, length: 2)
        case 4, 13: number(at: entry.value.lowerBound, length: 4)
        case 16, 18: number(at: entry.value.lowerBound, length: 8)
        default: nil
        }
    }

    /// A directory has some dozens.
    private static let entryLimit = 4096

    /// `nil` for one whose value is not in the file.
    private func entry(at start: Int) -> Entry? {
        let room = isBig ? 8 : 4
        guard let tag = number(at: start, length: 2), let type = number(at: start + 2, length: 2),
            let count = number(at: start + 4, length: room), let unit = Self.length(ofType: type),
            count > 0, count <= bytes.count / unit
        else { return nil }
        let length = count * unit
        let inPlace = start + 4 + room
        guard let value = length <= room ? inPlace : number(at: inPlace, length: room),
            value <= bytes.count - length
        else { return nil }
        return Entry(
            tag: UInt16(truncatingIfNeeded: tag),
            type: UInt16(truncatingIfNeeded: type),
            count: count,
            value: value..<(value + length)
        )
    }

    private static func length(ofType type: Int) -> Int? {
        switch type {
        case 1, 2, 6, 7: 1
        case 3, 8: 2
        case 4, 9, 11, 13: 4
        case 5, 10, 12, 16, 17, 18: 8
        default: nil
        }
    }

    private func number(at start: Int, length: Int) -> Int? {
        Self.number(bytes, isBigEndian, at: start, length: length)
    }

    private static func number(
        _ bytes: UnsafeRawBufferPointer,
        _ isBigEndian: Bool,
        at start: Int,
        length: Int
    ) -> Int? {
        guard start >= 0, start <= bytes.count - length else { return nil }
        let part = bytes[start..<(start + length)]
        let value =
            isBigEndian
            ? part.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            : part.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Int(exactly: value)
    }
}
