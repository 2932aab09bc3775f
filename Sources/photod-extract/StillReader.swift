import ExtractionWire
import PhotoModel
import WorkerBox

/// Reads still images and sidecars, each by what it is.
///
/// Headers of JPEG, PNG and GIF are walked here, with few and small reads, and the boxes of HEIF and JPEG XL in a mapping;
/// libexif is given the EXIF that was found in them. All other formats exiv2 reads by itself. XMP is read here wherever
/// it was found.
struct StillReader: ~Copyable, MetadataReader {
    private var exif = ExifReader()
    private var head = FileHead()
    private var blocks = HeaderBlocks()

    mutating func warmUp() {
        exif.warmUp()
        ImageMetadata.warmUp()
    }

    mutating func read(_ job: FactsRequest, _ descriptor: Int32, into facts: inout FactEncoder)
        throws(UnreadableFile)
    {
        exif.clear()
        blocks.clear()
        switch FileFormat(rawValue: job.format) {
        case .jpeg: try readJPEG(job, descriptor, into: &facts)
        case .png: try readPNG(job, descriptor, into: &facts)
        case .gif: try readGIF(job, descriptor, into: &facts)
        case .heif, .avif: try readHEIF(job, descriptor, into: &facts)
        case .jpegXL: try readJXL(job, descriptor, into: &facts)
        case .jpeg2000: try readJP2(job, descriptor, into: &facts)
        case .photoshop: try readPSD(job, descriptor, into: &facts)
        case .xmpSidecar: try readSidecar(job, descriptor, into: &facts)
        default: try readMapped(job, descriptor, into: &facts)
        }
    }

    // MARK: JPEG

    private mutating func readJPEG(_ job: FactsRequest, _ descriptor: Int32, into facts: inout FactEncoder)
        throws(UnreadableFile)
    {
        head.open(descriptor, size: job.size)
        var hasEmptyBlock = false
        let layout = try JPEGLayout(reading: &head) { segment, bytes in
            switch segment {
            case .exif:
                exif.load(bytes)
                hasEmptyBlock = hasEmptyBlock || exif.isEmpty
                return !exif.isEmpty
            case .xmp: blocks.append(packet: UnsafeRawBufferPointer(bytes))
            case .extendedXMP: blocks.append(extension: UnsafeRawBufferPointer(bytes))
            case .photoshop: blocks.append(photoshop: UnsafeRawBufferPointer(bytes))
            }
            return true
        }
        // Who draws the picture asks the first block, and no other.
        if hasEmptyBlock { facts.append(.containerOrientation, byte: 1) }
        exif.write(into: &facts)
        blocks.write(into: &facts)
        finish(layout.width, layout.height, into: &facts)
    }

    private func finish(_ width: UInt32?, _ height: UInt32?, into facts: inout FactEncoder) {
        if let width, let height { facts.append(pixelWidth: width, pixelHeight: height) }
        exif.writeLast(into: &facts)
    }

    // MARK: PNG and GIF

    private mutating func readPNG(_ job: FactsRequest, _ descriptor: Int32, into facts: inout FactEncoder)
        throws(UnreadableFile)
    {
        head.open(descriptor, size: job.size, readLimit: Self.chunkReadLimit)
        func take(_ block: PNGLayout.Block, _ bytes: UnsafeRawBufferPointer) {
            switch block {
            case .exif: exif.load(tiff: bytes)
            case .xmp: blocks.append(packet: bytes)
            }
        }
        var layout = try PNGLayout(reading: &head, found: take)
        if layout.hasLong, let file = try? MappedFile(descriptor, size: job.size) {
            layout.readLong(in: file.bytes, found: take)
        }
        exif.write(into: &facts)
        blocks.write(into: &facts)
        layout.creationTime.withUnsafeBytes { facts.append(.pngCreation, text: $0) }
        layout.modified.withUnsafeBytes { facts.append(.pngModified, text: $0) }
        layout.description.withUnsafeBytes { facts.append(.pngDescription, text: $0) }
        // Who draws the picture passes by what stands elsewhere.
        if !layout.hasExifBeforeImage || !facts.has(.orientation) {
            facts.append(.containerOrientation, byte: 1)
        }
        if layout.needsLibrary { writeByLibrary(job, descriptor, into: &facts) }
        finish(layout.width, layout.height, into: &facts)
    }

    /// Image data comes in chunks of 8 KiB from some programs, and what is said of it may stand behind it.
    private static let chunkReadLimit = 20_000

    /// What exiv2 finds in the file as a whole, where it can read it at all.
    private func writeByLibrary(_ job: FactsRequest, _ descriptor: Int32, into facts: inout FactEncoder) {
        guard let file = try? MappedFile(descriptor, size: job.size),
            let metadata = try? ImageMetadata(file.bytes)
        else { return }
        ExifFacts.write(metadata, into: &facts)
        metadata.packet { XMPFacts.write($0, into: &facts) }
        IPTCFacts.write(metadata, into: &facts)
        metadata.comment { facts.append(.pngDescription, text: $0) }
    }

    private mutating func readGIF(_ job: FactsRequest, _ descriptor: Int32, into facts: inout FactEncoder)
        throws(UnreadableFile)
    {
        head.open(descriptor, size: job.size, readLimit: Self.chunkReadLimit)
        let layout = try GIFLayout(reading: &head) { blocks.append(packet: $0) }
        if let start = layout.longPacket, let file = try? MappedFile(descriptor, size: job.size),
            let packet = GIFLayout.packet(in: file.bytes, at: start)
        {
            blocks.append(packet: packet)
        }
        blocks.write(into: &facts)
        finish(layout.width, layout.height, into: &facts)
    }

    // MARK: Formats of boxes

    private mutating func readHEIF(_ job: FactsRequest, _ descriptor: Int32, into facts: inout FactEncoder)
        throws(UnreadableFile)
    {
        let file = try MappedFile(descriptor, size: job.size)
        guard let layout = HEIFLayout(file.bytes) else {
            if salvage(file.bytes, into: &facts) { return }
            throw UnreadableFile(
                reason: BigEndianBytes(file.bytes).has("ftyp", at: 4) ? .damaged : .notThisFormat
            )
        }
        // An item that is told of and not where it should be.
        if layout.isDamaged, salvage(file.bytes, into: &facts) { return }
        if let orientation = layout.orientation { facts.append(.containerOrientation, byte: orientation) }
        write(exif: layout.exif, packet: layout.packet, size: layout.size, into: &facts)
    }

    private mutating func readJXL(_ job: FactsRequest, _ descriptor: Int32, into facts: inout FactEncoder)
        throws(UnreadableFile)
    {
        let file = try MappedFile(descriptor, size: job.size)
        guard let layout = JXLLayout(file.bytes) else { throw UnreadableFile(reason: .notThisFormat) }
        if let image = layout.image { facts.append(.containerOrientation, byte: image.orientation) }
        write(exif: layout.exif, packet: layout.packet, size: layout.image?.size, into: &facts)
    }

    private mutating func readJP2(_ job: FactsRequest, _ descriptor: Int32, into facts: inout FactEncoder)
        throws(UnreadableFile)
    {
        let file = try MappedFile(descriptor, size: job.size)
        guard let layout = JP2Layout(file.bytes) else { throw UnreadableFile(reason: .notThisFormat) }
        layout.photoshop.withUnsafeBytes { blocks.append(photoshop: $0) }
        layout.iptc.withUnsafeBytes { blocks.append(iptc: $0) }
        facts.append(.containerOrientation, byte: 1)
        write(exif: layout.exif, packet: layout.packet, size: layout.size, into: &facts)
    }

    private mutating func readPSD(_ job: FactsRequest, _ descriptor: Int32, into facts: inout FactEncoder)
        throws(UnreadableFile)
    {
        let file = try MappedFile(descriptor, size: job.size)
        guard let layout = PSDLayout(file.bytes) else { throw UnreadableFile(reason: .notThisFormat) }
        var resources = PhotoshopResources()
        resources.read(layout.resources)
        blocks.append(photoshop: layout.resources)
        write(exif: resources.exif, packet: resources.packet, size: layout.size, into: &facts)
    }

    private mutating func write(
        exif structure: [UInt8],
        packet: [UInt8],
        size: (width: UInt32, height: UInt32)?,
        into facts: inout FactEncoder
    ) {
        if !structure.isEmpty { structure.withUnsafeBytes { exif.load(tiff: $0) } }
        if !packet.isEmpty { packet.withUnsafeBytes { blocks.append(packet: $0) } }
        exif.write(into: &facts)
        blocks.write(into: &facts)
        finish(size?.width, size?.height, into: &facts)
    }

    // MARK: Sidecars

    private func readSidecar(_ job: FactsRequest, _ descriptor: Int32, into facts: inout FactEncoder)
        throws(UnreadableFile)
    {
        let file = try MappedFile(descriptor, size: job.size)
        let packet = XMPPacket(UnsafeRawBufferPointer(rebasing: file.bytes.prefix(Self.longestSidecar)))
        guard packet.isXMP else { throw UnreadableFile(reason: .notThisFormat) }
        XMPFacts.write(packet, into: &facts)
    }

    /// What is said of the photo stands before what fills sidecars: masks and brush strokes.
    private static let longestSidecar = 16 << 20

    // MARK: All others

    private mutating func readMapped(_ job: FactsRequest, _ descriptor: Int32, into facts: inout FactEncoder)
        throws(UnreadableFile)
    {
        let file = try MappedFile(descriptor, size: job.size)
        if let directories = TIFFDirectories(file.bytes), directories.isBig {
            return writeBigTIFF(directories, into: &facts)
        }
        do throws(UnreadableFile) {
            write(try ImageMetadata(file.bytes), into: &facts)
        } catch {
            guard salvage(file.bytes, into: &facts) else { throw error }
        }
    }

    private func write(_ metadata: borrowing ImageMetadata, into facts: inout FactEncoder) {
        ExifFacts.write(metadata, into: &facts)
        metadata.packet { XMPFacts.write($0, into: &facts) }
        IPTCFacts.write(metadata, into: &facts)
        IPTCFacts.write(digest: metadata.isIPTCDigestCurrent, into: &facts)
        ExifFacts.writeRating(metadata, into: &facts)
        if let size = metadata.pixelSize ?? ExifFacts.pixelSize(metadata) {
            facts.append(pixelWidth: size.0, pixelHeight: size.1)
        }
    }

    /// exiv2 does not know BigTIFF.
    private mutating func writeBigTIFF(
        _ directories: TIFFDirectories,
        into facts: inout FactEncoder
    ) {
        exif.load(tiff: directories.bytes)
        let main = directories.main
        func value(_ tag: TIFFTag) -> TIFFDirectories.Entry? { main.first { $0.tag == tag.rawValue } }
        func bytes(_ tag: TIFFTag) -> UnsafeRawBufferPointer? {
            value(tag).map { UnsafeRawBufferPointer(rebasing: directories.bytes[$0.value]) }
        }
        if let packet = bytes(.packet) { blocks.append(packet: packet) }
        if let resources = bytes(.photoshop) { blocks.append(photoshop: resources) }
        if let datasets = bytes(.iptc) { blocks.append(iptc: datasets) }
        exif.write(into: &facts)
        blocks.write(into: &facts)
        let width = value(.width).flatMap(directories.number).flatMap { UInt32(exactly: $0) }
        let height = value(.height).flatMap(directories.number).flatMap { UInt32(exactly: $0) }
        finish(width, height, into: &facts)
    }

    private enum TIFFTag: UInt16 {
        case width = 0x0100
        case height = 0x0101
        case packet = 0x02BC
        case iptc = 0x83BB
        case photoshop = 0x8649
    }

    /// Returns whether anything was found.
    private mutating func salvage(
        _ bytes: UnsafeRawBufferPointer,
        into facts: inout FactEncoder
    ) -> Bool {
        let wreck = Salvage(bytes)
        if let block = wreck.exif { exif.load(tiff: block) }
        if let packet = wreck.packet { blocks.append(packet: packet) }
        exif.write(into: &facts)
        blocks.write(into: &facts)
        guard !facts.isEmpty else { return false }
        finish(nil, nil, into: &facts)
        return true
    }
}
