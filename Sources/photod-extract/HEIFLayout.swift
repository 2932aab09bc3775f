/// What the items of an HEIF file hold, HEIC and AVIF (ISO/IEC 23008-12, and 14496-12 §8.11 for the boxes): EXIF, XMP
/// and the displayed image's size. An item may lie in several pieces.
struct HEIFLayout {
    /// A TIFF structure; empty where there is none.
    private(set) var exif: [UInt8] = []
    private(set) var packet: [UInt8] = []
    private(set) var size: (width: UInt32, height: UInt32)?
    /// How the picture is turned for display, whatever EXIF says; `nil` where nothing says where pictures are.
    private(set) var orientation: Int?

    private let file: BigEndianBytes
    private var data: BigEndianBytes?
    private var exifItem: Int?
    private var packetItem: Int?

    /// Whether there is an item of EXIF, and nothing where it should lie.
    var isDamaged: Bool { exifItem != nil && exif.withUnsafeBytes { TIFFDirectories($0) == nil } }

    /// More than EXIF or XMP of any photo has.
    private static let lengthLimit = 16 << 20
    private static let pieceLimit = 1_024

    /// `nil` where there are neither items nor the tracks of a sequence.
    init?(_ bytes: UnsafeRawBufferPointer) {
        file = BigEndianBytes(bytes)
        guard let meta = file.box("meta")?.part(from: 4) else {
            guard file.box("moov") != nil else { return nil }
            return
        }
        data = meta.box("idat")
        if let list = meta.box("iinf") { readInformation(list) }
        if let places = meta.box("iloc") { readPlaces(places) }
        let primary = meta.box("pitm").flatMap { box in
            box.number(at: 4, length: box.number(at: 0, length: 1) == 0 ? 2 : 4)
        }
        if let sizes = meta.box("iprp").map(HEIFSizes.init) {
            size = sizes.size(of: primary)
            orientation = sizes.orientation(of: primary)
        }
    }

    // MARK: Which items

    private mutating func readInformation(_ list: BigEndianBytes) {
        let isShort = list.number(at: 0, length: 1) == 0
        guard let entries = list.part(from: isShort ? 6 : 8) else { return }
        entries.forEachBox { type, entry in
            guard type.has("infe", at: 0), let version = entry.number(at: 0, length: 1), version >= 2 else {
                return true
            }
            let width = version == 2 ? 2 : 4
            guard let item = entry.number(at: 4, length: width) else { return true }
            let start = 4 + width + 2
            if entry.has("Exif", at: start), exifItem == nil { exifItem = item }
            if entry.has("mime", at: start), packetItem == nil, Self.isXMP(entry, from: start + 4) {
                packetItem = item
            }
            return true
        }
    }

    /// Whether the content type behind the item's name says so.
    private static func isXMP(_ entry: BigEndianBytes, from start: Int) -> Bool {
        guard let rest = entry.part(from: start), let end = rest.bytes.firstIndex(of: 0) else { return false }
        return rest.has("application/rdf+xml", at: end + 1)
    }

    // MARK: Where they lie

    private mutating func readPlaces(_ box: BigEndianBytes) {
        guard let version = box.number(at: 0, length: 1), version <= 2,
            let sizes = box.number(at: 4, length: 2)
        else { return }
        let widths = Widths(
            offset: sizes >> 12,
            length: sizes >> 8 & 15,
            base: sizes >> 4 & 15,
            index: version == 0 ? 0 : sizes & 15
        )
        var cursor = Cursor(bytes: box, position: 6)
        guard let count = cursor.number(version < 2 ? 2 : 4) else { return }
        for _ in 0..<count {
            guard let item = cursor.number(version < 2 ? 2 : 4),
                let method = version == 0 ? 0 : cursor.number(2).map({ $0 & 15 }),
                cursor.number(2) != nil, let base = cursor.number(widths.base),
                let extents = cursor.number(2), extents <= Self.pieceLimit
            else { return }
            var pieces: [(start: Int, length: Int)] = []
            for _ in 0..<extents {
                guard cursor.number(widths.index) != nil, let start = cursor.number(widths.offset),
                    let length = cursor.number(widths.length)
                else { return }
                if item == exifItem || item == packetItem { pieces.append((start, length)) }
            }
            let isFirst = item == exifItem ? exif.isEmpty : packet.isEmpty
            if pieces.isEmpty || !isFirst { continue }
            let content = content(pieces, base: base, in: method == 0 ? file : method == 1 ? data : nil)
            if item == exifItem { exif = Self.structure(content) } else { packet = content }
        }
    }

    private struct Widths {
        let offset, length, base, index: Int
    }

    private struct Cursor {
        let bytes: BigEndianBytes
        var position: Int

        mutating func number(_ length: Int) -> Int? {
            defer { position += length }
            return bytes.number(at: position, length: length)
        }
    }

    private func content(
        _ pieces: [(start: Int, length: Int)],
        base: Int,
        in source: BigEndianBytes?
    ) -> [UInt8] {
        var content: [UInt8] = []
        for piece in pieces {
            let (start, isBeyond) = base.addingReportingOverflow(piece.start)
            guard !isBeyond, let source, start <= source.count else { break }
            // No length means up to the end; one that goes beyond is taken as far as the file goes.
            let rest = source.count - start
            let length = piece.length == 0 ? rest : min(piece.length, rest)
            guard let part = source.part(at: start, length: min(length, Self.lengthLimit - content.count))
            else { break }
            content.append(contentsOf: part.bytes)
        }
        return content
    }

    /// What stands behind the four bytes that say how far away it is (ISO/IEC 23008-12 §A.2.1).
    private static func structure(_ content: [UInt8]) -> [UInt8] {
        content.withUnsafeBytes { bytes in
            let item = BigEndianBytes(bytes)
            guard let distance = item.number(at: 0, length: 4), let found = item.part(from: 4 + distance)
            else {
                return item.part(from: 4).map { Array($0.bytes) } ?? []
            }
            return Array(found.bytes)
        }
    }
}
