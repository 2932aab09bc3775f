/// A TIFF structure that is written on: an EXIF block, or a file.
///
/// Nothing in it moves. A camera's own notes lie in it as bytes that nobody else understands, with positions in them that count
/// from the block's beginning: a program that arranges the block anew makes nonsense of those. So values are added behind
/// everything else, a directory that has more entries than before is as well, and what they replace stays where it was, unused.
struct TIFFBlock {
    private(set) var bytes: [UInt8]
    let isBigEndian: Bool
    /// Whether directories are only added, and never written on.
    private let keepsDirectories: Bool

    init(_ bytes: [UInt8], keepsDirectories: Bool = false) throws(ImageEditingError) {
        guard bytes.count >= 8 else { throw .unreadableMetadata }
        switch bytes[..<4] {
        case [0x4D, 0x4D, 0, 42]: isBigEndian = true
        case [0x49, 0x49, 42, 0]: isBigEndian = false
        default: throw .unreadableMetadata
        }
        self.bytes = bytes
        self.keepsDirectories = keepsDirectories
    }

    /// One without any entries.
    init() {
        bytes = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0]
        isBigEndian = true
        keepsDirectories = false
    }

    // MARK: Reading

    /// `nil` outside.
    private func number(at position: Int, _ length: Int) -> UInt32? {
        guard position >= 0, position <= bytes.count - length else { return nil }
        let part = bytes[position..<(position + length)]
        return isBigEndian
            ? part.reduce(0) { $0 << 8 | UInt32($1) } : part.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Where the first directory lies.
    var start: Int { number(at: 4, 4).map { Int($0) } ?? 0 }

    /// - Throws: where it goes on beyond the end: what is added there would be read as a part of it.
    mutating func directory(at position: Int) throws(ImageEditingError) -> TIFFDirectory {
        guard position >= 8, let count = number(at: position, 2).map({ Int($0) }),
            position + 2 + count * 12 <= bytes.count
        else { throw .unreadableMetadata }
        var entries: [TIFFDirectory.Entry] = []
        for index in 0..<count {
            let start = position + 2 + index * 12
            guard let tag = number(at: start, 2), let type = number(at: start + 2, 2),
                let length = number(at: start + 4, 4)
            else { throw .unreadableMetadata }
            entries.append(
                TIFFDirectory.Entry(
                    tag: UInt16(tag),
                    type: UInt16(type),
                    count: length,
                    field: Array(bytes[(start + 8)..<(start + 12)])
                )
            )
        }
        // Some blocks end with the last entry.
        let end = position + 2 + count * 12 + 4
        extend(to: end)
        return TIFFDirectory(entries: entries, next: number(at: end - 4, 4) ?? 0, place: (position, count))
    }

    /// A value as it is stored; `nil` where it lies outside, or is of a type that nobody knows.
    func value(of entry: TIFFDirectory.Entry) -> ArraySlice<UInt8>? {
        guard let size = TIFFValue.size(ofType: entry.type) else { return nil }
        let (length, overflows) = size.multipliedReportingOverflow(by: Int(entry.count))
        guard !overflows else { return nil }
        if length <= 4 { return entry.field[..<length] }
        let start = Int(self.number(entry.field))
        guard start <= bytes.count, length <= bytes.count - start else { return nil }
        return bytes[start..<(start + length)]
    }

    /// Where an entry that says where a directory lies has it.
    func pointer(_ entry: TIFFDirectory.Entry) throws(ImageEditingError) -> Int {
        guard [4, 13].contains(entry.type), entry.count == 1 else { throw .unreadableMetadata }
        return Int(number(entry.field))
    }

    private func number(_ field: [UInt8]) -> UInt32 {
        (isBigEndian ? field : field.reversed()).reduce(0) { $0 << 8 | UInt32($1) }
    }

    // MARK: Writing

    /// Has a directory say a value; `nil`: that there is none. What it says already is left as it is.
    mutating func set(_ tag: UInt16, _ value: TIFFValue?, in directory: inout TIFFDirectory)
        throws(ImageEditingError)
    {
        guard let value else { return directory.remove(tag) }
        let data = value.encoded(bigEndian: isBigEndian)
        if let entry = directory[tag], entry.type == value.type, let old = self.value(of: entry),
            old.elementsEqual(data)
        {
            return
        }
        guard let count = UInt32(exactly: value.count) else { throw .noRoom }
        var field = data
        if data.count > 4 {
            field = TIFFValue.number(try end(), 4, isBigEndian)
            bytes += data
        }
        field += [UInt8](repeating: 0, count: 4 - field.count)
        directory.set(TIFFDirectory.Entry(tag: tag, type: value.type, count: count, field: field))
    }

    /// Stores a directory that was changed, where it lies if it has room there.
    ///
    /// - Returns: where it lies.
    mutating func store(_ directory: TIFFDirectory) throws(ImageEditingError) -> Int {
        if let place = directory.place, !directory.isChanged { return place.position }
        let table = encoded(directory)
        if let place = directory.place, directory.entries.count <= place.capacity, !keepsDirectories {
            bytes.replaceSubrange(place.position..<(place.position + table.count), with: table)
            return place.position
        }
        let position = try end()
        bytes += table
        return Int(position)
    }

    /// Adds zeros until the block has that length.
    mutating func extend(to length: Int) {
        if length > bytes.count { bytes += [UInt8](repeating: 0, count: length - bytes.count) }
    }

    /// Has the block begin with another directory.
    mutating func begin(with position: Int) throws(ImageEditingError) {
        guard let position = UInt32(exactly: position) else { throw .noRoom }
        bytes.replaceSubrange(4..<8, with: TIFFValue.number(position, 4, isBigEndian))
    }

    private func encoded(_ directory: TIFFDirectory) -> [UInt8] {
        var table = TIFFValue.number(UInt32(clamping: directory.entries.count), 2, isBigEndian)
        for entry in directory.entries {
            table += TIFFValue.number(UInt32(entry.tag), 2, isBigEndian)
            table += TIFFValue.number(UInt32(entry.type), 2, isBigEndian)
            table += TIFFValue.number(entry.count, 4, isBigEndian) + entry.field
        }
        return table + TIFFValue.number(directory.next, 4, isBigEndian)
    }

    /// Where the next thing is added: everything begins at an even position.
    private mutating func end() throws(ImageEditingError) -> UInt32 {
        if bytes.count % 2 != 0 { bytes.append(0) }
        guard let end = UInt32(exactly: bytes.count) else { throw .noRoom }
        return end
    }
}
