/// Apple's maker note: a TIFF directory behind `Apple iOS\0`, a version and the byte order `MM`. Offsets count from the
/// note's first byte.
enum AppleMakerNote {
    private static let beginning: StaticString = "Apple iOS\0"
    private static let directory = 14
    private static let entryLength = 12
    private static let contentIdentifierTag = 0x0011
    private static let asciiFormat = 2

    static func isApples(_ note: UnsafeRawBufferPointer) -> Bool {
        beginning.withUTF8Buffer { note.starts(with: $0) }
    }

    /// What a Live Photo's still and video share; empty where there is none.
    static func contentIdentifier(in note: UnsafeRawBufferPointer) -> [UInt8] {
        guard isApples(note), note.count >= directory + 2 else { return [] }
        let count = min(short(note, directory), (note.count - directory - 2) / entryLength)
        for index in 0..<count {
            let entry = directory + 2 + index * entryLength
            guard short(note, entry) == contentIdentifierTag, short(note, entry + 2) == asciiFormat else {
                continue
            }
            let length = short(note, entry + 4) << 16 | short(note, entry + 6)
            let start = short(note, entry + 8) << 16 | short(note, entry + 10)
            guard length > 4, length <= 255, start >= directory, start <= note.count - length else {
                return []
            }
            return Array(note[start..<(start + length)].prefix { $0 != 0 })
        }
        return []
    }

    private static func short(_ note: UnsafeRawBufferPointer, _ index: Int) -> Int {
        Int(note[index]) << 8 | Int(note[index + 1])
    }
}
