import Files
import ImageContainers

/// A TIFF that is written on: whoever writes what is added to it reads it, and whoever judges that.
final class OpenTIFF: Sendable {
    let file: OpenFile
    let size: Int

    init(_ file: consuming OpenFile, size: Int) {
        self.file = file
        self.size = size
    }

    var bytes: TIFFBytes {
        TIFFBytes(count: size) { range in
            let bytes = try? self.file.read(
                limit: range.count,
                from: Int64(range.lowerBound),
                expecting: range.count
            )
            return bytes?.count == range.count ? bytes : nil
        }
    }
}
