import PhotoModel

/// What the thumbnails of a file are called in each folder of the cache: MD5 of its URI, in hexadecimal digits.
public struct ThumbnailName: Hashable, Sendable {
    /// Sixteen bytes.
    public let digest: [UInt8]

    public init(digest: [UInt8]) {
        self.digest = digest
    }

    /// - Parameter uri: as `FileURI` makes it.
    public init(uri: [UInt8]) {
        digest = MD5.digest(of: uri)
    }

    public var fileName: FileName {
        let digits = Array("0123456789abcdef".utf8)
        var name: [UInt8] = []
        name.reserveCapacity(36)
        for byte in digest {
            name.append(digits[Int(byte >> 4)])
            name.append(digits[Int(byte & 0xF)])
        }
        return FileName(name + Array(".png".utf8))
    }
}
