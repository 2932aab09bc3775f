import ExtractionWire
import PhotoModel

/// The job of reading a file's facts.
public struct ReadFacts: WorkerJob {
    public static let kind = JobKind.readFacts

    let size: Int64
    let format: FileFormat

    public func encode(into payload: inout WireBytes) {
        FactsRequest(size: size, format: format.rawValue).encode(into: &payload)
    }

    public static func outcome(_ answer: JobAnswer) throws(WireError) -> ExtractionOutcome {
        switch answer {
        case .done(let payload, _): return .facts(try FactDecoder.facts(payload))
        case .failed(let code):
            guard let reason = UnreadableReason(rawValue: code) else { throw .reason(code) }
            return .unreadable(reason)
        case .refused: return .unreadable(.noReader)
        }
    }

    public static func outcome(_ end: JobEnd) -> ExtractionOutcome {
        switch end {
        case .crashed: .unreadable(.crashedReader)
        case .timedOut: .unreadable(.timedOut)
        case .noWorker: .unreadable(.noReader)
        case .slow: .slow
        case .unavailable: .unavailable
        case .cancelled: .cancelled
        }
    }
}

/// Files whose facts are to be read.
public typealias ExtractionBatch = JobBatch<ReadFacts>

extension JobBatch where Job == ReadFacts {
    /// Adds a file and takes its descriptor over, in every case. It must be open for reading and be a regular file.
    ///
    /// Returns whether there was room. Where there was none the descriptor is closed.
    @discardableResult
    public func add(descriptor: Int32, size: Int64, format: FileFormat) -> Bool {
        do throws(JobRefusal) {
            try jobs.add(sources: CollectionOfOne(descriptor), targets: EmptyCollection<Int32>()) {
                ReadFacts(size: size, format: format).encode(into: &$0)
            }
            return true
        } catch {
            return false
        }
    }
}
