import Glibc
import PhotoModel

/// Why a descriptor was not read to its end.
struct ReadingFailure: Error {
    /// `EFBIG` where there is more than was to be read.
    let code: Int32
}

/// All that comes out of a descriptor: of a file, a pipe, a terminal.
enum WholeContent {
    /// The same of a file, which is opened for that.
    static func read(_ path: FilePath, atMost limit: Int = .max) throws(ReadingFailure) -> [UInt8] {
        let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC) }
        guard descriptor >= 0 else { throw ReadingFailure(code: errno) }
        defer { close(descriptor) }
        return try read(descriptor, atMost: limit)
    }

    static func read(_ descriptor: Int32, atMost limit: Int = .max) throws(ReadingFailure) -> [UInt8] {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = uninterrupted { Glibc.read(descriptor, &piece, piece.count) }
            if count == 0 { return bytes }
            if count > 0 {
                guard bytes.count + count <= limit else { throw ReadingFailure(code: EFBIG) }
                bytes += piece[..<count]
            } else {
                guard errno == EAGAIN else { throw ReadingFailure(code: errno) }
                DescriptorWait.wait(for: POLLIN, of: descriptor)
            }
        }
    }
}
