import CShims
import Glibc
import PhotoModel

extension OpenFile {
    /// Writes what another file holds from a position on, to its end. Where the kernel can it copies, or shares, without reading.
    public func append(
        from start: Int64,
        of source: borrowing OpenFile,
        at end: Int64
    ) throws(CallFailure) {
        try pass(.writeContent, .copy)
        var done: Int64 = 0
        while true {
            let count = photod_copy_part(source.descriptor, start + done, descriptor, end + done, 1 << 30)
            if count == 0 { return }
            guard count < 0 else {
                done += count
                continue
            }
            let code = Int32(clamping: -count)
            guard done == 0, [EXDEV, EOPNOTSUPP, ENOSYS, EINVAL, EBADF, EPERM].contains(code) else {
                throw CallFailure(.copy, path, code)
            }
            return try appendPieces(from: start, of: source, at: end)
        }
    }

    private func appendPieces(
        from start: Int64,
        of source: borrowing OpenFile,
        at end: Int64
    ) throws(CallFailure) {
        var done: Int64 = 0
        while true {
            let bytes = try source.read(limit: 1 << 20, from: start + done, expecting: 1 << 20)
            if bytes.isEmpty { return }
            try write(bytes, at: end + done, as: .writeContent)
            done += Int64(bytes.count)
        }
    }
}
