import ExtractionWire

/// Adds what an XMP packet says to a reply, wherever the packet was found.
enum XMPFacts {
    static func write(_ metadata: borrowing ImageMetadata, into reply: inout ReplyEncoder) {
        text("Xmp.exif.DateTimeOriginal", .xmpOriginal, metadata, into: &reply)
        text("Xmp.photoshop.DateCreated", .xmpCreated, metadata, into: &reply)
        // The guidelines (MWG 2.0 §5.3) pair EXIF's DateTimeDigitized with the first, older programs wrote the second.
        text("Xmp.xmp.CreateDate", .xmpDigitized, metadata, into: &reply)
        text("Xmp.exif.DateTimeDigitized", .xmpDigitized, metadata, into: &reply)
        text("Xmp.xmp.ModifyDate", .xmpModified, metadata, into: &reply)
        text("Xmp.tiff.DateTime", .xmpModified, metadata, into: &reply)
        writeDescription(metadata, into: &reply)
        text("Xmp.tiff.Make", .make, metadata, into: &reply)
        text("Xmp.tiff.Model", .model, metadata, into: &reply)
        text("Xmp.aux.Lens", .lens, metadata, into: &reply)
        writeMarks(metadata, into: &reply)
        writePosition(metadata, into: &reply)
    }

    private static func text(
        _ key: String,
        _ field: FactField,
        _ metadata: borrowing ImageMetadata,
        into reply: inout ReplyEncoder
    ) {
        guard !reply.has(field) else { return }
        metadata.text(key) { reply.append(field, text: $0) }
    }

    // MARK: Description

    /// `dc:description` is told in languages: the default one counts, else another. exiv2 prints the
    /// default one first, `lang="x-default" Beach, lang="de-DE" Strand`.
    private static func writeDescription(
        _ metadata: borrowing ImageMetadata,
        into reply: inout ReplyEncoder
    ) {
        metadata.text("Xmp.dc.description") { reply.append(.xmpDescription, text: $0.firstLanguage) }
    }

    // MARK: Marks

    private static func writeMarks(_ metadata: borrowing ImageMetadata, into reply: inout ReplyEncoder) {
        metadata.text("Xmp.xmp.Rating") { text in
            var scanner = NumberScanner(text)
            let isNegative = scanner.skip("-")
            guard let rating = scanner.decimal(), rating <= 5 else { return }
            reply.append(.rating, byte: Int(rating.rounded()) * (isNegative ? -1 : 1))
        }
        metadata.text("Xmp.digiKam.PickLabel") { text in
            var scanner = NumberScanner(text)
            if let label = scanner.whole(), label <= 3 { reply.append(.pickLabel, byte: Int(label)) }
        }
        metadata.text("Xmp.fstop.favorite") { text in
            switch text.first {
            case UInt8(ascii: "1"), UInt8(ascii: "T"), UInt8(ascii: "t"): reply.append(.favoriteMark, byte: 1)
            case UInt8(ascii: "0"), UInt8(ascii: "F"), UInt8(ascii: "f"): reply.append(.favoriteMark, byte: 0)
            default: break
            }
        }
        guard !reply.has(.orientation) else { return }
        metadata.text("Xmp.tiff.Orientation") { text in
            var scanner = NumberScanner(text)
            if let orientation = scanner.whole(), (1...8).contains(orientation) {
                reply.append(.orientation, byte: Int(orientation))
            }
        }
    }

    // MARK: Position

    /// Only as a whole: half of EXIF's and half of this make a place where nobody was.
    private static func writePosition(_ metadata: borrowing ImageMetadata, into reply: inout ReplyEncoder) {
        guard !reply.has(.latitude), !reply.has(.longitude) else { return }
        var latitude: Double?
        var longitude: Double?
        metadata.text("Xmp.exif.GPSLatitude") {
            latitude = GPSCoordinate.degrees(xmp: $0, positive: "N", negative: "S", limit: 90)
        }
        metadata.text("Xmp.exif.GPSLongitude") {
            longitude = GPSCoordinate.degrees(xmp: $0, positive: "E", negative: "W", limit: 180)
        }
        guard let latitude, let longitude else { return }
        reply.append(.latitude, number: latitude)
        reply.append(.longitude, number: longitude)
        guard !reply.has(.altitude) else { return }
        metadata.text("Xmp.exif.GPSAltitude") { text in
            var scanner = NumberScanner(text)
            guard let altitude = scanner.fraction(), altitude.denominator != 0 else { return }
            var metres = Double(altitude.numerator) / Double(altitude.denominator)
            metadata.text("Xmp.exif.GPSAltitudeRef") { if $0.first == UInt8(ascii: "1") { metres = -metres } }
            reply.append(.altitude, number: metres)
        }
    }
}

extension UnsafeRawBufferPointer {
    /// The first text of exiv2's `lang="…" text, lang="…" text`; all of it where no language is named.
    fileprivate var firstLanguage: UnsafeRawBufferPointer {
        let mark = Array("lang=\"".utf8)
        guard starts(with: mark), let quote = dropFirst(mark.count).firstIndex(of: UInt8(ascii: "\"")) else {
            return self
        }
        let start = Swift.min(quote + 2, count)
        let next = Array(", ".utf8) + mark
        var end = start
        while end < count, !self[end...].starts(with: next) { end += 1 }
        return UnsafeRawBufferPointer(rebasing: self[start..<end])
    }
}
