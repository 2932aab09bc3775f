/// What lies around the properties.
enum SidecarFrame {
    /// A sidecar without properties, laid out as exiftool and digiKam do.
    static let new: [UInt8] = {
        let mark = "\u{FEFF}"
        return Array(
            """
            <?xpacket begin='\(mark)' id='W5M0MpCehiHzreSzNTczkc9d'?>
            <x:xmpmeta xmlns:x='adobe:ns:meta/' x:xmptk='photod'>
            <rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>
             <rdf:Description rdf:about=''>
             </rdf:Description>
            </rdf:RDF>
            </x:xmpmeta>
            <?xpacket end='w'?>

            """.utf8
        )
    }()

    /// A sidecar with an `rdf:Description`, where it had none.
    static func completed(_ bytes: [UInt8], _ outline: SidecarOutline) -> [UInt8] {
        var edits = ByteEdits()
        if let rdf = outline.rdf {
            let placement = Placement(in: rdf, of: bytes)
            let prefix = Array(bytes[rdf.element.name].prefixOfName)
            let quote = quote(of: rdf.element, in: bytes)
            placement.add([description(prefix, quote, placement.indentation)], to: &edits)
        } else if let packet = outline.packet {
            let placement = Placement(in: packet, of: bytes)
            let quote = quote(of: packet.element, in: bytes)
            let (outer, inner) = (placement.indentation, placement.indentation.deeper)
            let prefix = [UInt8](SidecarNamespace.rdf.usualPrefix)
            let name = PropertyWriting.name(prefix, "RDF")
            let uri = [UInt8](SidecarNamespace.rdf.uri)
            let tag = [UInt8(ascii: "<")] + name + Array(" xmlns:".utf8) + prefix
            let opening = tag + [UInt8(ascii: "="), quote] + uri + [quote, UInt8(ascii: ">")]
            let content = inner.lead + description(prefix, quote, inner)
            placement.add([opening + content + outer.lead + PropertyWriting.close(name)], to: &edits)
        }
        return edits.applied(to: bytes)
    }

    private static func description(_ prefix: [UInt8], _ quote: UInt8, _ indentation: Indentation) -> [UInt8]
    {
        let name = PropertyWriting.name(prefix, "Description")
        // An attribute without a prefix would be in no namespace, and none is needed.
        let about = prefix.isEmpty ? [] : [0x20] + PropertyWriting.name(prefix, "about")
        let value = about.isEmpty ? [] : [UInt8(ascii: "="), quote, quote]
        let tag = [UInt8(ascii: "<")] + name + about + value + [UInt8(ascii: ">")]
        return tag + indentation.lead + PropertyWriting.close(name)
    }

    private static func quote(of element: XMLElement, in bytes: [UInt8]) -> UInt8 {
        let last = XMLScanner.attributes(of: element, in: bytes).last
        return last.map { bytes.byte(at: $0.value.upperBound) } ?? UInt8(ascii: "\"")
    }
}
