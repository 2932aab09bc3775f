/// A TIFF structure that is written on: an EXIF block in memory, or a file on a disk.
///
/// Nothing in it moves. A camera's own notes lie in it as bytes that nobody else understands, with positions in them that count
/// from the block's beginning: a program that arranges the block anew makes nonsense of those. So a value goes where the one lies
/// that it replaces, if it is no longer and nothing else leads there. Other values are added behind everything else, a directory
/// that has more entries than before is as well, and what they replace stays where it was, unused, unless it was the last.
/// Of a file nothing at all is replaced but the eight bytes that it begins with, which say where its first directory lies.
struct TIFFBlock {
    static let headLength = 8
    /// Values that are read of a file at most: others than metadata nobody asks for.
    private static let valueLimit = 16 << 20

    /// What it begins with: the order of its bytes, and where its first directory lies.
    private(set) var head: [UInt8]
    let isBigEndian: Bool
    /// What is on the disk; `nil` of a block.
    private let file: StoredFile?
    /// Of a block all of it, but for the head that may be another; of a file what is added behind it.
    private var memory: [UInt8]
    /// How long a block was.
    let begun: Int

    init(_ bytes: [UInt8]) throws(ImageEditingError) {
        isBigEndian = try Self.order(bytes)
        head = Array(bytes[..<Self.headLength])
        file = nil
        memory = bytes
        begun = bytes.count
    }

    /// A file, which is read where it has to be.
    init(_ file: StoredFile) throws(ImageEditingError) {
        guard file.count >= Self.headLength else { throw .notThisFormat }
        head = try file.read(0..<Self.headLength)
        guard head[2..<4] != [43, 0], head[2..<4] != [0, 43] else { throw .bigTIFF }
        isBigEndian = try Self.order(head)
        self.file = file
        memory = []
        begun = 0
    }

    /// One without any entries.
    init() {
        memory = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0]
        head = Array(memory[..<Self.headLength])
        isBigEndian = true
        file = nil
        begun = memory.count
    }

    private static func order(_ bytes: [UInt8]) throws(ImageEditingError) -> Bool {
        guard bytes.count >= headLength else { throw .unreadableMetadata }
        switch bytes[..<4] {
        case [0x4D, 0x4D, 0, 42]: return true
        case [0x49, 0x49, 42, 0]: return false
        default: throw .unreadableMetadata
        }
    }

    var isFile: Bool { file != nil }

    /// Of a block all of it.
    var bytes: [UInt8] { isFile ? added : head + memory[Self.headLength...] }

    /// What is to stand behind the file; nothing of a block.
    var added: [UInt8] { isFile ? memory : [] }

    // MARK: Reading

    /// Bytes that are on the disk: what is in memory stands behind them.
    private var stored: Int { file?.count ?? 0 }

    private var count: Int { stored + memory.count }

    /// `nil` outside.
    private func part(_ range: Range<Int>) throws(ImageEditingError) -> ArraySlice<UInt8>? {
        guard range.lowerBound >= 0, range.upperBound <= count else { return nil }
        guard let file, range.lowerBound < stored else {
            return memory[(range.lowerBound - stored)..<(range.upperBound - stored)]
        }
        guard range.count <= Self.valueLimit else { throw .unreadableMetadata }
        let end = min(range.upperBound, stored)
        return (try file.read(range.lowerBound..<end) + memory[..<(range.upperBound - end)])[...]
    }

    func number(_ field: some BidirectionalCollection<UInt8>) -> UInt32 {
        isBigEndian
            ? field.reduce(0) { $0 << 8 | UInt32($1) } : field.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Where the first directory lies.
    var start: Int { Int(number(head[4...])) }

    /// - Throws: where it goes on beyond the end: what is added there would be read as a part of it.
    mutating func directory(at position: Int) throws(ImageEditingError) -> TIFFDirectory {
        guard position >= Self.headLength,
            let count = try part(position..<(position + 2)).map({ Int(number($0)) }),
            let table = try part((position + 2)..<(position + 2 + count * 12))
        else { throw .unreadableMetadata }
        let entries = stride(from: table.startIndex, to: table.endIndex, by: 12).map { start in
            TIFFDirectory.Entry(
                tag: UInt16(number(table[start..<(start + 2)])),
                type: UInt16(number(table[(start + 2)..<(start + 4)])),
                count: number(table[(start + 4)..<(start + 8)]),
                field: Array(table[(start + 8)..<(start + 12)])
            )
        }
        // Some blocks end with the last entry.
        let end = position + 2 + count * 12 + 4
        extend(to: end)
        let next = try part((end - 4)..<end).map { number($0) } ?? 0
        return TIFFDirectory(entries: entries, next: next, place: (position, count))
    }

    /// A value as it is stored; `nil` where it lies outside, or is of a type that nobody knows.
    func value(of entry: TIFFDirectory.Entry) throws(ImageEditingError) -> ArraySlice<UInt8>? {
        guard let length = length(of: entry) else { return nil }
        if length <= 4 { return entry.field[..<length] }
        guard let place = place(of: entry) else { return nil }
        return try part(place)
    }

    /// Where a value lies that its entry has no room for, perhaps outside.
    func place(of entry: TIFFDirectory.Entry) -> Range<Int>? {
        guard let length = length(of: entry), length > 4 else { return nil }
        let start = Int(number(entry.field))
        return start..<(start + length)
    }

    /// `nil` of a type that nobody knows.
    private func length(of entry: TIFFDirectory.Entry) -> Int? {
        TIFFValue.size(ofType: entry.type).map { $0 * Int(entry.count) }
    }

    /// Where an entry that says where a directory lies has it.
    func pointer(_ entry: TIFFDirectory.Entry) throws(ImageEditingError) -> Int {
        guard [4, 13].contains(entry.type), entry.count == 1 else { throw .unreadableMetadata }
        return Int(number(entry.field))
    }

    // MARK: Writing

    /// Has a directory say a value; `nil`: that there is none. What it says already is left as it is.
    mutating func set(_ tag: UInt16, _ value: TIFFValue?, in directory: inout TIFFDirectory)
        throws(ImageEditingError)
    {
        guard let value else {
            if let entry = directory[tag] { removeLast(ownPlace(of: entry)) }
            return directory.remove(tag)
        }
        let data = value.encoded(bigEndian: isBigEndian)
        guard let count = UInt32(exactly: value.count) else { throw .noRoom }
        if let entry = directory[tag], entry.type == value.type, entry.count == count,
            let old = try self.value(of: entry), old.elementsEqual(data)
        {
            return
        }
        let place = directory[tag].flatMap { ownPlace(of: $0) }
        removeLast(place)
        var field = Self.filled(data, to: 4)
        if data.count > 4 {
            if let place, place.count >= data.count, place.upperBound <= self.count {
                field = TIFFValue.number(UInt32(place.lowerBound), 4, isBigEndian)
                memory.replaceSubrange(place, with: Self.filled(data, to: place.count))
            } else {
                field = TIFFValue.number(try end(), 4, isBigEndian)
                memory += data
            }
        }
        directory.set(TIFFDirectory.Entry(tag: tag, type: value.type, count: count, field: field))
    }

    /// With zeros behind it, where it is shorter.
    private static func filled(_ data: [UInt8], to length: Int) -> [UInt8] {
        data + [UInt8](repeating: 0, count: max(length - data.count, 0))
    }

    /// Takes away a value's own place that the block ends with.
    private mutating func removeLast(_ place: Range<Int>?) {
        if let place, place.upperBound == count { memory.removeLast(place.count) }
    }

    /// Stores a directory that was changed, where it lies if it has room there and is not on a disk.
    ///
    /// - Returns: where it lies.
    mutating func store(_ directory: TIFFDirectory) throws(ImageEditingError) -> Int {
        if let place = directory.place, !directory.isChanged { return place.position }
        let table = encoded(directory)
        if let place = directory.place, directory.entries.count <= place.capacity, !isFile {
            memory.replaceSubrange(place.position..<(place.position + table.count), with: table)
            return place.position
        }
        let position = try end()
        memory += table
        return Int(position)
    }

    /// Adds zeros until the block has that length.
    mutating func extend(to length: Int) {
        if length > count { memory += [UInt8](repeating: 0, count: length - count) }
    }

    /// Has the block begin with another directory.
    mutating func begin(with position: Int) throws(ImageEditingError) {
        guard let position = UInt32(exactly: position) else { throw .noRoom }
        head.replaceSubrange(4..<8, with: TIFFValue.number(position, 4, isBigEndian))
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
        if count % 2 != 0 { memory.append(0) }
        guard let end = UInt32(exactly: count) else { throw .noRoom }
        return end
    }
}
