import ExtractionWire
import PhotoModel
import WorkerBox

/// Reads still images and sidecars, each by what it is.
///
/// Headers of JPEG, PNG and GIF are walked here, with few and small reads, and libexif is given the EXIF that was found in
/// them. All other formats exiv2 reads by itself, from a mapping. XMP is read here wherever it was found.
struct StillReader: ~Copyable, MetadataReader {
    private var exif = ExifReader()
    private var head = FileHead()
    private var blocks = HeaderBlocks()

    static var libraries: [WorkerHello.Library] { ImageMetadata.libraries }

    mutating func warmUp() {
        exif.warmUp()
        ImageMetadata.warmUp()
    }

    mutating func read(_ job: JobRequest, _ descriptor: Int32, into reply: inout ReplyEncoder)
        throws(UnreadableFile)
    {
        exif.clear()
        blocks.clear()
        switch FileFormat(rawValue: job.format) {
        case .jpeg: try readJPEG(job, descriptor, into: &reply)
        case .png: try readPNG(job, descriptor, into: &reply)
        case .gif: try readGIF(job, descriptor, into: &reply)
        case .xmpSidecar: try readSidecar(job, descriptor, into: &reply)
        default: try readMapped(job, descriptor, into: &reply)
        }
    }

    // MARK: JPEG

    private mutating func readJPEG(_ job: JobRequest, _ descriptor: Int32, into reply: inout ReplyEncoder)
        throws(UnreadableFile)
    {
        head.open(descriptor, size: job.size)
        let layout = try JPEGLayout(reading: &head) { segment, bytes in
            switch segment {
            case .exif: exif.load(bytes)
            case .xmp: blocks.append(packet: UnsafeRawBufferPointer(bytes))
            case .extendedXMP: blocks.append(extension: UnsafeRawBufferPointer(bytes))
            case .photoshop: blocks.append(photoshop: UnsafeRawBufferPointer(bytes))
            }
        }
        reply.beginFacts(number: job.number)
        exif.write(into: &reply)
        blocks.write(into: &reply)
        finish(layout.width, layout.height, into: &reply)
    }

    private func finish(_ width: UInt32?, _ height: UInt32?, into reply: inout ReplyEncoder) {
        if let width, let height { reply.append(pixelWidth: width, pixelHeight: height) }
        exif.writeLast(into: &reply)
        reply.endFacts()
    }

    // MARK: PNG and GIF

    private mutating func readPNG(_ job: JobRequest, _ descriptor: Int32, into reply: inout ReplyEncoder)
        throws(UnreadableFile)
    {
        head.open(descriptor, size: job.size, readLimit: Self.chunkReadLimit)
        let layout = try PNGLayout(reading: &head) { block, bytes in
            switch block {
            case .exif: exif.load(tiff: UnsafeRawBufferPointer(bytes))
            case .xmp: blocks.append(packet: UnsafeRawBufferPointer(bytes))
            }
        }
        reply.beginFacts(number: job.number)
        exif.write(into: &reply)
        blocks.write(into: &reply)
        layout.creationTime.withUnsafeBytes { reply.append(.pngCreation, text: $0) }
        layout.modified.withUnsafeBytes { reply.append(.pngModified, text: $0) }
        layout.description.withUnsafeBytes { reply.append(.pngDescription, text: $0) }
        if layout.needsLibrary { writeByLibrary(job, descriptor, into: &reply) }
        finish(layout.width, layout.height, into: &reply)
    }

    /// Image data comes in chunks of 8 KiB from some programs, and what is said of it may stand behind it.
    private static let chunkReadLimit = 20_000

    /// What exiv2 finds in the file as a whole, where it can read it at all.
    private func writeByLibrary(_ job: JobRequest, _ descriptor: Int32, into reply: inout ReplyEncoder) {
        guard let file = try? MappedFile(descriptor, size: job.size),
            let metadata = try? ImageMetadata(file.bytes)
        else { return }
        ExifFacts.write(metadata, into: &reply)
        metadata.packet { XMPFacts.write($0, into: &reply) }
        IPTCFacts.write(metadata, into: &reply)
        metadata.comment { reply.append(.pngDescription, text: $0) }
    }

    private mutating func readGIF(_ job: JobRequest, _ descriptor: Int32, into reply: inout ReplyEncoder)
        throws(UnreadableFile)
    {
        head.open(descriptor, size: job.size, readLimit: Self.chunkReadLimit)
        let layout = try GIFLayout(reading: &head) { bytes in
            blocks.append(packet: UnsafeRawBufferPointer(bytes))
        }
        reply.beginFacts(number: job.number)
        blocks.write(into: &reply)
        finish(layout.width, layout.height, into: &reply)
    }

    // MARK: Sidecars

    private func readSidecar(_ job: JobRequest, _ descriptor: Int32, into reply: inout ReplyEncoder)
        throws(UnreadableFile)
    {
        let file = try MappedFile(descriptor, size: job.size)
        let packet = XMPPacket(UnsafeRawBufferPointer(rebasing: file.bytes.prefix(Self.longestSidecar)))
        guard packet.isXMP else { throw UnreadableFile(reason: .notThisFormat) }
        reply.beginFacts(number: job.number)
        XMPFacts.write(packet, into: &reply)
        reply.endFacts()
    }

    /// What is said of the photo stands before what fills sidecars: masks and brush strokes.
    private static let longestSidecar = 16 << 20

    // MARK: All others

    private mutating func readMapped(_ job: JobRequest, _ descriptor: Int32, into reply: inout ReplyEncoder)
        throws(UnreadableFile)
    {
        let file = try MappedFile(descriptor, size: job.size)
        do throws(UnreadableFile) {
            write(job.number, try ImageMetadata(file.bytes), into: &reply)
        } catch {
            guard salvage(job.number, file.bytes, into: &reply) else { throw error }
        }
    }

    private func write(_ number: UInt32, _ metadata: borrowing ImageMetadata, into reply: inout ReplyEncoder)
    {
        reply.beginFacts(number: number)
        ExifFacts.write(metadata, into: &reply)
        metadata.packet { XMPFacts.write($0, into: &reply) }
        IPTCFacts.write(metadata, into: &reply)
        IPTCFacts.write(digest: metadata.isIPTCDigestCurrent, into: &reply)
        ExifFacts.writeRating(metadata, into: &reply)
        if let size = metadata.pixelSize ?? ExifFacts.pixelSize(metadata) {
            reply.append(pixelWidth: size.0, pixelHeight: size.1)
        }
        reply.endFacts()
    }

    /// Returns whether anything was found.
    private mutating func salvage(
        _ number: UInt32,
        _ bytes: UnsafeRawBufferPointer,
        into reply: inout ReplyEncoder
    ) -> Bool {
        let wreck = Salvage(bytes)
        if let block = wreck.exif { exif.load(tiff: block) }
        if let packet = wreck.packet { blocks.append(packet: packet) }
        reply.beginFacts(number: number)
        exif.write(into: &reply)
        blocks.write(into: &reply)
        guard reply.hasFacts else { return false }
        finish(nil, nil, into: &reply)
        return true
    }
}
