import PhotoModel
import WorkerBox

/// What the chunks of a PNG file say (W3C, Portable Network Graphics, third edition, §11). Tolerant, where exiv2 is not:
/// a damaged image still has its date.
struct PNGLayout {
    private(set) var width: UInt32?
    private(set) var height: UInt32?
    /// `tIME` as `2016:09:12 12:34:56`.
    private(set) var modified: [UInt8] = []
    /// Texts of the keywords `Creation Time` and `Description`, as far as they are not compressed.
    private(set) var creationTime: [UInt8] = []
    private(set) var description: [UInt8] = []
    /// Something is compressed, or in ImageMagick's hexadecimal form, which a library has to read.
    private(set) var needsLibrary = false

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
    init(reading head: inout FileHead, found: (Block, UnsafeMutableRawBufferPointer) -> Void)
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

    private mutating func read(
        _ type: UInt32,
        at position: Int64,
        _ length: Int,
        _ head: inout FileHead,
        _ found: (Block, UnsafeMutableRawBufferPointer) -> Void
    ) throws(UnreadableFile) {
        switch type {
        case Self.header:
            guard width == nil, let data = try head.bytes(at: position, 8) else { return }
            width = Self.long(data, 0)
            height = Self.long(data, 4)
        case Self.time:
            guard length == 7, let data = try head.bytes(at: position, 7) else { return }
            modified = Self.timeText(data)
        case Self.exif:
            guard length <= Self.longestBlock, let data = try head.bytes(at: position, length) else { return }
            found(.exif, data)
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
        _ found: (Block, UnsafeMutableRawBufferPointer) -> Void
    ) throws(UnreadableFile) {
        guard let begin = try head.bytes(at: position, min(length, Self.longestKeyword)) else { return }
        let keyword = Array(begin.prefix { $0 != 0 })
        let isWanted = Self.keywords.contains { keyword.elementsEqual($0.utf8) }
        guard isWanted || keyword.starts(with: "Raw profile type".utf8) else { return }
        guard isWanted, type != Self.compressedText, length <= Self.longestBlock,
            let chunk = try head.bytes(at: position, length),
            let start = Self.textStart(chunk, keywordLength: keyword.count, isPlain: type == Self.text)
        else {
            needsLibrary = true
            return
        }
        let value = UnsafeMutableRawBufferPointer(rebasing: chunk[start...])
        if keyword.elementsEqual("XML:com.adobe.xmp".utf8) {
            found(.xmp, value)
        } else if keyword.elementsEqual("Creation Time".utf8) {
            if creationTime.isEmpty { creationTime = Array(value) }
        } else if description.isEmpty {
            // `tEXt` is Latin-1 by the specification, and UTF-8 from many programs.
            let isLatin = type == Self.text && String(validating: value, as: UTF8.self) == nil
            description =
                isLatin
                ? Array(String(String.UnicodeScalarView(value.map { Unicode.Scalar($0) })).utf8)
                : Array(value)
        }
    }

    private static let keywords = ["XML:com.adobe.xmp", "Creation Time", "Description"]

    /// Where the text begins; `nil` where it is compressed or the chunk ends before.
    private static func textStart(
        _ chunk: UnsafeMutableRawBufferPointer,
        keywordLength: Int,
        isPlain: Bool
    ) -> Int? {
        let behind = keywordLength + 1
        guard !isPlain else { return behind <= chunk.count ? behind : nil }
        // Compression flag and method, language and translated keyword with a NUL each.
        guard behind + 2 <= chunk.count, chunk[behind] == 0 else { return nil }
        var position = behind + 2
        for _ in 0..<2 {
            guard let end = chunk[position...].firstIndex(of: 0) else { return nil }
            position = end + 1
        }
        return position
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
