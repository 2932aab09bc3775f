import Glibc
import PhotoModel

/// What other programs hand over by a pipe, as a list of photos.
enum StandardInput {
    /// Room for half a million paths, and an end for what never ends (`yes | photoctl viewed -`).
    static let limit = 64 << 20

    static func read() throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = uninterrupted { Glibc.read(STDIN_FILENO, &piece, piece.count) }
            if count == 0 { return bytes }
            guard count > 0 else {
                throw Failure(.usage, "cannot read standard input: \(ErrorNumber.text(of: errno))")
            }
            guard bytes.count + count <= limit else {
                throw Failure(
                    .usage,
                    "standard input has more than \(limit >> 20) MiB: hand its lines over in several parts (split, xargs)"
                )
            }
            bytes.append(contentsOf: piece[..<count])
        }
    }
}
