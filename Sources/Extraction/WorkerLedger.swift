/// Which jobs one worker was given and has not answered. Pure.
///
/// A worker answers jobs in the order it was given them and takes a batch from its socket only after it has answered
/// the one before. So whatever makes it fail lies in the oldest batch: the batch behind that one was never touched.
struct WorkerLedger {
    /// A second batch waits in the socket while the first is worked on, so that a worker never starves.
    static let depth = 2

    struct Entry {
        let batch: PendingBatch
        let firstNumber: UInt32
        /// Jobs of which something is noted, and those of them that are slow.
        var answered = 0
        var slow = 0

        var isComplete: Bool { answered == batch.count }

        /// The number the next result must bear.
        var nextNumber: UInt32 { firstNumber &+ UInt32(truncatingIfNeeded: answered) }
    }

    /// A result that is not the next one due.
    struct UnexpectedResult: Error {
        let number: UInt32
    }

    /// Batches that were sent, the oldest first. None of them is complete.
    private(set) var entries: [Entry] = []
    private var nextNumber: UInt32 = 0

    var isEmpty: Bool { entries.isEmpty }

    var isFull: Bool { entries.count >= Self.depth }

    /// Whether a descriptor may come with the next reply.
    var mayReturnDescriptors: Bool { entries.contains { $0.batch.jobs.limits.returnsDescriptor } }

    /// Records a batch about to be sent, which is not empty, and returns the number of its first job; the others follow it.
    mutating func send(_ batch: PendingBatch) -> UInt32 {
        let first = nextNumber
        entries.append(Entry(batch: batch, firstNumber: first))
        nextNumber &+= UInt32(truncatingIfNeeded: batch.count)
        return first
    }

    /// The batch of a job that was answered. After an error the worker is not to be trusted.
    func due(_ number: UInt32) throws(UnexpectedResult) -> PendingBatch {
        guard let entry = entries.first, entry.nextNumber == number else {
            throw UnexpectedResult(number: number)
        }
        return entry.batch
    }

    /// Records that the job that was due is answered. Returns its batch where that was the last one of it.
    mutating func settle() -> Entry? {
        guard !entries.isEmpty else { return nil }
        entries[0].answered += 1
        return entries[0].isComplete ? entries.removeFirst() : nil
    }

    /// What is left when the worker is gone.
    struct Remains {
        /// The batch the worker failed in, with what it had answered.
        let suspect: Entry?
        /// Never taken by the worker.
        let untouched: [PendingBatch]
    }

    mutating func abandon() -> Remains {
        defer { entries.removeAll() }
        return Remains(suspect: entries.first, untouched: entries.dropFirst().map(\.batch))
    }
}
