import CShims
import Extraction
import ExtractionWire
import Files
import Glibc
import PhotoModel
import SidecarText
import Threads

/// Has workers write files anew, in memory. What they read is in memory as well, but for a TIFF: they never write to a disk.
final class WritingWorkers<Job: WritingJob>: Sendable {
    struct Order: Sendable {
        let values: SidecarValues
        /// `nil`: there is none.
        let old: Old?
    }

    enum Old: Sendable {
        case bytes([UInt8])
        case tiff(OpenTIFF)
    }

    enum Outcome: Sendable {
        case edited([UInt8])
        case unchanged
        case refused(Job.Refusal)
        case ended(JobEnd)
    }

    private let pool: ExtractionPool
    private let sizeLimit: Int

    /// - Parameter sizeLimit: bytes of a new file at most.
    init(_ pool: ExtractionPool, sizeLimit: Int) {
        self.pool = pool
        self.sizeLimit = sizeLimit
    }

    /// What became of each.
    func edit(_ orders: [Order]) -> [Outcome] {
        // A wish, an old file and a new one: so many have room in a message.
        let ordersInABatch = 10
        let answers = Monitor<[Int: [WritingOutcome<Job.Refusal>]]>([:])
        var targets: [MemoryFile] = []
        var starts: [Int] = []
        var isShort = false
        for start in stride(from: 0, to: orders.count, by: ordersInABatch) {
            let batch = JobBatch<Job>()
            for order in orders[start...].prefix(ordersInABatch) {
                guard !isShort, let target = MemoryFile(), add(order, to: batch, target) else {
                    isShort = true
                    break
                }
                targets.append(target)
            }
            guard !batch.isEmpty else { break }
            starts.append(start)
            pool.submit(batch, patience: .seconds(10)) { outcomes in
                answers.update { $0[start] = outcomes }
            }
        }
        let count = starts.count
        let outcomes = answers.wait { answers in
            answers.count == count ? starts.flatMap { answers[$0] ?? [] } : nil
        }
        return orders.indices.map { index in
            guard index < outcomes.count else { return .ended(.unavailable) }
            switch outcomes[index] {
            case .edited:
                return targets[index].bytes(limit: sizeLimit).map { .edited($0) } ?? .ended(.crashed)
            case .unchanged: return .unchanged
            case .refused(let refusal): return .refused(refusal)
            case .ended(let end): return .ended(end)
            }
        }
    }

    /// `false` where there are no descriptors left, or no memory.
    private func add(_ order: Order, to batch: JobBatch<Job>, _ target: MemoryFile) -> Bool {
        let written = target.duplicate()
        guard written >= 0 else { return false }
        var old: Int32?
        if let source = order.old {
            let file =
                switch source {
                case .bytes(let bytes):
                    bytes.withUnsafeBytes { photod_memory_file($0.baseAddress, $0.count) }
                case .tiff(let open): fcntl(open.file.descriptor, F_DUPFD_CLOEXEC, 0)
                }
            guard file >= 0 else {
                close(written)
                return false
            }
            old = file
        }
        do throws(JobRefusal) { try batch.add(order.values, old: old, target: written) } catch {
            return false
        }
        return true
    }
}
