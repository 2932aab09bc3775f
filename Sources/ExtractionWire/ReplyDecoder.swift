/// Reads the results of a reply, one after the other. The bytes come from a process that has parsed hostile input, and
/// are treated as such. A result that can be read is as good as if it had come alone, whatever comes behind it.
public struct ReplyDecoder {
    private var reader: ByteReader
    /// Results of the message.
    public let count: Int
    /// Results that were not read yet.
    private var remaining: Int

    public init(_ message: UnsafeRawBufferPointer) throws(WireError) {
        reader = ByteReader(message)
        count = try reader.header(.reply, maximumCount: WireFormat.maximumJobs)
        remaining = count
    }

    /// The next result; `nil` behind the last. Limits of its kind are for whoever knows the job.
    public mutating func next() throws(WireError) -> JobReply? {
        guard remaining > 0 else {
            try reader.end()
            return nil
        }
        remaining -= 1
        let number: UInt32 = try reader.number()
        let code: UInt8 = try reader.number()
        let detail: UInt8 = try reader.number()
        let length: UInt16 = try reader.number()
        let payload = try reader.take(Int(length))
        guard let known = JobReply.Code(rawValue: code) else { throw .outcome(code) }
        switch known {
        case .done:
            guard detail <= 1 else { throw .descriptors }
            return JobReply(number: number, outcome: .done(payload, hasDescriptor: detail == 1))
        case .refused:
            guard payload.isEmpty, detail == 0 else { throw .length }
            return JobReply(number: number, outcome: .refused)
        case .failed:
            guard payload.isEmpty else { throw .length }
            return JobReply(number: number, outcome: .failed(detail))
        }
    }
}
