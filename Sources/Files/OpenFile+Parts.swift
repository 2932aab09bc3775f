import CShims
import Glibc
import PhotoModel

extension OpenFile {
    /// Writes a part of another file at a position; less where that file ends before. Where the kernel can it copies, or shares,
    /// without reading.
    public func write(
        _ part: Range<Int64>,
        of source: borrowing OpenFile,
        at position: Int64
    ) throws(CallFailure) {
        try pass(.writeContent, .copy)
        var done: Int64 = 0
        while done < part.upperBound - part.lowerBound {
            let start = part.lowerBound + done
            let length = Int(min(part.upperBound - start, 1 << 30))
            let count = photod_copy_part(source.descriptor, start, descriptor, position + done, length)
            if count == 0 { return }
            guard count < 0 else {
                done += count
                continue
            }
            let code = Int32(clamping: -count)
            guard done == 0, [EXDEV, EOPNOTSUPP, ENOSYS, EINVAL, EBADF, EPERM].contains(code) else {
                throw CallFailure(.copy, path, code)
            }
            return try writePieces(part, of: source, at: position)
        }
    }

    private func writePieces(
        _ part: Range<Int64>,
        of source: borrowing OpenFile,
        at position: Int64
    ) throws(CallFailure) {
        var done: Int64 = 0
        while done < part.upperBound - part.lowerBound {
            let start = part.lowerBound + done
            let length = Int(min(part.upperBound - start, 1 << 20))
            let bytes = try source.read(limit: length, from: start, expecting: length)
            if bytes.isEmpty { return }
            try write(bytes, at: position + done, as: .writeContent)
            done += Int64(bytes.count)
        }
    }
}
