import PhotoModel
import WorkerBox

/// The header of an AVI (RIFF), as far as libavformat does not understand it: of the dates that cameras write
/// into `IDIT` it knows two forms.
struct AVIHeader {
    /// The text of `IDIT`, by the camera's clock: `Mon Sep 12 12:34:56 2016`, `2016:09:12 12:34:56`. Without
    /// the line feed and the zeros that end it.
    private(set) var recorded: [UInt8]?

    private static let longestDate = 64
    /// Chunks of a level that are looked at. There are a handful before the pictures.
    private static let chunkLimit = 64
    /// `RIFF`, a length and `AVI `.
    private static let headerLength: Int64 = 12

    init(reading head: inout FileHead) throws(UnreadableFile) {
        let size = head.size
        try readChunks(&head, Self.headerLength..<max(size, Self.headerLength), areInList: false)
    }

    /// Chunks are a name, a length and so many bytes, filled up to an even number. Lists name their kind
    /// first.
    private mutating func readChunks(
        _ head: inout FileHead,
        _ range: Range<Int64>,
        areInList: Bool
    ) throws(UnreadableFile) {
        var position = range.lowerBound
        for _ in 0..<Self.chunkLimit where recorded == nil {
            guard range.upperBound - position >= 8, let chunk = try head.bytes(at: position, 8) else {
                return
            }
            let name = String(decoding: chunk[0..<4], as: UTF8.self)
            let length = chunk[4..<8].reversed().reduce(Int64(0)) { $0 << 8 | Int64($1) }
            let content = position + 8
            switch name {
            case "IDIT": try readDate(&head, content, length)
            case "LIST" where !areInList:
                guard let kind = try head.bytes(at: content, 4) else { return }
                // Behind the pictures lies nothing that would be worth the reads.
                if kind.elementsEqual("movi".utf8) { return }
                if kind.elementsEqual("hdrl".utf8) {
                    let end = min(content + length, range.upperBound)
                    try readChunks(&head, (content + 4)..<max(end, content + 4), areInList: true)
                }
            default: break
            }
            position = content + length + length % 2
        }
    }

    private mutating func readDate(
        _ head: inout FileHead,
        _ position: Int64,
        _ length: Int64
    ) throws(UnreadableFile) {
        guard (1...Int64(Self.longestDate)).contains(length),
            let bytes = try head.bytes(at: position, Int(length))
        else { return }
        var text = Array(bytes.prefix { $0 != 0 })
        while let last = text.last, last <= UInt8(ascii: " ") { text.removeLast() }
        if !text.isEmpty { recorded = text }
    }
}
