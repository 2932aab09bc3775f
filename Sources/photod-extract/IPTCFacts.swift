import ExtractionWire

/// Adds what IPTC-IIM datasets say to a reply.
enum IPTCFacts {
    static func write(_ datasets: IPTCDatasets, into reply: inout ReplyEncoder) {
        datasets.date.withUnsafeBytes { reply.append(.iptcDate, text: $0) }
        if reply.has(.iptcDate) {
            datasets.time.withUnsafeBytes { reply.append(.iptcTime, text: $0) }
        }
        datasets.caption.withUnsafeBytes { reply.append(.iptcCaption, text: $0.withoutPadding) }
    }

    /// As exiv2 found them.
    static func write(_ metadata: borrowing ImageMetadata, into reply: inout ReplyEncoder) {
        metadata.text("Iptc.Application2.DateCreated") { reply.append(.iptcDate, text: $0) }
        if reply.has(.iptcDate) {
            metadata.text("Iptc.Application2.TimeCreated") { reply.append(.iptcTime, text: $0) }
        }
        metadata.bytes("Iptc.Application2.Caption") { reply.append(.iptcCaption, text: $0.withoutPadding) }
    }

    /// Whether the IPTC data is what Photoshop, or another program that keeps its digest, last wrote; nothing where
    /// nothing was taken from it.
    static func write(digest isCurrent: Bool?, into reply: inout ReplyEncoder) {
        guard reply.has(.iptcCaption) || reply.has(.iptcDate) else { return }
        if let isCurrent { reply.append(.iptcDigest, byte: isCurrent ? 1 : 0) }
    }
}
