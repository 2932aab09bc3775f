import CAVFormat
import Glibc
import PhotoModel
import WorkerBox

/// A file as libavformat reads it: through its descriptor, and not beyond the size that the daemon saw. Owns
/// what libavformat calls a byte stream; the descriptor stays the caller's.
struct FileInput: ~Copyable {
    let context: UnsafeMutablePointer<AVIOContext>
    /// In memory of its own, because libavformat keeps the address.
    private let position: UnsafeMutablePointer<FilePosition>

    /// Most headers are read at once by so much, and little is read in vain.
    private static let bufferLength = 16_384

    init(_ descriptor: Int32, size: Int64, allowance: Int64) throws(UnreadableFile) {
        let position = UnsafeMutablePointer<FilePosition>.allocate(capacity: 1)
        position.initialize(
            to: FilePosition(descriptor: descriptor, size: size, allowance: allowance)
        )
        let buffer = av_malloc(Self.bufferLength)
        let context = avio_alloc_context(
            buffer?.assumingMemoryBound(to: UInt8.self),
            Int32(Self.bufferLength),
            0,
            position,
            readFile,
            nil,
            seekFile
        )
        guard buffer != nil, let context else {
            av_free(buffer)
            position.deallocate()
            throw UnreadableFile(reason: .inputOutput)
        }
        self.position = position
        self.context = context
    }

    deinit {
        // Not the buffer of the beginning: libavformat puts larger ones in its place.
        av_free(context.pointee.buffer)
        var context: UnsafeMutablePointer<AVIOContext>? = context
        avio_context_free(&context)
        position.deallocate()
    }

    /// Forgets that the file's end was met: looking for the format reads ahead.
    func forgetEnd() {
        position.pointee.isPastEnd = false
    }

    func goOn(through descriptor: Int32) {
        position.pointee.goOn(through: descriptor)
    }

    /// Why libavformat failed, as far as reading has to do with it. Where it got to the end, what it missed
    /// is cut off.
    var failure: UnreadableFile {
        if position.pointee.hasFailed { return UnreadableFile(reason: .inputOutput) }
        let isAtEnd = position.pointee.size - avio_seek(context, 0, SEEK_CUR) < Self.shortestHeader
        return UnreadableFile(reason: isAtEnd || position.pointee.isPastEnd ? .truncated : .damaged)
    }

    /// Where less is left of a file, demuxers do not try to read on.
    private static let shortestHeader: Int64 = 8

    /// Whether the storage failed, which is no fault of the file.
    var hasFailed: Bool { position.pointee.hasFailed }
}

/// libavformat's `read_packet`: returns the bytes read, or an error of its own kind.
private func readFile(
    _ opaque: UnsafeMutableRawPointer?,
    _ buffer: UnsafeMutablePointer<UInt8>?,
    _ length: Int32
) -> Int32 {
    guard let opaque, let buffer else { return photod_av_input_output_error }
    return opaque.assumingMemoryBound(to: FilePosition.self).pointee.read(into: buffer, Int(length))
}

/// libavformat's `seek`: returns the new position, or the size where it is asked for that.
private func seekFile(_ opaque: UnsafeMutableRawPointer?, _ offset: Int64, _ origin: Int32) -> Int64 {
    guard let opaque else { return photod_av_invalid_position }
    return opaque.assumingMemoryBound(to: FilePosition.self).pointee.seek(offset, from: origin)
}
