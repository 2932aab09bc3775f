import Files
import ImageContainers
import Synchronization

/// A TIFF that is written on: whoever writes what is added to it reads it, and whoever judges that.
final class OpenTIFF: Sendable {
    let file: OpenFile
    let size: Int
    private let noted = Mutex<CallFailure?>(nil)

    init(_ file: consuming OpenFile, size: Int) {
        self.file = file
        self.size = size
    }

    /// Why bytes could not be read: whoever judged them took the file for damaged.
    var failure: CallFailure? { noted.withLock { $0 } }

    var bytes: TIFFBytes {
        TIFFBytes(count: size) { range in
            do throws(CallFailure) {
                let bytes = try self.file.read(
                    limit: range.count,
                    from: Int64(range.lowerBound),
                    expecting: range.count
                )
                return bytes.count == range.count ? bytes : nil
            } catch {
                self.noted.withLock { $0 = error }
                return nil
            }
        }
    }
}
