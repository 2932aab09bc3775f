import CGExiv2

/// Photoshop's image resource blocks: `8BIM`, a number, a name, and data (Adobe Photoshop File Formats Specification,
/// "Image Resources Section"). Asked for their IPTC block and whether the digest they hold is that block's; of a
/// document, whose metadata is all there, for EXIF and XMP too.
struct PhotoshopResources {
    private enum Number {
        static let iptc = 0x0404
        static let exif = 0x0422
        static let packet = 0x0424
        static let digest = 0x0425
    }

    /// Of resources that other programs add, whose numbers are their own.
    private static let otherSignatures = ["PHUT", "AgHg", "DCSR", "MeSa"]

    private(set) var iptc: [UInt8] = []
    /// A TIFF structure.
    private(set) var exif: [UInt8] = []
    private(set) var packet: [UInt8] = []
    private var digest: [UInt8] = []

    mutating func read(_ bytes: UnsafeRawBufferPointer) {
        var position = 0
        while position + 12 <= bytes.count {
            let signature = bytes[position..<(position + 4)]
            let isPhotoshops = signature.elementsEqual("8BIM".utf8)
            guard isPhotoshops || Self.otherSignatures.contains(where: { signature.elementsEqual($0.utf8) })
            else { return }
            let number = Int(bytes[position + 4]) << 8 | Int(bytes[position + 5])
            // The name's length byte and the name, filled up to an even count; data likewise.
            let nameLength = (Int(bytes[position + 6]) + 2) & ~1
            let sizeAt = position + 6 + nameLength
            guard sizeAt + 4 <= bytes.count else { return }
            let size = (0..<4).reduce(0) { $0 << 8 | Int(bytes[sizeAt + $1]) }
            let start = sizeAt + 4
            guard size <= bytes.count - start else { return }
            if isPhotoshops { take(number, Array(bytes[start..<(start + size)])) }
            position = start + (size + 1) & ~1
        }
    }

    private mutating func take(_ number: Int, _ data: @autoclosure () -> [UInt8]) {
        switch number {
        case Number.iptc: iptc += data()
        case Number.exif: exif = data()
        case Number.packet: packet = data()
        case Number.digest:
            let data = data()
            if data.count == 16 { digest = data }
        default: break
        }
    }

    /// `nil` where there is no digest, or nothing that it could be of.
    func isDigestCurrent(of block: UnsafeRawBufferPointer? = nil) -> Bool? {
        guard !digest.isEmpty else { return nil }
        if let block { return Self.digest(of: block) == digest }
        guard !iptc.isEmpty else { return nil }
        return iptc.withUnsafeBytes { Self.digest(of: $0) } == digest
    }

    /// MD5.
    static func digest(of bytes: UnsafeRawBufferPointer) -> [UInt8] {
        guard let text = photod_md5(bytes.baseAddress, bytes.count) else { return [] }
        defer { g_free(text) }
        let digits = UnsafeRawBufferPointer(start: text, count: strlen(text))
        func value(_ digit: UInt8) -> UInt8 { digit <= UInt8(ascii: "9") ? digit & 0x0F : digit - 87 }
        return stride(from: 0, to: digits.count & ~1, by: 2).map {
            value(digits[$0]) << 4 | value(digits[$0 + 1])
        }
    }
}
