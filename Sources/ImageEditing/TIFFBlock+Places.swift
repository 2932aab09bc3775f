extension TIFFBlock {
    private enum Tag {
        /// EXIF, a position, interoperability, and further images.
        static let directories: Set<UInt16> = [0x8769, 0x8825, 0xA005, 0x014A]
        /// Where a thumbnail lies, and how long it is, compressed or in a strip.
        static let pictures: [(position: UInt16, length: UInt16)] = [(0x0201, 0x0202), (0x0111, 0x0117)]
    }

    /// Directories that are followed at most: a photo's block has five.
    private static let directoryLimit = 16

    /// Where a value lies that was there already and that one entry of a block alone leads to. `nil` where another does, as programs
    /// have two entries share a text, where nobody knows, and in a file, of which nothing is written over.
    func ownPlace(of entry: TIFFDirectory.Entry) -> Range<Int>? {
        // Of a block with directories that cannot be read nobody knows what they use.
        guard !isFile, let place = place(of: entry), place.upperBound <= begun, let used = try? usedPlaces()
        else { return nil }
        return used.count { $0.overlaps(place) } == 1 ? place : nil
    }

    /// What the directories use that are stored, each use by itself.
    private func usedPlaces() throws(ImageEditingError) -> [Range<Int>] {
        // Reading a directory may add to the block.
        var block = self
        var places = [0..<Self.headLength]
        var known: Set<Int> = []
        var ahead = [start]
        while let position = ahead.popLast() {
            guard known.insert(position).inserted else { continue }
            guard known.count <= Self.directoryLimit else { throw .unreadableMetadata }
            let directory = try block.directory(at: position)
            places.append(position..<(position + 2 + directory.entries.count * 12 + 4))
            places += directory.entries.compactMap { place(of: $0) }
            places += try pictures(of: directory)
            if directory.next != 0 { ahead.append(Int(directory.next)) }
            for entry in directory.entries where Tag.directories.contains(entry.tag) {
                ahead.append(try pointer(entry))
            }
        }
        return places
    }

    private func pictures(of directory: TIFFDirectory) throws(ImageEditingError) -> [Range<Int>] {
        var places: [Range<Int>] = []
        for tags in Tag.pictures {
            guard let position = directory[tags.position] else { continue }
            guard let length = directory[tags.length], let start = number(position),
                let count = number(length)
            else { throw .unreadableMetadata }
            places.append(start..<(start + count))
        }
        return places
    }

    /// The only number of an entry; `nil` where it has others.
    private func number(_ entry: TIFFDirectory.Entry) -> Int? {
        guard entry.count == 1 else { return nil }
        switch entry.type {
        case 3: return Int(number(entry.field[..<2]))
        case 4: return Int(number(entry.field))
        default: return nil
        }
    }
}
