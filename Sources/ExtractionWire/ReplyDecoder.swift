import PhotoModel

/// Reads replies. The bytes come from a process that has parsed hostile input, and are treated as such.
public enum ReplyDecoder {
    /// Replaces `results` by those of a message. After an error `results` is empty: a message is good as a whole or
    /// not at all.
    public static func decode(
        _ message: UnsafeRawBufferPointer,
        into results: inout [JobResult]
    ) throws(WireError) {
        results.removeAll(keepingCapacity: true)
        do throws(WireError) {
            var reader = ByteReader(message)
            let count = try reader.header(.reply, maximumCount: WireFormat.maximumJobs)
            for _ in 0..<count {
                results.append(try result(&reader))
            }
            try reader.end()
        } catch {
            results.removeAll(keepingCapacity: true)
            throw error
        }
    }

    private static func result(_ reader: inout ByteReader) throws(WireError) -> JobResult {
        let number: UInt32 = try reader.number()
        let outcome: UInt8 = try reader.number()
        let length: UInt16 = try reader.number()
        let fields = try reader.take(Int(length))
        guard outcome != factsOutcome else {
            return JobResult(number: number, outcome: .facts(try FactDecoder.facts(fields)))
        }
        guard let reason = UnreadableReason(rawValue: outcome) else { throw .outcome(outcome) }
        guard fields.isEmpty else { throw .length }
        return JobResult(number: number, outcome: .unreadable(reason))
    }
}
