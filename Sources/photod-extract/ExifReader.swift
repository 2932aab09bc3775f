import CExif
import CShims
import ExtractionWire
import Glibc

/// Reads EXIF blocks through libexif. One file at a time: its memory is taken back as a whole.
struct ExifReader {
    /// A block as libexif holds it, valid until the next is loaded.
    private var block: UnsafeMutablePointer<ExifData>?
    /// Out of Apple's maker note, which the block has no more.
    private var contentIdentifier: [UInt8] = []

    /// Has everything loaded that libexif and the C library load at first use, because later no file can be opened.
    mutating func warmUp() {
        tzset()
        let sample: [UInt8] =
            Array("Exif\0\0MM".utf8) + [
                0, 42, 0, 0, 0, 8, 0, 2,
                0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 1, 0, 0,
                0x01, 0x0F, 0, 2, 0, 0, 0, 2, 0x41, 0, 0, 0,
                0, 0, 0, 0,
            ]
        withUnsafeTemporaryAllocation(byteCount: sample.count, alignment: 1) { buffer in
            buffer.copyBytes(from: sample)
            load(buffer)
        }
        var facts = FactEncoder()
        write(into: &facts)
    }

    /// Forgets the last file.
    mutating func clear() {
        photod_arena_reset()
        block = nil
        contentIdentifier = []
    }

    /// Takes a block in, beginning with `Exif\0\0`. It is changed.
    mutating func load(_ bytes: UnsafeMutableRawBufferPointer) {
        clear()
        contentIdentifier = ExifPruning.prune(bytes)
        guard
            let memory = exif_mem_new(photod_arena_allocate, photod_arena_reallocate, photod_arena_release),
            let data = exif_data_new_mem(memory)
        else { return }
        // As the file has it: no entry added, none changed, none passed over because it stands in an odd place.
        exif_data_unset_option(data, EXIF_DATA_OPTION_FOLLOW_SPECIFICATION)
        exif_data_unset_option(data, EXIF_DATA_OPTION_IGNORE_UNKNOWN_TAGS)
        exif_data_load_data(data, bytes.baseAddress, UInt32(clamping: bytes.count))
        block = data
    }

    /// Takes a TIFF structure in, as other formats than JPEG have it; some programs write JPEG's header before it. Of one
    /// that libexif cannot take as it is, too long or a BigTIFF, what is asked for.
    mutating func load(tiff: UnsafeRawBufferPointer) {
        let header = Array("Exif\0\0".utf8)
        let structure =
            tiff.starts(with: header) ? UnsafeRawBufferPointer(rebasing: tiff.dropFirst(header.count)) : tiff
        if let directories = TIFFDirectories(structure), directories.isBig || structure.count > Self.longest {
            var compact = CompactExif(directories)
            compact.block.withUnsafeMutableBytes { load($0) }
            contentIdentifier = compact.contentIdentifier
            return
        }
        var block = header + Array(structure.prefix(Self.longest))
        block.withUnsafeMutableBytes { load($0) }
    }

    /// What libexif takes of a block.
    private static let longest = 65_000

    /// Whether the block holds nothing of what is asked for.
    var isEmpty: Bool { contentIdentifier.isEmpty && block.map { ExifDirectories($0).isEmpty } ?? true }

    /// Adds what the block holds.
    func write(into facts: inout FactEncoder) {
        guard let block else { return }
        ExifFacts.write(ExifDirectories(block), into: &facts)
        contentIdentifier.withUnsafeBytes { facts.append(.contentIdentifier, text: $0) }
    }

    /// Adds what counts only where no XMP says otherwise.
    func writeLast(into facts: inout FactEncoder) {
        guard let block else { return }
        let directories = ExifDirectories(block)
        ExifFacts.writeRating(directories, into: &facts)
        guard !facts.has(.pixelSize), let size = ExifFacts.pixelSize(directories) else { return }
        facts.append(pixelWidth: size.0, pixelHeight: size.1)
    }
}
