/// A job as the worker is told of it. The descriptors of all jobs come with the message, in the same order.
public struct JobRequest {
    /// Names the job in its reply.
    public let number: UInt32
    /// `nil`: one that this end has never heard of, which it refuses to do.
    public let kind: JobKind?
    public let descriptors: JobDescriptors
    /// What it means is the kind's. Lies in the message, and is valid as long as that.
    public let payload: UnsafeRawBufferPointer
}

/// Writes requests, again and again into the same memory.
public struct RequestEncoder {
    private var message = WireBytes(
        capacity: WireFormat.headerLength
            + WireFormat.maximumJobs * (WireFormat.requestHeaderLength + FactsRequest.length)
    )
    private var count = 0

    public init() {}

    /// Begins a message.
    public mutating func begin() {
        message.begin(.request)
        count = 0
    }

    /// Adds a job; at most ``WireFormat/maximumJobs`` make a message.
    public mutating func append(
        number: UInt32,
        kind: JobKind,
        descriptors: JobDescriptors,
        payload: ArraySlice<UInt8>
    ) {
        message.append(number)
        message.append(kind.rawValue)
        message.append(UInt8(clamping: descriptors.sources))
        message.append(UInt8(clamping: descriptors.targets))
        message.append(UInt16(clamping: payload.count))
        message.append(payload)
        count += 1
    }

    /// The message, with its header filled in.
    public mutating func finish() -> [UInt8] {
        message.finish(count: count)
        return message.bytes
    }
}

/// Reads the jobs of a message, one after the other.
public struct RequestDecoder {
    private var reader: ByteReader
    /// Jobs of the message that were not read yet.
    public private(set) var remaining: Int

    public init(_ message: UnsafeRawBufferPointer) throws(WireError) {
        reader = ByteReader(message)
        remaining = try reader.header(.request, maximumCount: WireFormat.maximumJobs)
    }

    /// The next job, which keeps to the limits of its kind; `nil` behind the last.
    public mutating func next() throws(WireError) -> JobRequest? {
        guard remaining > 0 else {
            try reader.end()
            return nil
        }
        remaining -= 1
        let number: UInt32 = try reader.number()
        let kind = JobKind(rawValue: try reader.number())
        let sources: UInt8 = try reader.number()
        let targets: UInt8 = try reader.number()
        let length: UInt16 = try reader.number()
        let payload = try reader.take(Int(length))
        let descriptors = JobDescriptors(sources: Int(sources), targets: Int(targets))
        if let limits = kind?.limits {
            guard limits.admit(descriptors) else { throw .descriptors }
            guard payload.count <= limits.requestLength else { throw .payload(payload.count) }
        }
        return JobRequest(number: number, kind: kind, descriptors: descriptors, payload: payload)
    }

    /// How many descriptors go along with what remains. Throws where any of it cannot be read.
    public func descriptorCount() throws(WireError) -> Int {
        var ahead = self
        var count = 0
        while let job = try ahead.next() { count += job.descriptors.count }
        return count
    }
}
