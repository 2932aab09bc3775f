/// One file to read, as the worker is told of it. Its descriptor comes with the message, in the same order.
public struct JobRequest: Hashable, Sendable {
    /// Names the job in its result.
    public let number: UInt32
    /// Bytes, as the daemon saw it.
    public let size: Int64
    /// `FileFormat`'s raw value, from the file's name. A number only: a worker may know fewer formats.
    public let format: UInt8

    public init(number: UInt32, size: Int64, format: UInt8) {
        self.number = number
        self.size = size
        self.format = format
    }
}

/// Writes requests, again and again into the same memory.
public struct RequestEncoder {
    private var message = MessageBytes(
        .request,
        capacity: WireFormat.headerLength + WireFormat.maximumJobs * WireFormat.jobLength
    )
    private var count = 0

    public init() {}

    /// Begins a message.
    public mutating func begin() {
        message.clear()
        count = 0
    }

    /// Adds a job; at most ``WireFormat/maximumJobs`` make a message.
    public mutating func append(_ job: JobRequest) {
        message.append(job.number)
        message.append(job.size)
        message.append(job.format)
        count += 1
    }

    /// The message, with its header filled in.
    public mutating func finish() -> [UInt8] {
        message.finish(count: count)
        return message.bytes
    }
}

public enum RequestDecoder {
    /// Replaces `jobs` by those of a message. After an error `jobs` is empty.
    public static func decode(
        _ message: UnsafeRawBufferPointer,
        into jobs: inout [JobRequest]
    ) throws(WireError) {
        jobs.removeAll(keepingCapacity: true)
        do throws(WireError) {
            var reader = ByteReader(message)
            let count = try reader.header(.request, maximumCount: WireFormat.maximumJobs)
            for _ in 0..<count {
                let number: UInt32 = try reader.number()
                let size: Int64 = try reader.number()
                guard size >= 0 else { throw .length }
                jobs.append(JobRequest(number: number, size: size, format: try reader.number()))
            }
            try reader.end()
        } catch {
            jobs.removeAll(keepingCapacity: true)
            throw error
        }
    }
}
