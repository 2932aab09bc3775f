/// Images of nothing but headers that make exiv2 load what it loads at first use, before the sandbox is entered.
enum WarmUpSample {
    static let all: [[UInt8]] = [tiff, packet]

    /// A TIFF file with a comment in UTF-16 and texts in more than ASCII, so that character sets are converted.
    private static let tiff: [UInt8] =
        [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 3]
        + [0x01, 0x0E, 0, 2, 0, 0, 0, 4, 0xC3, 0xA9, 0x41, 0]
        + [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 1, 0, 0]
        + [0x87, 0x69, 0, 4, 0, 0, 0, 1, 0, 0, 0, 50]
        + [0, 0, 0, 0]
        + [0, 1]
        + [0x92, 0x86, 0, 7, 0, 0, 0, 12, 0, 0, 0, 68]
        + [0, 0, 0, 0]
        + Array("UNICODE\0".utf8) + [0x00, 0xE9, 0x00, 0x41]

    private static let packet = Array(
        """
        <?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">
        <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
        xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"
        exif:DateTimeOriginal="2016-09-12T12:34:56"><dc:description><rdf:Alt>
        <rdf:li xml:lang="x-default">é</rdf:li></rdf:Alt></dc:description></rdf:Description></rdf:RDF></x:xmpmeta>
        <?xpacket end="w"?>
        """.utf8
    )
}
