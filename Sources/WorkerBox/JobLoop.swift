import CShims
import ExtractionWire
import Glibc

/// Takes batches of jobs, does them and answers, until the daemon closes its end.
struct JobLoop<Table: JobTable & ~Copyable>: ~Copyable {
    private let socket: Int32
    private let closer = FileCloser()
    private var table: Table
    private var reply = ReplyEncoder()
    /// The message that is worked on, and the descriptors that came with it.
    private let message = UnsafeMutableRawBufferPointer.allocate(
        byteCount: WireFormat.maximumMessageLength,
        alignment: 16
    )
    private let descriptors = UnsafeMutableBufferPointer<Int32>.allocate(
        capacity: Int(PHOTOD_MAXIMUM_DESCRIPTORS)
    )

    /// Many files on slow storage must not look like one that is slow: what is known is sent at least so often
    /// (nanoseconds).
    private static var longestSilence: UInt64 { 100_000_000 }

    init(socket: Int32, table: consuming Table) {
        self.socket = socket
        self.table = table
        descriptors.initialize(repeating: -1)
    }

    deinit {
        message.deallocate()
        descriptors.deallocate()
    }

    /// Returns the exit status.
    mutating func run() -> Int32 {
        while true {
            var count = 0
            closer.settle()
            let length = photod_receive(
                socket,
                message.baseAddress,
                message.count,
                descriptors.baseAddress,
                &count,
                0
            )
            if length == 0 { return EX_OK }
            guard length > 0 else { return EX_IOERR }
            do throws(WireError) {
                let jobs = try RequestDecoder(UnsafeRawBufferPointer(rebasing: message[..<length]))
                guard try jobs.descriptorCount() == count else { return EX_PROTOCOL }
                guard try performAll(jobs) else { return EX_IOERR }
            } catch {
                return EX_PROTOCOL
            }
        }
    }

    /// Does the batch's jobs and answers. Returns whether the daemon is still there.
    private mutating func performAll(_ batch: RequestDecoder) throws(WireError) -> Bool {
        var jobs = batch
        var position = 0
        reply.begin()
        var lastSent = Self.now()
        while let job = try jobs.next() {
            if !reply.hasRoom(for: job.kind) {
                guard sendReply() else { return false }
                lastSent = Self.now()
            }
            let taken = position..<(position + job.descriptors.count)
            position = taken.upperBound
            try perform(job, UnsafeBufferPointer(rebasing: descriptors[taken]))
            // What a result gives back goes with it.
            for descriptor in descriptors[taken] where !reply.descriptors.contains(descriptor) {
                closer.close(descriptor)
            }
            let isLast = jobs.remaining == 0
            let now = isLast ? lastSent : Self.now()
            if isLast || now &- lastSent >= Self.longestSilence {
                guard sendReply() else { return false }
                lastSent = now
            }
        }
        return true
    }

    /// Does one job and adds its result.
    private mutating func perform(
        _ job: JobRequest,
        _ descriptors: UnsafeBufferPointer<Int32>
    ) throws(WireError) {
        guard let kind = job.kind else { return reply.append(refused: job.number) }
        let assigned = AssignedJob(
            number: job.number,
            kind: kind,
            payload: job.payload,
            sources: UnsafeBufferPointer(rebasing: descriptors[..<job.descriptors.sources]),
            targets: UnsafeBufferPointer(rebasing: descriptors[job.descriptors.sources...])
        )
        try table.perform(assigned, into: &reply)
    }

    private mutating func sendReply() -> Bool {
        let made = reply.descriptors
        let isSent = reply.withMessage {
            photod_send(socket, $0.baseAddress, $0.count, made, made.count, 0) == $0.count
        }
        for descriptor in made { close(descriptor) }
        reply.begin()
        return isSent
    }

    private static func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
    }
}
