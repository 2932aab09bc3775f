import Extraction
import ExtractionWire
import Glibc
import PhotoModel
import TestSupport
import Testing
import WorkerBox

@testable import photod_extract

/// What the worker would answer about a file.
enum WorkerAnswer {
    /// As the worker does before it takes the first file, once.
    private static let warmUp: Void = ImageMetadata.warmUp()

    static func to(_ bytes: [UInt8], _ format: FileFormat, claimedSize: Int64? = nil) throws
        -> ExtractionOutcome
    {
        let folder = try TemporaryFolder()
        let descriptor = try folder.file(bytes)
        defer { close(descriptor) }
        var reader = StillReader()
        return try read(descriptor, size: claimedSize ?? Int64(bytes.count), format, with: &reader)
    }

    /// The facts of a file that can be read; a test in which it cannot has failed.
    static func facts(_ bytes: [UInt8], _ format: FileFormat) throws -> EmbeddedFacts {
        let outcome = try to(bytes, format)
        guard case .facts(let facts) = outcome else {
            Issue.record("unreadable: \(outcome)")
            return EmbeddedFacts()
        }
        return facts
    }

    static func read(
        _ descriptor: Int32,
        size: Int64,
        _ format: FileFormat,
        with reader: inout StillReader
    ) throws -> ExtractionOutcome {
        Self.warmUp
        var facts = FactEncoder()
        let job = FactsRequest(size: size, format: format.rawValue)
        do throws(UnreadableFile) {
            try reader.read(job, descriptor, into: &facts)
        } catch {
            return .unreadable(error.reason)
        }
        return .facts(try facts.payload.bytes.withUnsafeBytes { try FactDecoder.facts($0) })
    }
}
