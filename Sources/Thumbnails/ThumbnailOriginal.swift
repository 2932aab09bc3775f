import PhotoModel

/// What a thumbnail is of, as the index or the file itself tells.
public struct ThumbnailOriginal: Hashable, Sendable {
    public let path: FilePath
    /// As GLib makes it.
    public let uri: [UInt8]
    /// Nanoseconds since 1970. Thumbnails keep the seconds.
    public let modificationTime: Int64
    public let size: Int64
    /// Of its size and its beginning; `nil` where nobody knows.
    public let fingerprint: Fingerprint?
    public let format: FileFormat
    /// Pixels as it is shown; `nil` where nobody knows.
    public let width: Int64?
    public let height: Int64?
    /// Seconds, of a video.
    public let duration: Double?

    public init(
        path: FilePath,
        modificationTime: Int64,
        size: Int64,
        fingerprint: Fingerprint? = nil,
        format: FileFormat,
        width: Int64? = nil,
        height: Int64? = nil,
        duration: Double? = nil
    ) {
        self.path = path
        uri = FileURI.of(path)
        self.modificationTime = modificationTime
        self.size = size
        self.fingerprint = fingerprint
        self.format = format
        self.width = width
        self.height = height
        self.duration = duration
    }

    public var name: ThumbnailName { ThumbnailName(uri: uri) }

    /// Seconds since 1970, rounded down, as stat(2) has them.
    public var modificationSeconds: Int64 {
        let seconds = modificationTime / 1_000_000_000
        return modificationTime % 1_000_000_000 < 0 ? seconds - 1 : seconds
    }

    public var longestEdge: Int64? {
        guard let width, let height, width > 0, height > 0 else { return nil }
        return max(width, height)
    }

    /// What its thumbnail says of it.
    ///
    /// - Parameter software: who made the thumbnail.
    func texts(_ software: String) -> [PNGText] {
        var texts = [
            PNGText(ThumbnailEntry.uriKey, uri),
            PNGText(ThumbnailEntry.timeKey, String(modificationSeconds).utf8),
            PNGText(ThumbnailEntry.sizeKey, String(size).utf8),
            PNGText(ThumbnailEntry.stampKey, String(modificationTime).utf8),
            PNGText("Thumb::Mimetype", "\(format.mimeType)".utf8),
        ]
        if let fingerprint {
            texts.append(PNGText(ThumbnailEntry.fingerprintKey, "\(fingerprint)".utf8))
        }
        if let width, let height, width > 0, height > 0 {
            texts.append(PNGText("Thumb::Image::Width", String(width).utf8))
            texts.append(PNGText("Thumb::Image::Height", String(height).utf8))
        }
        if let duration, duration > 0, duration < 1e9 {
            texts.append(PNGText("Thumb::Movie::Length", String(Int64(duration.rounded())).utf8))
        }
        texts.append(PNGText(ThumbnailEntry.softwareKey, software.utf8))
        return texts
    }
}
