import PhotoModel

/// What previews are written in. Raw values are what clients call it.
public enum PreviewFormat: String, Sendable, CaseIterable {
    case jpeg
    case png

    var fileExtension: String {
        switch self {
        case .jpeg: "jpg"
        case .png: "png"
        }
    }
}
