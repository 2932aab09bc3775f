import CShims
import ExtractionWire
import Glibc
import SidecarText

/// A job that makes a file of another one with other values.
public protocol WritingJob: WorkerJob where Outcome == WritingOutcome<Refusal> {
    /// Why a worker does not do it.
    associatedtype Refusal: RawRepresentable<UInt8>, Hashable, Sendable

    init()
}

public enum WritingOutcome<Refusal: Hashable & Sendable>: Hashable, Sendable {
    /// The new file is in the target.
    case edited
    /// The file says all that already.
    case unchanged
    case refused(Refusal)
    /// No worker has answered.
    case ended(JobEnd)
}

/// Writes a sidecar anew, or for the first time.
public struct EditSidecar: WritingJob {
    public typealias Refusal = SidecarRefusal

    public static let kind = JobKind.editSidecar

    public init() {}
}

/// Writes an image with other metadata.
public struct EditImage: WritingJob {
    public typealias Refusal = ImageRefusal

    public static let kind = JobKind.editImage

    public init() {}
}

extension WritingJob {
    public func encode(into _: inout WireBytes) {}

    public static func outcome(_ answer: JobAnswer) throws(WireError) -> WritingOutcome<Refusal> {
        switch answer {
        case .done(let payload, _):
            guard payload.count == 1 else { throw .length }
            return payload[0] == 0 ? .unchanged : .edited
        case .failed(let code):
            guard let refusal = Refusal(rawValue: code) else { throw .reason(code) }
            return .refused(refusal)
        case .refused: return .ended(.noWorker)
        }
    }

    public static func outcome(_ end: JobEnd) -> WritingOutcome<Refusal> { .ended(end) }
}

extension JobBatch where Job: WritingJob {
    /// Adds a file that is to be written.
    ///
    /// - Parameters:
    ///   - old: the file that there is, open for reading alone; the batch takes it over in every case.
    ///   - target: what the new one is written into, with nothing in it; the same.
    /// - Throws: ``JobRefusal/noRoom`` where another batch is to be begun, and where there is no memory for the values.
    public func add(_ values: SidecarValues, old: Int32?, target: Int32) throws(JobRefusal) {
        let wish = SidecarWish.encode(values).bytes.withUnsafeBytes {
            photod_memory_file($0.baseAddress, $0.count)
        }
        guard wish >= 0 else {
            if let old { close(old) }
            close(target)
            throw .noRoom
        }
        try add(Job(), sources: [wish] + (old.map { [$0] } ?? []), targets: [target])
    }
}
