import ExtractionWire

/// Adds what IPTC-IIM datasets say.
enum IPTCFacts {
    static func write(_ datasets: IPTCDatasets, into facts: inout FactEncoder) {
        datasets.date.withUnsafeBytes { facts.append(.iptcDate, text: $0) }
        if facts.has(.iptcDate) {
            datasets.time.withUnsafeBytes { facts.append(.iptcTime, text: $0) }
        }
        datasets.caption.withUnsafeBytes { facts.append(.iptcCaption, text: $0.withoutPadding) }
        datasets.title.withUnsafeBytes { facts.append(.title, text: $0.withoutPadding) }
        datasets.keywords.withUnsafeBytes { facts.append(.keywords, list: $0) }
    }

    /// As exiv2 found them.
    static func write(_ metadata: borrowing ImageMetadata, into facts: inout FactEncoder) {
        metadata.text("Iptc.Application2.DateCreated") { facts.append(.iptcDate, text: $0) }
        if facts.has(.iptcDate) {
            metadata.text("Iptc.Application2.TimeCreated") { facts.append(.iptcTime, text: $0) }
        }
        metadata.bytes("Iptc.Application2.Caption") { facts.append(.iptcCaption, text: $0.withoutPadding) }
        metadata.bytes("Iptc.Application2.ObjectName") { facts.append(.title, text: $0.withoutPadding) }
        var keywords: [UInt8] = []
        metadata.texts("Iptc.Application2.Keywords") { IPTCDatasets.add($0, to: &keywords) }
        keywords.withUnsafeBytes { facts.append(.keywords, list: $0) }
    }

    /// Whether the IPTC data is what Photoshop, or another program that keeps its digest, last wrote; nothing where
    /// nothing was taken from it.
    static func write(digest isCurrent: Bool?, into facts: inout FactEncoder) {
        guard facts.has(.iptcCaption) || facts.has(.iptcDate) else { return }
        if let isCurrent { facts.append(.iptcDigest, byte: isCurrent ? 1 : 0) }
    }
}
