import CGExiv2
import ExtractionWire
import Glibc

/// The picture that a camera has put into a RAW file, or a program into a document, to be shown in its place. Owns the
/// library's objects.
struct EmbeddedPreview: ~Copyable {
    private let metadata: UnsafeMutablePointer<GExiv2Metadata>
    private let preview: UnsafeMutablePointer<GExiv2PreviewImage>
    private let orientation: Int32

    static func start() {
        _ = photod_metadata_start()
    }

    static var libraries: [WorkerHello.Library] {
        let number = gexiv2_get_version()
        return [
            WorkerHello.Library(
                name: "gexiv2",
                version: "\(number / 10_000).\(number / 100 % 100).\(number % 100)"
            )
        ]
    }

    /// The smallest preview that is as large as wanted, else the largest.
    ///
    /// - Parameter bytes: the file, which must outlive the preview.
    init(in bytes: UnsafeRawBufferPointer, edge: Int32) throws(RenderRefusal) {
        var reason: gint = 0
        guard let metadata = photod_metadata_open(bytes.baseAddress, bytes.count, &reason) else {
            throw reason == photod_unknown_image ? .unsupported : .damaged
        }
        guard let preview = Self.preview(of: metadata, edge: edge) else {
            photod_metadata_close(metadata)
            throw .noPreview
        }
        self.metadata = metadata
        self.preview = preview
        orientation = photod_metadata_orientation(metadata)
    }

    deinit {
        g_object_unref(preview)
        photod_metadata_close(metadata)
    }

    private static func preview(
        of metadata: UnsafeMutablePointer<GExiv2Metadata>,
        edge: Int32
    ) -> UnsafeMutablePointer<GExiv2PreviewImage>? {
        guard var next = photod_metadata_previews(metadata) else { return nil }
        var best: (properties: UnsafeMutablePointer<GExiv2PreviewProperties>, edge: UInt32)?
        while let properties = next.pointee {
            let size = max(
                gexiv2_preview_properties_get_width(properties),
                gexiv2_preview_properties_get_height(properties)
            )
            let wanted = UInt32(clamping: edge)
            let isBetter = best.map { $0.edge < wanted ? size > $0.edge : size >= wanted && size < $0.edge }
            if isBetter ?? true { best = (properties, size) }
            next += 1
        }
        return best.flatMap { photod_metadata_preview(metadata, $0.properties) }
    }

    /// Calls `body` with the preview's bytes and the EXIF orientation of the file.
    func withBytes<Result>(
        _ body: (UnsafeRawBufferPointer, Int32) throws(RenderRefusal) -> Result
    ) throws(RenderRefusal) -> Result {
        var length: guint32 = 0
        guard let data = gexiv2_preview_image_get_data(preview, &length), length > 0 else { throw .noPreview }
        return try body(UnsafeRawBufferPointer(start: data, count: Int(length)), orientation)
    }
}
