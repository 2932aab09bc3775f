import PhotoModel

/// What decides about a preview, to the last byte; and so what it is called.
public struct PreviewKey: Hashable, Sendable {
    public let source: PreviewSource
    /// Bytes of the file.
    public let size: Int64
    /// By which decoder is chosen: a TIFF file and some RAW files differ in nothing but their names.
    public let original: FileFormat
    /// Pixels that neither width nor height exceeds.
    public let edge: UInt16
    public let format: PreviewFormat

    public init(
        source: PreviewSource,
        size: Int64,
        original: FileFormat,
        edge: UInt16,
        format: PreviewFormat
    ) {
        self.source = source
        self.size = size
        self.original = original
        self.edge = edge
        self.format = format
    }

    public var fileName: FileName {
        FileName(
            source.text
                + Array("-\(size)-\(original.rawValue)-\(edge).\(format.fileExtension)".utf8)
        )
    }
}
