import SidecarText

/// Has an EXIF block say what is said of a photo (CIPA DC-008; Metadata Working Group guidelines 2.0, §5).
struct ExifEditor {
    private enum Tag {
        static let description: UInt16 = 0x010E
        static let rating: UInt16 = 0x4746
        static let ratingPercent: UInt16 = 0x4749
        static let exif: UInt16 = 0x8769
        static let position: UInt16 = 0x8825
        static let version: UInt16 = 0x9000
        static let originalDate: UInt16 = 0x9003
        static let originalOffset: UInt16 = 0x9011
        static let originalFraction: UInt16 = 0x9291
        static let windowsTitle: UInt16 = 0x9C9B
        static let windowsKeywords: UInt16 = 0x9C9E
    }

    private enum GPSTag {
        static let version: UInt16 = 0
        static let latitudeReference: UInt16 = 1
        static let latitude: UInt16 = 2
        static let longitudeReference: UInt16 = 3
        static let longitude: UInt16 = 4
        static let altitudeReference: UInt16 = 5
        static let altitude: UInt16 = 6
        static let method: UInt16 = 0x1B
    }

    /// Stored pixels of an image whose EXIF has to say them; `nil` where nobody asks.
    let size: (width: UInt32, height: UInt32)?
    private let isNew: Bool
    private var block: TIFFBlock
    private var image: TIFFDirectory
    private var exif: TIFFDirectory
    private var position: TIFFDirectory
    /// The second one: that of the thumbnail, or of another page.
    private var next = TIFFDirectory()
    /// What EXIF and position that a thumbnail has of its own say and the image's do not, by the tags that lead there.
    private var thumbnailTags: [UInt16: [UInt16]] = [:]

    /// - Parameter old: `nil` where there is none.
    init(_ old: TIFFBlock?, size: (width: UInt32, height: UInt32)?) throws(ImageEditingError) {
        self.size = size
        isNew = old == nil
        block = old ?? TIFFBlock()
        image = try block.directory(at: block.start)
        exif = try Self.directory(Tag.exif, image, &block)
        position = try Self.directory(Tag.position, image, &block)
        guard image.next != 0 else { return }
        next = try block.directory(at: Int(image.next))
        // Another page of a TIFF is an image of its own.
        guard !block.isFile else { return }
        for (pointer, known) in [(Tag.exif, exif), (Tag.position, position)] {
            // What cannot be read says nothing.
            let own = (try? Self.directory(pointer, next, &block))?.entries.map(\.tag) ?? []
            thumbnailTags[pointer] = own.filter { known[$0] == nil }
        }
    }

    private static func directory(
        _ tag: UInt16,
        _ image: TIFFDirectory,
        _ block: inout TIFFBlock
    ) throws(ImageEditingError) -> TIFFDirectory {
        guard let entry = image[tag] else { return TIFFDirectory() }
        return try block.directory(at: try block.pointer(entry))
    }

    mutating func say(_ values: SidecarValues) throws(ImageEditingError) {
        if let date = values.date { try say(date) }
        if let place = values.place { try say(place) }
        if let description = values.description {
            try block.set(Tag.description, description.value.map { .text($0) }, in: &image)
        }
        if let title = values.title { try rewrite(Tag.windowsTitle, title.value.map(Self.windowsText)) }
        if let rating = values.rating { try say(rating) }
        if let keywords = values.keywords {
            try rewrite(Tag.windowsKeywords, keywords.value.flatMap(Self.windowsKeywords))
        }
    }

    /// An entry of the first directory, and what it says.
    func value(_ tag: UInt16) throws(ImageEditingError) -> (type: UInt16, bytes: ArraySlice<UInt8>)? {
        guard let entry = image[tag] else { return nil }
        // Which of two counts nobody knows.
        guard image.entries.count(where: { $0.tag == tag }) == 1, let bytes = try block.value(of: entry)
        else {
            throw .unreadableMetadata
        }
        return (entry.type, bytes)
    }

    /// Has the first directory say something else.
    mutating func set(_ tag: UInt16, _ value: TIFFValue) throws(ImageEditingError) {
        try block.set(tag, value, in: &image)
    }

    /// The block with all that; `nil` where it says it already.
    mutating func finished() throws(ImageEditingError) -> TIFFBlock? {
        guard image.isChanged || exif.isChanged || position.isChanged else { return nil }
        if isNew || exif.isChanged && exif.place == nil { try complete() }
        try store(exif, as: Tag.exif)
        try store(position, as: Tag.position)
        if next.isChanged { _ = try block.store(next) }
        let start = try block.store(image)
        if start != block.start {
            try block.begin(with: start)
            // exiftool takes what is left behind the first directory for the room that the next one has.
            block.extend(to: start + 2 + next.entries.count * 12 + 4)
        }
        return block
    }

    private mutating func store(_ directory: TIFFDirectory, as tag: UInt16) throws(ImageEditingError) {
        guard directory.isChanged else { return }
        guard let place = UInt32(exactly: try block.store(directory)) else { throw .noRoom }
        // exiftool believes a thumbnail that has them of its own, as Olympus' do: both lead to the same then.
        if let own = thumbnailTags[tag], next[tag] != nil {
            guard own.allSatisfy({ directory[$0] != nil }) else { throw .unreadableMetadata }
            try block.set(tag, .long(place), in: &next)
        }
        if let entry = image[tag], try block.pointer(entry) == Int(place) { return }
        try block.set(tag, .long(place), in: &image)
    }

    // MARK: Properties

    /// EXIF has no date without a time: what is known to the day or less XMP says, and EXIF has none then.
    private mutating func say(_ date: Setting<String>) throws(ImageEditingError) {
        let parts = try date.value.map { text throws(ImageEditingError) in try DateParts(text) }
        try block.set(Tag.originalDate, parts?.exif.map { .text($0) }, in: &exif)
        try block.set(Tag.originalFraction, parts?.fraction.map { .text($0) }, in: &exif)
        try block.set(Tag.originalOffset, parts?.offset.map { .text($0) }, in: &exif)
        // TIFF/EP has it there.
        try rewrite(Tag.originalDate, parts?.exif.map { .text($0) })
        // Offsets came with version 2.31.
        guard parts?.offset != nil, let entry = exif[Tag.version],
            let version = try block.value(of: entry),
            version.lexicographicallyPrecedes("0231".utf8)
        else { return }
        try block.set(Tag.version, .undefined(Array("0231".utf8)), in: &exif)
    }

    private mutating func say(_ place: Setting<SidecarValues.Place>) throws(ImageEditingError) {
        let value = place.value
        let latitude = value.map { DegreeParts($0.latitude) }
        let longitude = value.map { DegreeParts($0.longitude) }
        let altitude = try value?.altitude.map { metres throws(ImageEditingError) in try AltitudeParts(metres)
        }
        try block.set(GPSTag.latitude, latitude.map { .fractions($0.fractions) }, in: &position)
        try block.set(
            GPSTag.latitudeReference,
            latitude.map { .text($0.isNegative ? "S" : "N") },
            in: &position
        )
        try block.set(GPSTag.longitude, longitude.map { .fractions($0.fractions) }, in: &position)
        try block.set(
            GPSTag.longitudeReference,
            longitude.map { .text($0.isNegative ? "W" : "E") },
            in: &position
        )
        try block.set(GPSTag.altitude, altitude.map { .fractions([$0.fraction]) }, in: &position)
        try block.set(
            GPSTag.altitudeReference,
            altitude.map { .bytes([$0.isNegative ? 1 : 0]) },
            in: &position
        )
        if value != nil, position[GPSTag.version] == nil {
            try block.set(GPSTag.version, .bytes([2, 3, 0, 0]), in: &position)
            // exiftool asks a TIFF for how the place is known: somebody has said it.
            if block.isFile, position.place == nil {
                let method = Array("ASCII\0\0\0MANUAL".utf8)
                try block.set(GPSTag.method, .undefined(method), in: &position)
            }
        }
    }

    /// Windows' own, which do not know rejected photos.
    private mutating func say(_ rating: Setting<Int>) throws(ImageEditingError) {
        let stars = rating.value.flatMap { (0...5).contains($0) ? $0 : nil }
        try rewrite(Tag.rating, stars.map { .short(UInt16($0)) })
        try rewrite(Tag.ratingPercent, stars.map { .short([0, 1, 25, 50, 75, 99][$0]) })
    }

    /// Sets what is there already, and nothing else.
    private mutating func rewrite(_ tag: UInt16, _ value: TIFFValue?) throws(ImageEditingError) {
        if image[tag] != nil { try block.set(tag, value, in: &image) }
    }

    /// With a semicolon between them. `nil` where one has a semicolon and would be two: XMP says them, which Windows asks first.
    private static func windowsKeywords(_ keywords: [String]) -> TIFFValue? {
        keywords.contains { $0.contains(";") } ? nil : windowsText(keywords.joined(separator: ";"))
    }

    /// UTF-16, the lower byte first, with a NUL.
    private static func windowsText(_ text: String) -> TIFFValue {
        .bytes((Array(text.utf16) + [0]).flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] })
    }

    /// What EXIF has to say beside anything else where it is new (CIPA DC-008 §4.6.9).
    private mutating func complete() throws(ImageEditingError) {
        // How large a TIFF is and how its colours are stored its first directory says.
        if block.isFile {
            try block.set(Tag.version, .undefined(Array("0232".utf8)), in: &exif)
            try block.set(0xA000, .undefined(Array("0100".utf8)), in: &exif)
            return try block.set(0xA001, .short(0xFFFF), in: &exif)
        }
        guard let size else { return }
        if image[0x011A] == nil, image[0x011B] == nil {
            try block.set(0x011A, .fractions([(72, 1)]), in: &image)
            try block.set(0x011B, .fractions([(72, 1)]), in: &image)
            // Inches.
            try block.set(0x0128, .short(2), in: &image)
        }
        // Centred, as JFIF has it.
        if image[0x0213] == nil { try block.set(0x0213, .short(1), in: &image) }
        try block.set(Tag.version, .undefined(Array("0232".utf8)), in: &exif)
        try block.set(0x9101, .undefined([1, 2, 3, 0]), in: &exif)
        try block.set(0xA000, .undefined(Array("0100".utf8)), in: &exif)
        // Not known.
        try block.set(0xA001, .short(0xFFFF), in: &exif)
        try block.set(0xA002, .long(size.width), in: &exif)
        try block.set(0xA003, .long(size.height), in: &exif)
    }
}

extension Setting {
    /// `nil` where there is to be none.
    var value: Value? { if case .set(let value) = self { value } else { nil } }
}
