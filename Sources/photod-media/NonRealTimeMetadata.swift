/// What Sony's cameras write about a clip as XML: `<CreationDate value="2019-04-24T22:24:00+02:00"/>`,
/// `<Device manufacturer="Sony" modelName="ILCE-7M3"/>`.
struct NonRealTimeMetadata: Equatable {
    private(set) var creationDate: [UInt8]?
    private(set) var manufacturer: [UInt8]?
    private(set) var model: [UInt8]?

    /// Of a file that has none.
    init() {}

    init(_ xml: [UInt8]) {
        creationDate = Self.attribute("value", of: "CreationDate", in: xml)
        manufacturer = Self.attribute("manufacturer", of: "Device", in: xml)
        model = Self.attribute("modelName", of: "Device", in: xml)
    }

    /// The cameras write these attributes plainly, so that no more of XML is needed than where they stand.
    private static func attribute(_ name: String, of element: String, in xml: [UInt8]) -> [UInt8]? {
        guard let begin = xml.firstRange(of: Array("<\(element) ".utf8)) else { return nil }
        let tag = xml[begin.upperBound...].prefix { $0 != UInt8(ascii: ">") }
        guard let start = tag.firstRange(of: Array("\(name)=\"".utf8)) else { return nil }
        let value = tag[start.upperBound...].prefix { $0 != UInt8(ascii: "\"") }
        return value.isEmpty || value.endIndex == tag.endIndex ? nil : Array(value)
    }
}
