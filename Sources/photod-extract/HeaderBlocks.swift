import ExtractionWire

/// What the headers of an image hold beside EXIF: XMP, and Photoshop's resources with IPTC in them.
struct HeaderBlocks {
    private var packet: XMPPacket?
    private var extended = ExtendedXMP()
    private var photoshop: [UInt8] = []
    /// IPTC that stands by itself.
    private var iptc: [UInt8] = []

    /// More than any photo has of it.
    private static let lengthLimit = 4 << 20

    mutating func clear() {
        packet = nil
        extended = ExtendedXMP()
        photoshop.removeAll(keepingCapacity: true)
        iptc.removeAll(keepingCapacity: true)
    }

    /// Adds an XMP packet. Of what two say the first counts.
    mutating func append(packet bytes: UnsafeRawBufferPointer) {
        let added = XMPPacket(bytes)
        if let identifier = added[.extensionIdentifier] { extended.expect(identifier) }
        packet?.add(added)
        packet = packet ?? added
    }

    /// Adds a piece of extended XMP, from its digest on.
    mutating func append(extension piece: UnsafeRawBufferPointer) {
        extended.append(piece)
    }

    /// Adds image resource blocks; what is spread over several segments belongs together.
    mutating func append(photoshop blocks: UnsafeRawBufferPointer) {
        if photoshop.count + blocks.count <= Self.lengthLimit { photoshop.append(contentsOf: blocks) }
    }

    /// Adds an IPTC block that is in no resource.
    mutating func append(iptc block: UnsafeRawBufferPointer) {
        if iptc.isEmpty, block.count <= Self.lengthLimit { iptc = Array(block) }
    }

    /// Adds what stands in XMP and IPTC. A packet that cannot be read takes nothing away from what EXIF says.
    func write(into facts: inout FactEncoder) {
        if var packet {
            if let rest = extended.packet { packet.add(rest) }
            XMPFacts.write(packet, into: &facts)
        }
        guard !photoshop.isEmpty || !iptc.isEmpty else { return }
        var resources = PhotoshopResources()
        photoshop.withUnsafeBytes { resources.read($0) }
        let datasets = iptc.isEmpty ? resources.iptc : iptc
        datasets.withUnsafeBytes {
            IPTCFacts.write(IPTCDatasets($0), into: &facts)
            IPTCFacts.write(digest: $0.isEmpty ? nil : resources.isDigestCurrent(of: $0), into: &facts)
        }
    }
}
