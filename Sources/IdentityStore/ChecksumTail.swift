import JSON

/// How a document the daemon wrote ends: `,"checksum":"xxh3:<32 digits>"}` and a line end. The checksum is
/// XXH3-128 of every byte before the tail.
enum ChecksumTail {
    private static let opening: StaticString = ",\"checksum\":\"xxh3:"
    private static let closing: StaticString = "\"}\n"

    static func append(_ hash: DocumentHash, to bytes: inout [UInt8]) {
        bytes.append(literal: opening)
        hash.appendText(to: &bytes)
        bytes.append(literal: closing)
    }

    /// Whether `document` is, to the byte, what the daemon wrote. Anything else was edited, were it only by a
    /// program that spaced it out anew.
    static func matches(_ document: [UInt8]) -> Bool {
        let count = opening.utf8CodeUnitCount + 32 + closing.utf8CodeUnitCount
        guard document.count > count else { return false }
        let content = document.count - count
        let hash = document.withUnsafeBytes { DocumentHash(of: .init(rebasing: $0[..<content])) }
        var expected: [UInt8] = []
        append(hash, to: &expected)
        return document[content...].elementsEqual(expected)
    }
}
