/// Strikes out of an EXIF block what photod does not ask for, before a library sees it: maker notes, whose parsers have
/// had most of libexif's holes, thumbnails and all other tags. It halves the cost, too. Of maker notes Apple's is
/// looked into, here and not by the library.
///
/// The block is a TIFF structure (TIFF 6.0 §2) behind `Exif\0\0`. Where it makes no sense it is left as it is: making
/// sense of it is the library's business.
struct ExifPruning {
    /// From the TIFF header on, which all offsets count from.
    private let tiff: UnsafeMutableRawBufferPointer
    private let isBigEndian: Bool

    private static let entryLength = 12

    /// Pointers to directories.
    private enum Tag {
        static let exif: UInt16 = 0x8769
        static let gps: UInt16 = 0x8825
    }

    private enum Directory {
        case main
        case exif
        case gps

        /// Dates and sizes belong into the EXIF directory, but some programs write them into the main one.
        func wants(_ tag: UInt16) -> Bool {
            switch self {
            case .gps: return GPSTag(rawValue: tag) != nil
            case .main where tag == Tag.exif || tag == Tag.gps: return true
            case .main, .exif:
                guard let tag = ExifTag(rawValue: tag), tag != .makerNote else { return false }
                return self == .main || !tag.isOfImage
            }
        }
    }

    /// Prunes a block that begins with `Exif\0\0`. Returns the content identifier of Apple's maker note; empty where
    /// there is none.
    static func prune(_ block: UnsafeMutableRawBufferPointer) -> [UInt8] {
        guard block.count >= 14 else { return [] }
        let tiff = UnsafeMutableRawBufferPointer(rebasing: block[6...])
        switch (tiff[0], tiff[1]) {
        case (0x49, 0x49): return ExifPruning(tiff: tiff, isBigEndian: false).pruneMain()
        case (0x4D, 0x4D): return ExifPruning(tiff: tiff, isBigEndian: true).pruneMain()
        default: return []
        }
    }

    private func pruneMain() -> [UInt8] {
        guard let start = offset(at: 4), let entries = entries(at: start) else { return [] }
        let starts = stride(from: entries.lowerBound, to: entries.upperBound, by: Self.entryLength)
        let exif = starts.first { short(at: $0) == Tag.exif }.flatMap { offset(at: $0 + 8) }
        let identifier = exif.map(contentIdentifier) ?? []
        if let exif { prune(at: exif, .exif) }
        for entry in starts {
            if short(at: entry) == Tag.gps, let gps = offset(at: entry + 8) {
                // Programs without a position have been seen to point both at one directory.
                guard gps != exif else {
                    erase(entry)
                    continue
                }
                prune(at: gps, .gps)
            }
            strike(entry, unless: .main)
        }
        // The next directory describes the thumbnail.
        if entries.upperBound + 4 <= tiff.count {
            for index in 0..<4 { tiff[entries.upperBound + index] = 0 }
        }
        return identifier
    }

    private func contentIdentifier(ofDirectoryAt start: Int) -> [UInt8] {
        guard let entries = entries(at: start) else { return [] }
        for entry in stride(from: entries.lowerBound, to: entries.upperBound, by: Self.entryLength)
        where short(at: entry) == ExifTag.makerNote.rawValue {
            guard let length = offset(at: entry + 4), let value = offset(at: entry + 8), length > 4,
                value <= tiff.count, length <= tiff.count - value
            else { return [] }
            let note = UnsafeRawBufferPointer(rebasing: tiff[value..<(value + length)])
            return AppleMakerNote.contentIdentifier(in: note)
        }
        return []
    }

    private func prune(at start: Int, _ directory: Directory) {
        guard let entries = entries(at: start) else { return }
        for entry in stride(from: entries.lowerBound, to: entries.upperBound, by: Self.entryLength) {
            strike(entry, unless: directory)
        }
    }

    private func strike(_ entry: Int, unless directory: Directory) {
        if !directory.wants(short(at: entry)) { erase(entry) }
    }

    /// Tag 0 with format 0 is an entry the library passes over.
    private func erase(_ entry: Int) {
        for index in 0..<4 { tiff[entry + index] = 0 }
    }

    /// Where a directory's entries lie: as many as it says, or as fit. `nil` where none do.
    private func entries(at start: Int) -> Range<Int>? {
        guard start >= 8, start <= tiff.count - 2 else { return nil }
        let first = start + 2
        let count = min(Int(short(at: start)), (tiff.count - first) / Self.entryLength)
        return first..<(first + count * Self.entryLength)
    }

    private func short(at index: Int) -> UInt16 {
        let pair = (UInt16(tiff[index]), UInt16(tiff[index + 1]))
        return isBigEndian ? pair.0 << 8 | pair.1 : pair.1 << 8 | pair.0
    }

    private func offset(at index: Int) -> Int? {
        guard index + 4 <= tiff.count else { return nil }
        let pair = (Int(short(at: index)), Int(short(at: index + 2)))
        return isBigEndian ? pair.0 << 16 | pair.1 : pair.1 << 16 | pair.0
    }
}
