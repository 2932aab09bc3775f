/// Why a sidecar is left as it is.
public enum SidecarTextError: Error, Hashable, Sendable {
    /// The sidecar breaks a rule of XML. `line` counts from 1.
    case notXML(reason: String, line: Int)
    /// The sidecar is XML, and nothing in it holds properties of a photo.
    case notXMP
    /// The sidecar is not in UTF-8. `found`: what it is in.
    case unsupportedEncoding(found: String)
    /// The sidecar has a document type declaration, which could make any text mean anything.
    case hasDocumentType
    /// The sidecar is larger than 16 MiB, or would become so.
    case tooLarge
    /// Elements lie too deep in each other, or there are more of something than any program writes.
    case tooComplex(reason: String)
    /// A value that is asked for can't stand in a sidecar.
    case unwritable(property: String, reason: String)
}

extension SidecarTextError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notXML(let reason, let line):
            "the sidecar is damaged (no well-formed XML): line \(line): \(reason)"
        case .notXMP:
            "the sidecar is XML but no XMP: there is no rdf:RDF in it"
        case .unsupportedEncoding(let found):
            "the sidecar is in \(found); only sidecars in UTF-8 can be changed"
        case .hasDocumentType:
            "the sidecar has a document type declaration (<!DOCTYPE …>), which no XMP sidecar needs"
        case .tooLarge:
            "the sidecar is larger than 16 MiB"
        case .tooComplex(let reason):
            "the sidecar is too complex to be changed: \(reason)"
        case .unwritable(let property, let reason):
            "this \(property) can't be written into a sidecar: \(reason)"
        }
    }
}
