import ExtractionWire

/// Up to 32 jobs of one kind on their way to a worker, with up to 32 descriptors, which it owns.
///
/// Thirty-two descriptors a message cost a twentieth of what one a message costs.
public struct JobBatch<Job: WorkerJob>: Sendable {
    /// The most jobs a batch holds.
    public static var capacity: Int { WireFormat.maximumJobs }

    let jobs: JobList

    /// - Parameter mayHang: whether files lie where a call may not come back. Closing one is such a call (a FUSE file system
    ///   and NFS are told of it, and waited for), and it must hold up nobody who has other jobs.
    public init(mayHang: Bool = false) {
        jobs = JobList(Job.kind, mayHang: mayHang)
    }

    /// Adds a job and takes its descriptors over, in every case: where the job is refused they are closed.
    ///
    /// - Parameters:
    ///   - sources: what the worker reads, open for nothing else.
    ///   - targets: what it writes, from the beginning.
    public func add(_ job: Job, sources: [Int32], targets: [Int32] = []) throws(JobRefusal) {
        try jobs.add(sources: sources, targets: targets) { job.encode(into: &$0) }
    }

    /// Keeps a right to have files open until the batch's descriptors are closed. One that ended before would be given to
    /// somebody else while they count still.
    public func hold(_ rights: [any AnyObject & Sendable]) { jobs.hold(rights) }

    public var count: Int { jobs.count }

    public var isEmpty: Bool { jobs.count == 0 }

    /// Whether no other job has room, whatever it brings.
    public var isFull: Bool { jobs.isFull }
}

/// Why a job is no part of a batch.
public enum JobRefusal: Error, Hashable, Sendable {
    case noRoom
    case descriptors(JobDescriptors, JobKind)
    case payload(Int, JobKind)
}

extension JobRefusal: CustomStringConvertible {
    public var description: String {
        switch self {
        case .noRoom:
            """
            a batch holds \(WireFormat.maximumJobs) jobs and as many descriptors in \
            \(WireFormat.maximumMessageLength) bytes: begin another
            """
        case .descriptors(let found, let kind):
            """
            a job of kind \(kind) has \(kind.limits.sources) descriptors to read and \(kind.limits.targets) \
            to write, not \(found.sources) and \(found.targets)
            """
        case .payload(let length, let kind):
            "a job of kind \(kind) takes \(kind.limits.requestLength) bytes along, not \(length)"
        }
    }
}
