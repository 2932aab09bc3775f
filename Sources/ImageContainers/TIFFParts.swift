/// A TIFF file by its directories (TIFF 6.0, section 2), as far as what it holds beside metadata is found from them.
struct TIFFParts {
    struct Entry: Equatable {
        let tag: Int
        let type: Int
        let count: Int
        /// The value, or where it lies.
        let field: [UInt8]
        let value: Range<Int>
    }

    struct Directory {
        let entries: [Entry]
        /// 0: none.
        let next: Int

        subscript(_ tag: Int) -> Entry? { entries.first { $0.tag == tag } }
    }

    static let headLength = 8

    let bytes: TIFFBytes
    let start: Int
    private let isBigEndian: Bool

    /// `nil` where it is none, or a BigTIFF.
    init?(_ bytes: TIFFBytes) {
        guard let head = bytes.read(0..<Self.headLength) else { return nil }
        switch head[..<4] {
        case [0x49, 0x49, 42, 0]: isBigEndian = false
        case [0x4D, 0x4D, 0, 42]: isBigEndian = true
        default: return nil
        }
        self.bytes = bytes
        start = Self.number(head[4...], isBigEndian)
    }

    private static func number(_ bytes: ArraySlice<UInt8>, _ isBigEndian: Bool) -> Int {
        isBigEndian
            ? bytes.reduce(0) { $0 << 8 | Int($1) } : bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    private func number(_ bytes: ArraySlice<UInt8>) -> Int { Self.number(bytes, isBigEndian) }

    /// `nil` where it is not all there.
    func directory(at position: Int) -> Directory? {
        guard position >= Self.headLength,
            let count = bytes.read(position..<(position + 2)).map({ number($0[...]) }),
            let table = bytes.read((position + 2)..<(position + 2 + count * 12))
        else { return nil }
        let entries = stride(from: 0, to: table.count, by: 12).map { start in
            let (type, count) = (
                number(table[(start + 2)..<(start + 4)]), number(table[(start + 4)..<(start + 8)])
            )
            let field = table[(start + 8)..<(start + 12)]
            let length = (Self.size(ofType: type) ?? 0) * count
            let place = length <= 4 ? position + 2 + start + 8 : number(field)
            return Entry(
                tag: number(table[start..<(start + 2)]),
                type: type,
                count: count,
                field: Array(field),
                value: place..<(place + length)
            )
        }
        // Some files end with the last entry.
        let end = position + 2 + table.count
        if end == bytes.count { return Directory(entries: entries, next: 0) }
        return bytes.read(end..<(end + 4)).map { Directory(entries: entries, next: number($0[...])) }
    }

    /// Bytes of one of a type; `nil` of a type that TIFF does not know.
    private static func size(ofType type: Int) -> Int? {
        switch type {
        case 1, 2, 6, 7: 1
        case 3, 8: 2
        case 4, 9, 11, 13: 4
        case 5, 10, 12: 8
        default: nil
        }
    }

    /// Where an entry has the directory that it leads to.
    func place(_ entry: Entry) -> Int? {
        [4, 13].contains(entry.type) && entry.count == 1 ? number(entry.field[...]) : nil
    }

    /// The whole numbers of an entry; `nil` where it has none, or lies outside.
    func numbers(_ entry: Entry) -> [Int]? {
        let size: Int
        switch entry.type {
        case 3: size = 2
        case 4, 13: size = 4
        default: return nil
        }
        guard let stored = bytes.read(entry.value) else { return nil }
        return stride(from: 0, to: stored.count, by: size).map { number(stored[$0..<($0 + size)]) }
    }
}
