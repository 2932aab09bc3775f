extension ImageSubstance {
    /// Whether everything that a TIFF file tells of lies within it. Of a file that was cut off, what is added behind it would be taken for a
    /// part of its picture.
    public static func isWhole(_ tiff: TIFFBytes) -> Bool {
        guard let parts = TIFFParts(tiff) else { return false }
        var walk = TIFFWalk(parts)
        return walk.isWhole()
    }
}

/// Looks at all directories of a TIFF file: those of its images, their sub-images, EXIF and the like.
private struct TIFFWalk {
    private enum Tag {
        /// To directories: `SubIFDs`, EXIF's, GPS's, and that of interoperability.
        static let pointers = [0x014A, 0x8769, 0x8825, 0xA005]
        /// Where data lie, and how long they are: strips, tiles, JPEG.
        static let data = [(0x0111, 0x0117), (0x0144, 0x0145), (0x0201, 0x0202)]
    }

    /// Bytes that are read at most: directories and their lists may lie over each other, so that a small file has many. An image of
    /// a million strips has half of it; as numbers they are four times as much memory.
    private static let readLimit = 16 << 20

    private let parts: TIFFParts
    private var waiting: [(position: Int, isPage: Bool)]
    private var seen: Set<Int> = []
    private var read = 0

    init(_ parts: TIFFParts) {
        self.parts = parts
        waiting = [(parts.start, true)]
    }

    mutating func isWhole() -> Bool {
        while let (position, isPage) = waiting.popLast() {
            guard seen.insert(position).inserted else { continue }
            guard let directory = parts.directory(at: position), isWhole(directory), read <= Self.readLimit
            else { return false }
            // Behind other directories than those of pages some programs leave whatever was in memory.
            if isPage, directory.next != 0 { waiting.append((directory.next, true)) }
        }
        return true
    }

    private mutating func isWhole(_ directory: TIFFParts.Directory) -> Bool {
        read += directory.entries.count * 12
        guard directory.entries.allSatisfy({ $0.value.upperBound <= parts.bytes.count }) else { return false }
        for tag in Tag.pointers {
            guard let entry = directory[tag] else { continue }
            guard let places = numbers(entry) else { return false }
            waiting += places.map { ($0, false) }
        }
        return Tag.data.allSatisfy { start, length in
            guard let starts = directory[start], let lengths = directory[length] else { return true }
            guard let starts = numbers(starts), let lengths = numbers(lengths) else { return false }
            return zip(starts, lengths).allSatisfy { $0 + $1 <= parts.bytes.count }
        }
    }

    private mutating func numbers(_ entry: TIFFParts.Entry) -> [Int]? {
        read += entry.value.count
        return read <= Self.readLimit ? parts.numbers(entry) : nil
    }
}
