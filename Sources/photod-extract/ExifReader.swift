import CExif
import CShims
import ExtractionWire
import Glibc

/// Reads EXIF blocks through libexif. One file at a time: its memory is taken back as a whole.
struct ExifReader {
    /// A block as libexif holds it, valid until the next is loaded.
    private var block: UnsafeMutablePointer<ExifData>?

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
        var encoder = ReplyEncoder()
        encoder.begin()
        withUnsafeTemporaryAllocation(byteCount: sample.count, alignment: 1) { buffer in
            buffer.copyBytes(from: sample)
            load(buffer)
        }
        write(number: 0, layout: JPEGLayout(), into: &encoder)
    }

    /// Forgets the last file.
    mutating func clear() {
        photod_arena_reset()
        block = nil
    }

    /// Takes a block in, beginning with `Exif\0\0`. It is changed.
    mutating func load(_ bytes: UnsafeMutableRawBufferPointer) {
        clear()
        ExifPruning.prune(bytes)
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

    /// Writes a result: what the block holds, and what the file's layout told.
    func write(number: UInt32, layout: JPEGLayout, into reply: inout ReplyEncoder) {
        reply.beginFacts(number: number)
        var size = layout.width.flatMap { width in layout.height.map { (width, $0) } }
        if let block {
            let directories = ExifDirectories(block)
            directories.writeDates(into: &reply)
            directories.writeCamera(into: &reply)
            directories.writePosition(into: &reply)
            size = size ?? directories.pixelSize
        }
        if let size { reply.append(pixelWidth: size.0, pixelHeight: size.1) }
        reply.endFacts()
    }
}
