import ExtractionWire
import PhotoModel

/// Does the jobs that read facts, with a reader of some formats.
public struct FactReading<Reader: MetadataReader & ~Copyable>: ~Copyable {
    private var reader: Reader
    private var facts = FactEncoder()

    public init(_ reader: consuming Reader) {
        self.reader = reader
    }

    public mutating func warmUp() {
        reader.warmUp()
    }

    /// Reads a job's file and adds the result.
    public mutating func perform(_ job: AssignedJob, into reply: inout ReplyEncoder) throws(WireError) {
        let request = try FactsRequest(decoding: job.payload)
        guard let descriptor = job.sources.first else { throw .descriptors }
        facts.begin()
        do throws(UnreadableFile) {
            guard request.size > 0 else { throw UnreadableFile(reason: .empty) }
            try reader.read(request, descriptor, into: &facts)
        } catch {
            return reply.append(number: job.number, failed: error.reason.rawValue)
        }
        try reply.append(number: job.number, of: job.kind, done: facts.payload)
    }
}
