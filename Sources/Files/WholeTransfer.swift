import Glibc
import PhotoModel

/// Reading and writing whole: what the calls move in pieces, and what signals interrupt, is gone on with.
///
/// For descriptors of any owner. Nothing is allocated.
public enum WholeTransfer {
    /// Writes all bytes where the descriptor stands. Returns 0 or an error number.
    public static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
        outcome(
            moved(bytes.count) {
                Glibc.write(descriptor, bytes.baseAddress?.advanced(by: $0), bytes.count - $0)
            },
            of: bytes.count
        )
    }

    /// Writes all bytes at a position; where the descriptor stands is neither used nor moved. Returns 0 or an error
    /// number.
    public static func write(
        _ bytes: UnsafeRawBufferPointer,
        to descriptor: Int32,
        at position: Int64
    ) -> Int32 {
        let count = moved(bytes.count) { done in
            pwrite(
                descriptor,
                bytes.baseAddress?.advanced(by: done),
                bytes.count - done,
                off_t(position) + done
            )
        }
        return outcome(count, of: bytes.count)
    }

    /// Fills a buffer from a position on, as far as the file goes; where the descriptor stands is neither used nor moved.
    ///
    /// - Returns: how many bytes were read, or a negated error number.
    @inlinable
    public static func read(
        into buffer: UnsafeMutableRawBufferPointer,
        from descriptor: Int32,
        at position: Int64
    ) -> Int {
        moved(buffer.count) { done in
            pread(
                descriptor,
                buffer.baseAddress?.advanced(by: done),
                buffer.count - done,
                off_t(position) + done
            )
        }
    }

    /// How many bytes `step` moved, which is told how many there were before; a negated error number where it failed.
    @inlinable
    @inline(__always)
    static func moved(_ wanted: Int, _ step: (Int) -> Int) -> Int {
        var done = 0
        while done < wanted {
            let count = uninterrupted { step(done) }
            if count < 0 { return -Int(errno) }
            if count == 0 { break }
            done += count
        }
        return done
    }

    /// A write that takes nothing and says no reason would be tried for ever.
    private static func outcome(_ result: Int, of wanted: Int) -> Int32 {
        result < 0 ? Int32(clamping: -result) : result == wanted ? 0 : EIO
    }
}
