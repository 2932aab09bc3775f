import CAVFormat
import Glibc
import PhotoModel

/// Where in a file libavformat reads next, and what came of reading.
struct FilePosition {
    private var descriptor: Int32
    /// As the daemon saw it. Positions stay within: a demuxer that is led astray would go on for ever
    /// otherwise.
    let size: Int64
    private var offset: Int64 = 0
    /// Bytes that may still be read: a file that has itself read again and again is led by the nose.
    private var allowance: Int64
    /// Something was asked for behind the end.
    var isPastEnd = false
    /// The storage did not give what it has.
    private(set) var hasFailed = false

    init(descriptor: Int32, size: Int64, allowance: Int64) {
        self.descriptor = descriptor
        self.size = size
        self.allowance = allowance
    }

    /// Goes on through another descriptor of the same file: that of before is closed.
    mutating func goOn(through descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Returns the bytes read, or an error as libavformat has them.
    mutating func read(into buffer: UnsafeMutablePointer<UInt8>, _ length: Int) -> Int32 {
        let wanted = min(Int64(length), size - offset)
        guard wanted > 0 else {
            isPastEnd = true
            return photod_av_end_of_file
        }
        guard wanted <= allowance else { return photod_av_input_output_error }
        let got = uninterrupted { pread(descriptor, buffer, Int(wanted), off_t(offset)) }
        if got > 0 {
            offset += Int64(got)
            allowance -= Int64(got)
            return Int32(truncatingIfNeeded: got)
        }
        if got == 0 {
            // Cut short since the daemon looked.
            isPastEnd = true
            return photod_av_end_of_file
        }
        hasFailed = true
        return photod_av_input_output_error
    }

    /// As lseek(2), clamped to the file. `AVSEEK_SIZE` asks for the size.
    mutating func seek(_ distance: Int64, from origin: Int32) -> Int64 {
        let start: Int64
        switch origin & ~AVSEEK_FORCE {
        case AVSEEK_SIZE: return size
        case SEEK_SET: start = 0
        case SEEK_CUR: start = offset
        case SEEK_END: start = size
        default: return photod_av_invalid_position
        }
        let (target, overflows) = start.addingReportingOverflow(distance)
        guard !overflows, target >= 0 else { return photod_av_invalid_position }
        offset = min(target, size)
        return offset
    }
}
