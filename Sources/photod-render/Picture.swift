import CShims
import CVips
import ExtractionWire
import Glibc
import WorkerBox

/// Pictures as libvips decodes them.
enum Picture {
    /// Larger ones are not decoded: hours of work can lie in a few kilobytes.
    private static let pixelLimit: Int64 = 1 << 28

    /// What may decode a file: the formats that photod calls photos, as far as the library reads them by itself.
    private static let loaders = [
        "VipsForeignLoadJpeg", "VipsForeignLoadPng", "VipsForeignLoadWebp", "VipsForeignLoadTiff",
        "VipsForeignLoadNsgif", "VipsForeignLoadHeif", "VipsForeignLoadJxl", "VipsForeignLoadJp2k",
    ]

    /// Has the library and its modules loaded. Returns whether it can be used.
    static func start() -> Bool {
        // Machine code that is made while it runs would need memory that can be run; modules are loaded one by one; and
        // what the library complains of is no news.
        setenv("VIPS_NOVECTOR", "1", 1)
        setenv("VIPSHOME", "/nonexistent", 1)
        setenv("VIPS_WARNING", "0", 1)
        var folder = [CChar](repeating: 0, count: Int(PATH_MAX))
        guard photod_library_folder(photod_vips_place(), &folder, folder.count) == 0 else { return false }
        return withCStrings(loaders) {
            photod_vips_start("photod-render", folder, $0.baseAddress, $0.count) == 0
        }
    }

    /// Writes a picture of an image that fits into a square into the target.
    ///
    /// - Parameter orientation: how the file turns a picture in it that does not say so itself; `nil`: the image is the file.
    static func render(
        _ bytes: UnsafeRawBufferPointer,
        edge: Int32,
        turned orientation: Int32?,
        as encoding: PreviewWish.Encoding,
        into target: Int32
    ) throws(RenderRefusal) -> RenderedPicture {
        defer { vips_error_clear() }
        guard photod_vips_is_known(bytes.baseAddress, bytes.count) != 0 else { throw .unsupported }
        let header = try Image(photod_vips_header(bytes.baseAddress, bytes.count))
        let (width, height) = (vips_image_get_width(header.image), vips_image_get_height(header.image))
        guard width > 0, height > 0 else { throw .damaged }
        guard Int64(width) * Int64(height) <= pixelLimit else { throw .tooLarge }
        let own = photod_vips_orientation(header.image)
        // A preview that says how it is turned is believed, and then turned already.
        let turn = own == 1 ? orientation ?? 1 : 1
        let upright = try upright(bytes, header, edge)
        let picture = turn == 1 ? upright : try Image(photod_vips_turned(upright.image, turn))
        try save(picture, as: encoding, to: target)
        let isOnItsSide = max(own, turn) >= 5
        return RenderedPicture(
            originalWidth: UInt32(isOnItsSide ? height : width),
            originalHeight: UInt32(isOnItsSide ? width : height)
        )
    }

    /// Some loaders halve an image more often than they should.
    private static func upright(
        _ bytes: UnsafeRawBufferPointer,
        _ header: borrowing Image,
        _ edge: Int32
    ) throws(RenderRefusal) -> Image {
        let needsProfile = photod_vips_needs_profile(header.image)
        let quick = try Image(photod_vips_thumbnail(bytes.baseAddress, bytes.count, edge, needsProfile))
        guard quick.longestEdge < min(edge, header.longestEdge) - 1 else { return quick }
        return try Image(photod_vips_thumbnail_of_whole(header.image, edge, needsProfile))
    }

    private static func save(
        _ picture: borrowing Image,
        as encoding: PreviewWish.Encoding,
        to target: Int32
    ) throws(RenderRefusal) {
        // What another worker has left in it goes.
        guard ftruncate(target, 0) == 0 else { throw .notWritten }
        // Only now anything is decoded.
        switch photod_vips_save(picture.image, target, encoding == .png ? 1 : 0) {
        case 0: return
        case EFBIG: throw .tooLarge
        case -1: throw .damaged
        default: throw .notWritten
        }
    }

    /// Owns the library's object.
    private struct Image: ~Copyable {
        let image: UnsafeMutablePointer<VipsImage>

        var longestEdge: Int32 { max(vips_image_get_width(image), vips_image_get_height(image)) }

        init(_ image: UnsafeMutablePointer<VipsImage>?) throws(RenderRefusal) {
            guard let image else { throw .damaged }
            self.image = image
        }

        deinit {
            photod_vips_close(image)
        }
    }

    private static func withCStrings<Result>(
        _ strings: [String],
        _ body: (UnsafeBufferPointer<UnsafePointer<CChar>?>) -> Result
    ) -> Result {
        let copies = strings.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        return copies.map { UnsafePointer($0) }.withUnsafeBufferPointer(body)
    }
}
