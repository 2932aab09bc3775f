import SidecarText

/// Why a sidecar was not written. The numbers are those of the wire.
public enum SidecarRefusal: UInt8, Error, CaseIterable, Sendable {
    case notXML = 1
    case notXMP = 2
    case unsupportedEncoding = 3
    case hasDocumentType = 4
    case tooLarge = 5
    case tooComplex = 6
    /// A value that was asked for cannot stand in a sidecar.
    case unwritable = 7
    /// The sidecar could not be read to its end, or the new one not written.
    case inputOutput = 8

    public init(_ error: SidecarTextError) {
        self =
            switch error {
            case .notXML: .notXML
            case .notXMP: .notXMP
            case .unsupportedEncoding: .unsupportedEncoding
            case .hasDocumentType: .hasDocumentType
            case .tooLarge: .tooLarge
            case .tooComplex: .tooComplex
            case .unwritable: .unwritable
            }
    }
}

extension SidecarRefusal: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notXML: "its sidecar is damaged (no well-formed XML): mend it, or move it away"
        case .notXMP: "its sidecar is XML but no XMP: move it away"
        case .unsupportedEncoding: "its sidecar is not in UTF-8: convert it"
        case .hasDocumentType: "its sidecar has a document type declaration: take it out"
        case .tooLarge: "its sidecar is larger than 16 MiB, or would become so"
        case .tooComplex: "its sidecar is too complex to be changed"
        case .unwritable:
            "a value cannot stand in a sidecar: it has characters that XML does not allow, or is out of range"
        case .inputOutput: "its sidecar could not be read: try again"
        }
    }
}
