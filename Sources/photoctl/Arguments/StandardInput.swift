import Glibc
import PhotoModel

/// What other programs hand over by a pipe, as a list of photos.
enum StandardInput {
    /// Room for half a million paths, and an end for what never ends (`yes | photoctl viewed -`).
    static let limit = 64 << 20

    static func read() throws(Failure) -> [UInt8] {
        do throws(ReadingFailure) {
            return try WholeContent.read(STDIN_FILENO, atMost: limit)
        } catch {
            throw Failure(
                .usage,
                error.code == EFBIG
                    ? "standard input has more than \(limit >> 20) MiB: hand its lines over in several parts (split, xargs)"
                    : "cannot read standard input: \(ErrorNumber.text(of: error.code))"
            )
        }
    }
}
