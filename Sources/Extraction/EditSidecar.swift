import CShims
import ExtractionWire
import Glibc
import SidecarText

/// The job of writing a sidecar anew with other values.
public struct EditSidecar: WorkerJob {
    public enum Outcome: Hashable, Sendable {
        /// The new sidecar is in the target.
        case edited
        /// It says all that already.
        case unchanged
        case refused(SidecarRefusal)
        /// No worker has answered.
        case ended(JobEnd)
    }

    public static let kind = JobKind.editSidecar

    public init() {}

    public func encode(into _: inout WireBytes) {}

    public static func outcome(_ answer: JobAnswer) throws(WireError) -> Outcome {
        switch answer {
        case .done(let payload, _):
            guard payload.count == 1 else { throw .length }
            return payload[0] == 0 ? .unchanged : .edited
        case .failed(let code):
            guard let refusal = SidecarRefusal(rawValue: code) else { throw .reason(code) }
            return .refused(refusal)
        case .refused: return .ended(.noWorker)
        }
    }

    public static func outcome(_ end: JobEnd) -> Outcome { .ended(end) }
}

extension JobBatch where Job == EditSidecar {
    /// Adds a sidecar that is to be written.
    ///
    /// - Parameters:
    ///   - old: the sidecar that there is, open for reading alone; the batch takes it over in every case.
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
        try add(EditSidecar(), sources: [wish] + (old.map { [$0] } ?? []), targets: [target])
    }
}
