import CAVFormat
import CSWScale
import CVips
import ExtractionWire
import Glibc
import WorkerBox

/// A frame as it is shown: with square pixels, as large as was asked for. Owns its pixels, which are not turned yet.
struct FramePicture: ~Copyable {
    private let pixels: UnsafeMutablePointer<UInt8>
    private let size: (width: Int, height: Int)
    private let orientation: Int
    /// As large as the video shows it.
    private let shownSize: (width: Int, height: Int)
    /// Smaller than was asked for, because memory would not do.
    let isScaled: Bool

    /// Turned.
    var width: UInt16 { UInt16(clamping: orientation >= 5 ? size.height : size.width) }
    var height: UInt16 { UInt16(clamping: orientation >= 5 ? size.width : size.height) }

    var originalWidth: UInt32 { UInt32(clamping: orientation >= 5 ? shownSize.height : shownSize.width) }
    var originalHeight: UInt32 { UInt32(clamping: orientation >= 5 ? shownSize.width : shownSize.height) }

    /// More pixels are not put into a picture: they are there three times for a moment.
    private static let pixelLimit = 48_000_000.0
    /// Of its own pixels, of those that are turned, and of the file, which is copied as it grows.
    private static let bytesPerPixel = 4 * 3
    /// What scaling and saving take besides.
    private static let spareMemory = 32 << 20
    /// Where memory will not do for so little, it will do for nothing.
    private static let leastPixels = 65_536
    private static let shrinking = 0.75
    private static let alignment = 64

    init(
        _ frame: UnsafeMutablePointer<AVFrame>,
        of video: OpenVideo,
        within limits: (width: UInt16, height: UInt16)
    ) throws(FrameRefusal) {
        let (width, height) = (Int(frame.pointee.width), Int(frame.pointee.height))
        guard width > 0, height > 0 else { throw .damaged }
        let orientation = video.orientation
        let bounds = orientation >= 5 ? (limits.height, limits.width) : (limits.width, limits.height)
        let stretch = video.aspectRatio(of: frame).stretch
        let shown = (width: max(1, Double(width) * stretch), height: Double(height))
        let wanted = min(1, Double(bounds.0) / shown.width, Double(bounds.1) / shown.height)
        let (size, isScaled) = try Self.size(of: shown, wanted, frame, video)
        // What writes rows writes a few pixels more.
        let stride = (size.width * 3 + Self.alignment - 1) / Self.alignment * Self.alignment
        guard let memory = av_malloc(stride * size.height + Self.alignment) else { throw .tooLarge }
        let pixels = memory.assumingMemoryBound(to: UInt8.self)
        let range: Int32 =
            switch frame.pointee.color_range {
            case AVCOL_RANGE_JPEG: 1
            case AVCOL_RANGE_MPEG: 0
            default: -1
            }
        let code = photod_sws_rgb(
            photod_av_planes(frame),
            photod_av_strides(frame),
            frame.pointee.format,
            Int32(width),
            Int32(height),
            Int32(clamping: frame.pointee.colorspace.rawValue),
            range,
            pixels,
            Int32(stride),
            Int32(size.width),
            Int32(size.height)
        )
        guard code >= 0 else {
            av_free(memory)
            throw .damaged
        }
        for row in 1..<max(1, size.height) where stride != size.width * 3 {
            memmove(pixels + row * size.width * 3, pixels + row * stride, size.width * 3)
        }
        self.pixels = pixels
        self.size = size
        self.orientation = orientation
        shownSize = (Int(shown.width.rounded()), height)
        self.isScaled = isScaled
    }

    /// How large it is made: as is wanted, or as memory will do. What cannot be had ends the worker in some of its libraries, so
    /// it is tried before.
    private static func size(
        of shown: (width: Double, height: Double),
        _ wanted: Double,
        _ frame: UnsafeMutablePointer<AVFrame>,
        _ video: OpenVideo
    ) throws(FrameRefusal) -> (size: (width: Int, height: Int), isScaled: Bool) {
        var scale = min(wanted, (pixelLimit / (shown.width * shown.height)).squareRoot())
        while true {
            let size = (
                width: max(1, Int((shown.width * scale).rounded())),
                height: max(1, Int((shown.height * scale).rounded()))
            )
            let memory = size.width * size.height * bytesPerPixel + spareMemory
            if WorkerMemory.isThere(memory) { return (size, scale < wanted) }
            if video.giveUpDecoder(for: frame) { continue }
            guard size.width * size.height > leastPixels else { throw .tooLarge }
            scale *= shrinking
        }
    }

    deinit {
        av_free(pixels)
    }

    /// How far apart the darkest and the brightest of it are, from 0 to 255. A fiftieth of its pixels counts for nothing at either
    /// end, and of a large picture some thousand are looked at.
    var contrast: Int {
        let (columns, rows) = (min(size.width, Self.sample), min(size.height, Self.sample))
        var counts = [Int](repeating: 0, count: 256)
        for row in 0..<rows {
            for column in 0..<columns {
                let pixel =
                    pixels + 3 * (row * size.height / rows * size.width + column * size.width / columns)
                // As ITU-R BT.601 weighs them.
                counts[(77 * Int(pixel[0]) + 150 * Int(pixel[1]) + 29 * Int(pixel[2])) >> 8] += 1
            }
        }
        let outliers = columns * rows / 50
        return Self.end(of: counts.reversed(), behind: outliers, from: 255, by: -1)
            - Self.end(of: counts, behind: outliers, from: 0, by: 1)
    }

    private static let sample = 64

    private static func end(
        of counts: some Sequence<Int>,
        behind outliers: Int,
        from start: Int,
        by step: Int
    ) -> Int {
        var (value, passed) = (start, 0)
        for count in counts {
            passed += count
            if passed > outliers { return value }
            value += step
        }
        return value
    }

    /// - Parameter quality: of a JPEG, from 1 to 100; 0: it is to be a PNG.
    func write(to target: Int32, quality: Int32) throws(FrameRefusal) {
        defer { vips_error_clear() }
        var length = 0
        let file = photod_vips_frame(
            pixels,
            Int32(size.width),
            Int32(size.height),
            Int32(orientation),
            quality,
            &length
        )
        guard let file else { throw .tooLarge }
        defer { g_free(file) }
        do throws(JobFiles.Failure) {
            try JobFiles.write(UnsafeRawBufferPointer(start: file, count: length), to: target)
        } catch { throw .inputOutput }
    }
}

extension AVRational {
    /// How much wider a picture is shown whose pixels have this shape.
    var stretch: Double { num > 0 && den > 0 ? Double(num) / Double(den) : 1 }
}
