import SidecarText
import Testing

/// The sidecar as it is with those values.
func edit(_ sidecar: String, _ values: SidecarValues) throws -> String {
    String(decoding: try SidecarText.edited(Array(sidecar.utf8), by: values), as: UTF8.self)
}

/// Whether the sidecar is the same with those values, byte for byte.
func leaves(_ sidecar: String, _ values: SidecarValues) throws -> Bool {
    try SidecarText.edited(Array(sidecar.utf8), by: values) == Array(sidecar.utf8)
}

func values(_ sidecar: String) throws -> SidecarValues {
    try SidecarText.values(of: Array(sidecar.utf8))
}

/// As the project's reader reads it.
func read(_ sidecar: String) -> ReadSidecar { ReadSidecar(Array(sidecar.utf8)) }

/// The error that an edit ends with.
func refusal(_ sidecar: [UInt8], _ values: SidecarValues = SidecarValues(rating: .set(3)))
    -> SidecarTextError?
{
    do throws(SidecarTextError) {
        _ = try SidecarText.edited(sidecar, by: values)
        return nil
    } catch {
        return error
    }
}

func refusal(_ sidecar: String, _ values: SidecarValues = SidecarValues(rating: .set(3))) -> SidecarTextError?
{
    refusal(Array(sidecar.utf8), values)
}

/// A sidecar with all prefixes declared, and those `rdf:Description`s in it.
func packet(_ content: String) -> String {
    """
    <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
    <x:xmpmeta xmlns:x="adobe:ns:meta/">
     <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
       xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
       xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"
       xmlns:other="http://example.com/other/">
    \(content)
     </rdf:RDF>
    </x:xmpmeta>
    <?xpacket end="w"?>
    """
}

/// A sidecar with one `rdf:Description` and those elements in it.
func packet(with elements: String) -> String {
    packet(
        """
          <rdf:Description rdf:about="">
           \(elements)
          </rdf:Description>
        """
    )
}
