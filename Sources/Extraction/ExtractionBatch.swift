import Glibc
import PhotoModel
import Synchronization

/// Up to 32 files on their way to a worker. It owns their descriptors, and closes them when it goes.
///
/// Thirty-two descriptors a message cost a twentieth of what one a message costs.
public final class ExtractionBatch: Sendable {
    /// The most files a batch holds.
    public static let capacity = 32

    struct Job: Sendable {
        let descriptor: Int32
        let size: Int64
        let format: FileFormat
    }

    private let jobs: Mutex<[Job]>

    public init() {
        var jobs: [Job] = []
        jobs.reserveCapacity(Self.capacity)
        self.jobs = Mutex(jobs)
    }

    deinit {
        jobs.withLock { jobs in
            for job in jobs where job.descriptor >= 0 { close(job.descriptor) }
        }
    }

    /// Adds a file and takes its descriptor over, in every case. It must be open for reading and be a regular file.
    ///
    /// Returns whether there was room. Where there was none the descriptor is closed.
    @discardableResult
    public func add(descriptor: Int32, size: Int64, format: FileFormat) -> Bool {
        jobs.withLock { jobs in
            guard jobs.count < Self.capacity else {
                close(descriptor)
                return false
            }
            jobs.append(Job(descriptor: descriptor, size: size, format: format))
            return true
        }
    }

    public var count: Int { jobs.withLock { $0.count } }

    public var isEmpty: Bool { count == 0 }

    public var isFull: Bool { count == Self.capacity }

    /// Takes a file out that everybody else is done with, as a batch of its own, which owns its descriptor.
    func split(_ position: Int) -> ExtractionBatch {
        let job = jobs.withLock { jobs in
            let job = jobs[position]
            jobs[position] = Job(descriptor: -1, size: job.size, format: job.format)
            return job
        }
        let batch = ExtractionBatch()
        batch.add(descriptor: job.descriptor, size: job.size, format: job.format)
        return batch
    }

    /// The jobs in the order they were added. Their descriptors stay this batch's, which must outlive their use.
    func snapshot() -> [Job] { jobs.withLock { $0 } }
}
