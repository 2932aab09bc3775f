import PhotoModel
import WorkerBox

/// What is read out of the boxes of a movie (ISO 14496-12 §4.2) by hand, because libavformat passes it over.
struct MovieBoxes {
    /// `date` in the movie's user data: phones write it with an offset, `2020-11-20T15:04:02+0100`.
    private(set) var date: [UInt8]?
    /// Texts of the movie's user data.
    private(set) var texts = MovieTexts()
    /// The place in a phone's user data, which libavformat rounds.
    private(set) var location: LocationInformation?
    /// The XML of Sony's cameras.
    private(set) var sony = NonRealTimeMetadata()
    /// Stored pixels of the first track of pictures. For some codecs libavformat leaves them to the decoder.
    private(set) var pixelSize: (width: UInt32, height: UInt32)?

    /// Whether the track being read is one.
    private var isPictureTrack = false

    private static let longestDate = 64
    private static let longestXML = 65_000
    private static let longestText = 65_000
    /// Boxes of a level that are looked at. A movie in fragments has thousands, and what is looked for comes
    /// before.
    private static let boxLimit = 128

    /// Of a file that is no movie.
    init() {}

    init(reading head: inout FileHead) throws(UnreadableFile) {
        let size = head.size
        try readLevel(&head, 0..<size, at: .file)
    }

    /// No level lies in itself, so boxes in boxes without end lead nowhere.
    private enum Level {
        case file
        case movie
        case track
        case media
        case mediaInformation
        case sampleTable
        case userData
        case metadata
        case itemList
    }

    private mutating func readLevel(
        _ head: inout FileHead,
        _ range: Range<Int64>,
        at level: Level
    ) throws(UnreadableFile) {
        var position = range.lowerBound
        for _ in 0..<Self.boxLimit {
            guard let box = try Self.box(&head, position, end: range.upperBound) else { return }
            try read(&head, box, at: level)
            position = box.content.upperBound
        }
    }

    private mutating func read(_ head: inout FileHead, _ box: Box, at level: Level) throws(UnreadableFile) {
        switch (level, box.type) {
        case (.file, "moov"): try readLevel(&head, box.content, at: .movie)
        case (.movie, "trak"):
            isPictureTrack = false
            try readLevel(&head, box.content, at: .track)
        case (.track, "tkhd"): try readTrackHeader(&head, box.content)
        // Where the size is not to be had, a track is not worth the reads.
        case (.track, "mdia") where isPictureTrack && pixelSize == nil:
            try readLevel(&head, box.content, at: .media)
        case (.media, "minf"): try readLevel(&head, box.content, at: .mediaInformation)
        case (.mediaInformation, "stbl"): try readLevel(&head, box.content, at: .sampleTable)
        case (.sampleTable, "stsd"): try readSampleDescription(&head, box.content)
        case (.movie, "udta"): try readLevel(&head, box.content, at: .userData)
        case (.file, "meta"), (.movie, "meta"), (.userData, "meta"):
            // A version and flags come first, but not in QuickTime's.
            guard box.content.count > 4 else { break }
            try readLevel(&head, box.content.dropFirst(4), at: .metadata)
        case (.metadata, "ilst"): try readLevel(&head, box.content, at: .itemList)
        case (.userData, _), (.metadata, "xml "), (.itemList, _): try readValue(&head, box, at: level)
        default: break
        }
    }

    private mutating func readValue(
        _ head: inout FileHead,
        _ box: Box,
        at level: Level
    ) throws(UnreadableFile) {
        switch (level, box.type) {
        case (.userData, "date"): date = try Self.content(&head, box, upTo: Self.longestDate)
        case (.userData, "loci"):
            location = try Self.content(&head, box, upTo: Self.longestText).flatMap(LocationInformation.init)
        case (.userData, let type) where MovieTexts.userDataTypes.contains(type):
            guard let content = try Self.content(&head, box, upTo: Self.longestText) else { break }
            texts.addUserData(type, content)
        case (.itemList, let type) where MovieTexts.itemTypes.contains(type):
            guard let content = try Self.content(&head, box, upTo: Self.longestText) else { break }
            texts.addItem(type, content)
        case (.metadata, "xml "):
            guard let xml = try Self.content(&head, box, upTo: Self.longestXML) else { break }
            sony = NonRealTimeMetadata(xml)
        default: break
        }
    }

    /// A track header ends with the width and height of what is shown; those of sound are 0 (ISO 14496-12
    /// §8.3.2).
    private mutating func readTrackHeader(
        _ head: inout FileHead,
        _ content: Range<Int64>
    ) throws(UnreadableFile) {
        guard content.count >= 84, let bytes = try head.bytes(at: content.upperBound - 8, 8) else { return }
        isPictureTrack = bytes.contains { $0 != 0 }
    }

    /// The first entry, 8 bytes in, has the width 32 bytes on and then the height (§8.5.2, §12.1.3).
    private mutating func readSampleDescription(
        _ head: inout FileHead,
        _ content: Range<Int64>
    ) throws(UnreadableFile) {
        guard content.count >= 44, let bytes = try head.bytes(at: content.lowerBound + 40, 4)
        else { return }
        let width = UInt32(bytes[0]) << 8 | UInt32(bytes[1])
        let height = UInt32(bytes[2]) << 8 | UInt32(bytes[3])
        if width > 0, height > 0 { pixelSize = (width, height) }
    }

    private struct Box {
        /// Four signs of Latin-1: QuickTime's begin with ©.
        let type: String
        let content: Range<Int64>
    }

    /// The box at `position`; `nil` where none fits.
    private static func box(
        _ head: inout FileHead,
        _ position: Int64,
        end: Int64
    ) throws(UnreadableFile) -> Box? {
        guard end - position >= 8, let header = try head.bytes(at: position, 8) else { return nil }
        var length = header[0..<4].reduce(Int64(0)) { $0 << 8 | Int64($1) }
        var type = ""
        for byte in header[4..<8] { type.unicodeScalars.append(Unicode.Scalar(byte)) }
        var headerLength: Int64 = 8
        switch length {
        case 0: length = end - position
        case 1:
            guard end - position >= 16, let long = try head.bytes(at: position + 8, 8) else { return nil }
            headerLength = 16
            length = long.reduce(Int64(0)) { $0 << 8 | Int64($1) }
        default: break
        }
        guard length >= headerLength, length <= end - position else { return nil }
        return Box(type: type, content: (position + headerLength)..<(position + length))
    }

    private static func content(
        _ head: inout FileHead,
        _ box: Box,
        upTo limit: Int
    ) throws(UnreadableFile) -> [UInt8]? {
        let length = box.content.upperBound - box.content.lowerBound
        guard (1...Int64(limit)).contains(length) else { return nil }
        return try head.bytes(at: box.content.lowerBound, Int(length)).map { Array($0) }
    }
}
