import PhotoModel
import WorkerBox

/// What the chunks of a PNG file say (W3C, Portable Network Graphics, third edition, §11). Tolerant, where exiv2 is not:
/// a damaged image still has its date.
struct PNGLayout {
    private(set) var width: UInt32?
    private(set) var height: UInt32?
    /// `tIME` as `2016:09:12 12:34:56`.
    private(set) var modified: [UInt8] = []
    /// Texts of the keywords `Creation Time` and `Description`, as UTF-8.
    private(set) var creationTime: [UInt8] = []
    private(set) var description: [UInt8] = []
    /// Something is in ImageMagick's hexadecimal form, which a library has to read.
    private(set) var needsLibrary = false
    private(set) var hasExifBeforeImage = false
    private var hasImage = false
    /// What did not fit into a window onto the file, one of each kind: `readLong` reads it.
    private var long: [Meaning: Chunk] = [:]

    var hasLong: Bool { !long.isEmpty }

    /// What is found on the way, valid during the call.
    enum Block {
        /// A TIFF structure.
        case exif
        /// An XMP packet.
        case xmp
    }

    private static let signatureLength: Int64 = 8
    /// Length (4), type (4), and a checksum (4) behind the data.
    private static let headerLength: Int64 = 8
    private static let checksumLength: Int64 = 4

    /// - Throws: `notThisFormat` for what does not begin like a PNG, `truncated` where the file ends before its image is
    ///   described, `damaged` where the first chunk is none.
    init(reading head: inout FileHead, found: (Block, UnsafeRawBufferPointer) -> Void)
        throws(UnreadableFile)
    {
        guard let signature = try head.bytes(at: 0, 8) else {
            throw UnreadableFile(reason: head.size < 8 ? .notThisFormat : .truncated)
        }
        guard signature.elementsEqual([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else {
            throw UnreadableFile(reason: .notThisFormat)
        }
        var position = Self.signatureLength
        while let header = try head.bytes(at: position, Int(Self.headerLength)) {
            let length = Self.long(header, 0)
            let type = Self.long(header, 4)
            guard Self.isType(header) else { break }
            position += Self.headerLength
            if type == Self.end { break }
            try read(type, at: position, Int(length), &head, found)
            position += Int64(length) + Self.checksumLength
        }
        guard width != nil else {
            throw UnreadableFile(reason: position >= head.size ? .truncated : .damaged)
        }
    }

    // MARK: Chunks

    private static let header = type("IHDR")
    private static let end = type("IEND")
    private static let time = type("tIME")
    private static let text = type("tEXt")
    private static let compressedText = type("zTXt")
    private static let internationalText = type("iTXt")
    private static let exif = type("eXIf")
    private static let image = type("IDAT")

    private mutating func read(
        _ type: UInt32,
        at position: Int64,
        _ length: Int,
        _ head: inout FileHead,
        _ found: (Block, UnsafeRawBufferPointer) -> Void
    ) throws(UnreadableFile) {
        switch type {
        case Self.header:
            guard width == nil, let data = try head.bytes(at: position, 8) else { return }
            width = Self.long(data, 0)
            height = Self.long(data, 4)
        case Self.time:
            guard length == 7, let data = try head.bytes(at: position, 7) else { return }
            modified = Self.timeText(data)
        case Self.image: hasImage = true
        case Self.exif:
            hasExifBeforeImage = hasExifBeforeImage || !hasImage
            guard length <= Self.longestBlock else {
                postpone(.exif, Chunk(position: position, length: length))
                return
            }
            guard let data = try head.bytes(at: position, length) else { return }
            found(.exif, UnsafeRawBufferPointer(data))
        case Self.text, Self.compressedText, Self.internationalText:
            try readText(type, at: position, length, &head, found)
        default: return
        }
    }

    /// A segment of a JPEG file has no more room either.
    private static let longestBlock = 65_000
    private static let longestKeyword = 80

    private mutating func readText(
        _ type: UInt32,
        at position: Int64,
        _ length: Int,
        _ head: inout FileHead,
        _ found: (Block, UnsafeRawBufferPointer) -> Void
    ) throws(UnreadableFile) {
        guard let begin = try head.bytes(at: position, min(length, Self.longestKeyword)) else { return }
        let keyword = Array(begin.prefix { $0 != 0 })
        if keyword.starts(with: "Raw profile type".utf8) { needsLibrary = true }
        guard let meaning = Self.keywords.first(where: { keyword.elementsEqual($0.0.utf8) })?.1 else {
            return
        }
        let form = Self.form(of: type)
        let place = Chunk(position: position, length: length, keywordLength: keyword.count, form: form)
        guard length <= Self.longestBlock else {
            postpone(meaning, place)
            return
        }
        guard let chunk = try head.bytes(at: position, length) else { return }
        let text = PNGText(
            UnsafeRawBufferPointer(chunk),
            keywordLength: keyword.count,
            form,
            limit: Self.longestBlock
        )
        // What cannot be had may be longer than it looks, once it is no longer compressed.
        guard let text else { return postpone(meaning, place) }
        take(meaning, text.value, found)
    }

    private mutating func take(
        _ meaning: Meaning,
        _ value: [UInt8],
        _ found: (Block, UnsafeRawBufferPointer) -> Void
    ) {
        switch meaning {
        case .exif: value.withUnsafeBytes { found(.exif, $0) }
        case .xmp: value.withUnsafeBytes { found(.xmp, $0) }
        case .segment:
            // The segment's EXIF is the library's, which does not know that a segment may be XMP.
            let segment = PNGProfile.bytes(of: value)
            let header = JPEGLayout.Segment.xmp.header
            guard header.withUTF8Buffer({ segment.starts(with: $0) }) else { return }
            segment.dropFirst(header.utf8CodeUnitCount).withUnsafeBytes { found(.xmp, $0) }
        case .creationTime: if creationTime.isEmpty { creationTime = value }
        case .description: if description.isEmpty { description = value }
        }
    }

    private enum Meaning {
        /// A JPEG's segment of EXIF or XMP.
        case segment
        case exif, xmp, creationTime, description
    }

    // MARK: Long chunks

    private struct Chunk {
        let position: Int64
        let length: Int
        var keywordLength = 0
        var form = PNGText.Form.plain
    }

    /// No EXIF block and no text of a photo is longer.
    private static let longestText = 4 << 20

    private mutating func postpone(_ meaning: Meaning, _ chunk: Chunk) {
        if long[meaning] == nil { long[meaning] = chunk }
    }

    /// Reads what was too long, out of the whole file.
    mutating func readLong(in file: UnsafeRawBufferPointer, found: (Block, UnsafeRawBufferPointer) -> Void) {
        for (meaning, chunk) in long {
            guard chunk.position <= file.count else { continue }
            let rest = file.dropFirst(Int(chunk.position)).prefix(chunk.length)
            let bytes = UnsafeRawBufferPointer(rebasing: rest)
            if meaning == .exif {
                found(.exif, bytes)
                continue
            }
            let text = PNGText(
                bytes,
                keywordLength: chunk.keywordLength,
                chunk.form,
                limit: Self.longestText
            )
            if let text { take(meaning, text.value, found) }
        }
        long = [:]
    }

    /// The specification's keywords, one that programs with ImageMagick's library write without its blank, and one of its own.
    private static let keywords: [(String, Meaning)] = [
        ("XML:com.adobe.xmp", .xmp), ("Creation Time", .creationTime), ("CreationTime", .creationTime),
        ("Description", .description), ("Raw profile type APP1", .segment),
    ]

    private static func form(of type: UInt32) -> PNGText.Form {
        switch type {
        case text: .plain
        case compressedText: .compressed
        default: .international
        }
    }

    // MARK: Values

    private static func timeText(_ data: UnsafeMutableRawBufferPointer) -> [UInt8] {
        var text: [UInt8] = []
        func append(_ value: Int, digits: Int) {
            var unit = digits == 4 ? 1000 : 10
            while unit > 0 {
                text.append(UInt8(ascii: "0") + UInt8(value / unit % 10))
                unit /= 10
            }
        }
        append(min(Int(data[0]) << 8 | Int(data[1]), 9999), digits: 4)
        for (index, separator) in [":", ":", " ", ":", ":"].enumerated() {
            text += Array(separator.utf8)
            append(Int(min(data[2 + index], 99)), digits: 2)
        }
        return text
    }

    private static func long(_ bytes: UnsafeMutableRawBufferPointer, _ index: Int) -> UInt32 {
        (0..<4).reduce(0) { $0 << 8 | UInt32(bytes[index + $1]) }
    }

    private static func type(_ text: StaticString) -> UInt32 {
        text.withUTF8Buffer { $0.reduce(0) { $0 << 8 | UInt32($1) } }
    }

    /// Chunk types are four letters.
    private static func isType(_ header: UnsafeMutableRawBufferPointer) -> Bool {
        header[4..<8].allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0 & ~0x20) }
    }
}
