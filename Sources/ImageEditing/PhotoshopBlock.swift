import SidecarText

/// Photoshop's image resources that are written on (Adobe Photoshop File Formats Specification, "Image Resources Section"): their
/// IPTC block, and the digest that programs keep of it which write XMP as well (Metadata Working Group guidelines 2.0, §5).
struct PhotoshopBlock {
    private struct Resource {
        /// `nil` of what is not Photoshop's.
        let number: Int?
        /// With its signature, its number and its name.
        let head: [UInt8]
        var data: [UInt8]
    }

    private static let (iptcNumber, digestNumber) = (0x0404, 0x0425)
    private static let signature = Array("8BIM".utf8)
    /// Of resources that other programs add, whose numbers are their own.
    private static let otherSignatures = ["PHUT", "AgHg", "DCSR", "MeSa"].map { Array($0.utf8) }

    /// Whether what cannot be taken apart has an IPTC block all the same, which would go on saying what it said.
    static func seemsToHaveIPTC(_ bytes: ArraySlice<UInt8>) -> Bool {
        let beginning = signature + [0x04, 0x04]
        return bytes.indices.contains { bytes[$0...].starts(with: beginning) }
    }

    private var resources: [Resource] = []

    init(_ bytes: ArraySlice<UInt8>) throws(ImageEditingError) {
        var rest = bytes
        while !rest.isEmpty {
            let start = rest.startIndex
            let isPhotoshops = rest.starts(with: Self.signature)
            guard rest.count >= 12,
                isPhotoshops || Self.otherSignatures.contains(where: { rest.starts(with: $0) })
            else { throw .unreadableMetadata }
            let name = (Int(rest[start + 6]) + 2) & ~1
            let head = 6 + name
            guard rest.count >= head + 4 else { throw .unreadableMetadata }
            let size = (0..<4).reduce(0) { $0 << 8 | Int(rest[start + head + $1]) }
            guard size <= rest.count - head - 4 else { throw .unreadableMetadata }
            let data = start + head + 4
            resources.append(
                Resource(
                    number: isPhotoshops ? Int(rest[start + 4]) << 8 | Int(rest[start + 5]) : nil,
                    head: Array(rest[start..<(start + head)]),
                    data: Array(rest[data..<(data + size)])
                )
            )
            rest = rest.dropFirst(head + 4 + (size + 1) & ~1)
        }
    }

    var bytes: [UInt8] {
        resources.flatMap { resource in
            let size = TIFFValue.number(UInt32(clamping: resource.data.count), 4, true)
            return resource.head + size + resource.data + (resource.data.count % 2 == 0 ? [] : [0])
        }
    }

    /// - Parameter digest: MD5.
    /// - Returns: whether it says something else now.
    mutating func say(
        _ values: SidecarValues,
        digest: ([UInt8]) -> [UInt8]
    ) throws(ImageEditingError) -> Bool {
        let places = resources.indices.filter { resources[$0].number == Self.iptcNumber }
        guard let place = places.first else { return false }
        // Which of two counts nobody knows.
        guard places.count == 1 else { throw .unreadableMetadata }
        let old = resources[place].data
        var block = try IPTCBlock(old)
        try block.say(values)
        guard block.isChanged else { return false }
        let new = block.bytes
        resources[place].data = new
        renew(digest, of: old, new)
        return true
    }

    /// Has the digest be that of an IPTC block, where it was that of the one before: one that was wrong before tells of somebody
    /// else.
    ///
    /// - Returns: whether it is another now.
    @discardableResult
    mutating func renew(_ digest: ([UInt8]) -> [UInt8], of old: [UInt8], _ new: [UInt8]) -> Bool {
        guard let index = resources.firstIndex(where: { $0.number == Self.digestNumber }),
            resources[index].data == digest(old)
        else { return false }
        resources[index].data = digest(new)
        return true
    }
}
