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
        let header = try Header(bytes)
        guard header.pixels <= pixelLimit else { throw .tooLarge }
        // What libjxl does not get ends the worker, so it is tried before.
        guard !header.isJXL || WorkerMemory.isThere(header.memory) else { throw .tooLarge }
        // A preview that says how it is turned is believed, and then turned already.
        let turn = header.orientation == 1 ? orientation ?? 1 : 1
        let upright = try upright(bytes, header, edge)
        let picture = turn == 1 ? upright : try Image(photod_vips_turned(upright.image, turn))
        try save(picture, of: header, as: encoding, to: target)
        let isOnItsSide = max(header.orientation, turn) >= 5
        return RenderedPicture(
            originalWidth: UInt32(isOnItsSide ? header.height : header.width),
            originalHeight: UInt32(isOnItsSide ? header.width : header.height)
        )
    }

    /// Some loaders halve an image more often than they should.
    private static func upright(
        _ bytes: UnsafeRawBufferPointer,
        _ header: Header,
        _ edge: Int32
    ) throws(RenderRefusal) -> Image {
        let quick = try Image(
            photod_vips_thumbnail(bytes.baseAddress, bytes.count, edge, header.needsProfile)
        )
        guard quick.longestEdge < min(edge, max(header.width, header.height)) - 1 else { return quick }
        let whole = try Image(photod_vips_header(bytes.baseAddress, bytes.count))
        return try Image(photod_vips_thumbnail_of_whole(whole.image, edge, header.needsProfile))
    }

    private static func save(
        _ picture: borrowing Image,
        of header: Header,
        as encoding: PreviewWish.Encoding,
        to target: Int32
    ) throws(RenderRefusal) {
        // What another worker has left in it goes.
        guard ftruncate(target, 0) == 0 else { throw .notWritten }
        // Only now anything is decoded.
        switch photod_vips_save(picture.image, target, encoding == .png ? 1 : 0) {
        case 0: return
        case EFBIG: throw .tooLarge
        // Without memory for its colours libheif calls a picture unsupported, so it is tried behind.
        case -1: throw WorkerMemory.isThere(header.memory) ? refusal : .tooLarge
        default: throw .notWritten
        }
    }

    /// Why the library has failed. It has one answer to all that goes wrong, and its libraries have words of their own for
    /// what they do not get.
    private static var refusal: RenderRefusal {
        String(cString: vips_error_buffer()).lowercased().contains("memory") ? .tooLarge : .damaged
    }

    /// What stands at the beginning of an image. The library's object of it is closed again: that of a WebP holds the memory of
    /// its whole picture from the beginning.
    private struct Header {
        let width, height: Int32
        /// How the image is turned by itself, as EXIF counts it.
        let orientation: Int32
        let needsProfile: gboolean
        let isJXL: Bool
        /// What is needed to decode it: where a loader goes line by line, little.
        let memory: Int

        private static let spareMemory = 32 << 20

        var pixels: Int64 { Int64(width) * Int64(height) }

        init(_ bytes: UnsafeRawBufferPointer) throws(RenderRefusal) {
            let opened = try Image(photod_vips_header(bytes.baseAddress, bytes.count))
            width = vips_image_get_width(opened.image)
            height = vips_image_get_height(opened.image)
            guard width > 0, height > 0 else { throw .damaged }
            orientation = photod_vips_orientation(opened.image)
            needsProfile = photod_vips_needs_profile(opened.image)
            isJXL = photod_vips_is_loaded_by(opened.image, "jxlload") != 0
            // Decoded as a whole, it is there twice for a moment.
            let isWhole = isJXL || photod_vips_is_loaded_by(opened.image, "heifload") != 0
            let length = Int(width) * Int(height) * Int(photod_vips_pixel_length(opened.image))
            memory = Self.spareMemory + (isWhole ? 2 * length : 0)
        }
    }

    /// Owns the library's object.
    private struct Image: ~Copyable {
        let image: UnsafeMutablePointer<VipsImage>

        var longestEdge: Int32 { max(vips_image_get_width(image), vips_image_get_height(image)) }

        init(_ image: UnsafeMutablePointer<VipsImage>?) throws(RenderRefusal) {
            guard let image else { throw Picture.refusal }
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
