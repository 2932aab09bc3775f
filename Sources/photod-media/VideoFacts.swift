import CAVFormat
import ExtractionWire
import VideoFiles

/// Makes facts of what a container says about itself.
struct VideoFacts: ~Copyable {
    private var texts: [(field: FactField, value: [UInt8])] = []
    private var numbers: [(field: FactField, value: Double)] = []
    private var pixelSize: (width: UInt32, height: UInt32)?
    private var orientation: Int?
    private var rating: Int?

    init(_ container: borrowing Container, _ extras: HeaderExtras) {
        let start = StreamStart(container)
        let source = Source(
            tags: container.tags,
            videoTags: MetadataTags(container.videoStream?.pointee.metadata),
            extras: extras,
            pack: start.pack
        )
        addDates(source)
        addDescriptions(source.tags, source.extras.boxes.texts)
        addCamera(source)
        addPosition(source)
        addStreams(container)
        pixelSize = pixelSize ?? start.pixelSize ?? extras.boxes.pixelSize
        rating = Self.rating(source.tags)
        add(.contentIdentifier, source.tags.text("com.apple.quicktime.content.identifier"))
        if let duration = container.duration { numbers.append((.duration, duration)) }
    }

    /// Adds the facts to a result that was begun, each once.
    borrowing func write(into facts: inout FactEncoder) {
        for (field, value) in texts {
            value.withUnsafeBytes { facts.append(field, text: $0) }
        }
        for (field, value) in numbers { facts.append(field, number: value) }
        if let pixelSize { facts.append(pixelWidth: pixelSize.width, pixelHeight: pixelSize.height) }
        if let orientation { facts.append(.orientation, byte: orientation) }
        if let rating { facts.append(.rating, byte: rating) }
    }

    /// The places that facts come from.
    private struct Source {
        let tags: MetadataTags
        let videoTags: MetadataTags
        let extras: HeaderExtras
        let pack: ModifiedDVPack?
    }

    private mutating func add(_ field: FactField, _ value: [UInt8]?) {
        if let value { texts.append((field, value)) }
    }

    // MARK: Dates

    private mutating func addDates(_ source: Source) {
        let (tags, videoTags) = (source.tags, source.videoTags)
        var candidates = VideoDates.Candidates()
        candidates.creation = tags.texts(["com.apple.quicktime.creationdate"])
        if let date = source.extras.boxes.sony.creationDate { candidates.creation.append(date) }
        // A movie without a date of its own may have tracks that do.
        candidates.creationTime = tags.texts(["creation_time"]) + videoTags.texts(["creation_time"])
        if let creation = source.extras.creation { candidates.creationTime.append(creation) }
        if let recorded = source.pack?.recorded { candidates.recorded.append(Array(recorded.utf8)) }
        candidates.cameraClock = source.extras.recorded
        // EXIF names, as some cameras write EXIF into AVI.
        candidates.recorded += videoTags.texts(["DateTimeOriginal", "DateTimeDigitized"])
        if let date = source.extras.boxes.date { candidates.recorded.append(date) }
        candidates.recorded += source.extras.boxes.texts.days + tags.texts(["DATE_RECORDED", "date"])
        let dates = VideoDates(candidates)
        add(.quickTimeCreation, dates.quickTimeCreation)
        add(.recorded, dates.recorded)
        add(.movieHeader, dates.movieHeader)
    }

    // MARK: Descriptions and camera

    private mutating func addDescriptions(_ tags: MetadataTags, _ texts: MovieTexts) {
        // A title names a video, which is less than to describe it, but more than nothing.
        add(
            .quickTimeDescription,
            tags.text("com.apple.quicktime.description") ?? texts.description
                ?? tags.text("description", "synopsis", "summary", "com.apple.quicktime.title")
                ?? texts.title ?? tags.text("title")
        )
        add(.title, tags.text("com.apple.quicktime.title") ?? texts.title ?? tags.text("title"))
        add(
            .quickTimeComment,
            tags.text("com.apple.quicktime.comment") ?? texts.comment ?? tags.text("comment")
        )
    }

    private mutating func addCamera(_ source: Source) {
        let (tags, videoTags, sony) = (source.tags, source.videoTags, source.extras.boxes.sony)
        add(
            .make,
            tags.text("com.apple.quicktime.make", "make", "com.android.manufacturer", "maker", "IMAK")
                ?? videoTags.text("Make") ?? sony.manufacturer ?? source.pack?.make.map { Array($0.utf8) }
        )
        add(
            .model,
            tags.text("com.apple.quicktime.model", "model", "com.android.model", "IMOD")
                ?? videoTags.text("Model") ?? sony.model ?? source.pack?.model.map { Array($0.utf8) }
        )
        add(
            .lens,
            tags.text("com.apple.quicktime.camera.lens_model", "lens_model")
                ?? videoTags.text("com.apple.quicktime.camera.lens_model", "LensModel")
        )
    }

    /// Stars, as photo programs give them.
    private static func rating(_ tags: MetadataTags) -> Int? {
        guard let text = tags.text("com.apple.quicktime.rating.user"),
            let stars = Double(String(decoding: text, as: UTF8.self)), (0...5).contains(stars)
        else { return nil }
        return Int(stars.rounded())
    }

    // MARK: Place

    private mutating func addPosition(_ source: Source) {
        let (tags, boxes) = (source.tags, source.extras.boxes)
        let exact =
            tags.texts(["com.apple.quicktime.location.ISO6709"]) + [boxes.texts.position].compactMap(\.self)
        if let position = exact.lazy.compactMap(ISO6709Position.init).first {
            addPosition(position.latitude, position.longitude, position.altitude)
        } else if let location = boxes.location {
            addPosition(location.latitude, location.longitude, location.altitude)
        } else if let position = tags.texts(["location", "location-eng"]).lazy
            .compactMap(ISO6709Position.init).first
        {
            addPosition(position.latitude, position.longitude, position.altitude)
        } else if let latitude = source.pack?.latitude, let longitude = source.pack?.longitude {
            addPosition(latitude, longitude, nil)
        }
    }

    private mutating func addPosition(_ latitude: Double, _ longitude: Double, _ altitude: Double?) {
        numbers.append((.latitude, latitude))
        numbers.append((.longitude, longitude))
        if let altitude { numbers.append((.altitude, altitude)) }
    }

    // MARK: Streams

    private mutating func addStreams(_ container: borrowing Container) {
        add(.audioCodec, Self.codecName(container.audioStream))
        guard let video = container.videoStream else { return }
        add(.videoCodec, Self.codecName(video))
        let parameters = video.pointee.codecpar.pointee
        if parameters.width > 0, parameters.height > 0 {
            pixelSize = (UInt32(parameters.width), UInt32(parameters.height))
        }
        orientation = container.orientation
    }

    /// `nil` where libavformat does not know what the stream is.
    private static func codecName(_ stream: UnsafeMutablePointer<AVStream>?) -> [UInt8]? {
        guard let codec = stream?.pointee.codecpar.pointee.codec_id, codec != AV_CODEC_ID_NONE else {
            return nil
        }
        return Array(String(cString: avcodec_get_name(codec)).utf8)
    }
}
