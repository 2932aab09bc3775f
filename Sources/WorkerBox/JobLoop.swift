import CShims
import ExtractionWire
import Glibc
import PhotoModel

/// Takes batches, reads their files and answers, until the daemon closes its end.
struct JobLoop<Reader: MetadataReader & ~Copyable>: ~Copyable {
    private let socket: Int32
    private var reader: Reader
    private var reply = ReplyEncoder()
    private var jobs: [JobRequest] = []
    private var buffer = [UInt8](repeating: 0, count: WireFormat.maximumMessageLength)
    private var descriptors = [Int32](repeating: -1, count: Int(PHOTOD_MAXIMUM_DESCRIPTORS))

    /// Many files on slow storage must not look like one that is slow: what is known is sent at least so often
    /// (nanoseconds).
    private static var longestSilence: UInt64 { 100_000_000 }

    init(socket: Int32, reader: consuming Reader) {
        self.socket = socket
        self.reader = reader
    }

    /// Returns the exit status.
    mutating func run() -> Int32 {
        while true {
            var descriptorCount = 0
            let length = buffer.withUnsafeMutableBytes {
                photod_receive(socket, $0.baseAddress, $0.count, &descriptors, &descriptorCount, 0)
            }
            if length == 0 { return EX_OK }
            guard length > 0 else { return EX_IOERR }
            guard decode(length), jobs.count == descriptorCount else { return EX_PROTOCOL }
            guard readAll() else { return EX_IOERR }
        }
    }

    private mutating func decode(_ length: Int) -> Bool {
        buffer.withUnsafeBytes { bytes in
            do throws(WireError) {
                try RequestDecoder.decode(UnsafeRawBufferPointer(rebasing: bytes[..<length]), into: &jobs)
                return true
            } catch {
                return false
            }
        }
    }

    /// Reads the batch's files and answers. Returns whether the daemon is still there.
    private mutating func readAll() -> Bool {
        reply.begin()
        var lastSent = Self.now()
        for index in jobs.indices {
            read(jobs[index], descriptors[index])
            close(descriptors[index])
            let isLast = index == jobs.count - 1
            let now = isLast ? lastSent : Self.now()
            if isLast || !reply.hasRoom || now &- lastSent >= Self.longestSilence {
                guard sendReply() else { return false }
                lastSent = now
            }
        }
        return true
    }

    /// Reads one file and adds its result.
    private mutating func read(_ job: JobRequest, _ descriptor: Int32) {
        guard job.size > 0 else { return reply.append(number: job.number, unreadable: .empty) }
        do throws(UnreadableFile) {
            try reader.read(job, descriptor, into: &reply)
        } catch {
            reply.discardFacts()
            reply.append(number: job.number, unreadable: error.reason)
        }
    }

    private mutating func sendReply() -> Bool {
        let isSent = reply.withMessage {
            photod_send(socket, $0.baseAddress, $0.count, nil, 0, 0) == $0.count
        }
        reply.begin()
        return isSent
    }

    private static func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
    }
}
