import PhotoModel

/// A PNG file by its chunks, of which some are replaced (W3C, Portable Network Graphics, third edition, §5).
struct PNGFile {
    struct Chunk {
        let type: [UInt8]
        /// With length, type and checksum.
        let range: Range<Int>
        let data: Range<Int>
    }

    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    let bytes: [UInt8]
    private(set) var chunks: [Chunk] = []
    /// Stored pixels.
    private(set) var size: (width: UInt32, height: UInt32)?
    /// Where the image data begin: what comes before them is known to those who read no further.
    private let imageStart: Int
    private var replacements = Replacements()

    init(_ bytes: [UInt8]) throws(ImageEditingError) {
        guard bytes.starts(with: Self.signature) else { throw .notThisFormat }
        var imageStart: Int?
        var hasImage = false
        var position = Self.signature.count
        while true {
            guard position <= bytes.count - 12 else { throw .damaged }
            let length = Self.number(bytes, position)
            guard length <= bytes.count - position - 12 else { throw .damaged }
            let data = (position + 8)..<(position + 8 + length)
            let type = Array(bytes[(position + 4)..<(position + 8)])
            chunks.append(Chunk(type: type, range: position..<(data.upperBound + 4), data: data))
            if type == Array("IDAT".utf8) {
                hasImage = true
                imageStart = imageStart ?? position
            } else if type == Array("fcTL".utf8) {
                // Of an animation: says how the image data right behind it are shown, and some programs take that literally.
                imageStart = imageStart ?? position
            }
            position = data.upperBound + 4
            if type == Array("IEND".utf8) { break }
        }
        guard let imageStart, hasImage, let header = chunks.first, header.type == Array("IHDR".utf8),
            header.data.count >= 8
        else { throw .damaged }
        self.bytes = bytes
        self.imageStart = imageStart
        let start = header.data.lowerBound
        size = (UInt32(Self.number(bytes, start)), UInt32(Self.number(bytes, start + 4)))
    }

    private static func number(_ bytes: [UInt8], _ position: Int) -> Int {
        bytes[position..<(position + 4)].reduce(0) { $0 << 8 | Int($1) }
    }

    func chunks(_ type: StaticString) -> [Chunk] { chunks.filter { $0.type == type.bytes } }

    /// Texts of a keyword, in whatever form.
    func texts(_ keyword: StaticString) -> [Chunk] {
        chunks.filter { chunk in
            Self.textTypes.contains(chunk.type) && bytes[chunk.data].starts(with: keyword.bytes + [0])
        }
    }

    /// Whether there is a text whose keyword begins so.
    func hasText(beginning text: StaticString) -> Bool {
        chunks.contains { Self.textTypes.contains($0.type) && bytes[$0.data].starts(with: text.bytes) }
    }

    private static let textTypes = ["tEXt", "zTXt", "iTXt"].map { Array($0.utf8) }

    // MARK: Replacing

    /// Replaces a chunk, or adds one before the image data.
    mutating func replace(_ chunk: Chunk?, _ type: StaticString, with data: [UInt8]) throws(ImageEditingError)
    {
        guard let length = UInt32(exactly: data.count), length < 1 << 31 else { throw .noRoom }
        let content = type.bytes + data
        let new =
            TIFFValue.number(length, 4, true) + content + TIFFValue.number(PNGChecksum.of(content), 4, true)
        replacements.replace(chunk?.range ?? imageStart..<imageStart, with: new)
    }

    mutating func remove(_ chunk: Chunk) { replacements.replace(chunk.range, with: []) }

    /// `nil` where nothing was replaced.
    var replaced: [UInt8]? { replacements.isEmpty ? nil : replacements.applied(to: bytes) }
}
