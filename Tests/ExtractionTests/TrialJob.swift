import Extraction
import ExtractionWire

/// A job of the kind that only tests know: two files in, one behind the other out.
struct TrialJob: WorkerJob {
    enum Outcome: Sendable {
        case done(String, ReceivedDescriptor?)
        case failed(UInt8)
        case refused
        case ended(JobEnd)
    }

    static let kind = JobKind.trial

    /// What the worker is to answer with.
    var label: [UInt8]

    func encode(into payload: inout WireBytes) {
        payload.append(label[...])
    }

    static func outcome(_ answer: JobAnswer) throws(WireError) -> Outcome {
        switch answer {
        case .done(let payload, let descriptor):
            guard let text = String(validating: payload, as: UTF8.self) else { throw .text }
            return .done(text, descriptor)
        case .failed(let reason): return .failed(reason)
        case .refused: return .refused
        }
    }

    static func outcome(_ end: JobEnd) -> Outcome { .ended(end) }
}

/// The same, for tests of time.
struct PatientTrialJob: WorkerJob {
    static let kind = JobKind.trial
    // Long enough for a machine that is busy with other tests.
    static let time: JobTime? = JobTime(deadline: .seconds(120), patience: .milliseconds(200))

    func encode(into payload: inout WireBytes) {}

    static func outcome(_ answer: JobAnswer) throws(WireError) -> JobEnd? { nil }

    static func outcome(_ end: JobEnd) -> JobEnd? { end }
}
