import ExtractionWire

/// Which files one worker was given and has not answered. Pure.
///
/// A worker answers files in the order it was given them and takes a batch from its socket only after it has answered
/// the one before. So whatever makes it fail lies in the oldest batch with an answer missing: the batch behind that
/// one was never touched.
struct WorkerLedger {
    /// A second batch waits in the socket while the first is worked on, so that a worker never starves.
    static let depth = 2

    struct Entry {
        let batch: PendingBatch
        let firstNumber: UInt32
        var outcomes: [ExtractionOutcome]

        var isComplete: Bool { outcomes.count == batch.jobs.count }

        /// The number the next result must bear.
        var nextNumber: UInt32 { firstNumber &+ UInt32(truncatingIfNeeded: outcomes.count) }
    }

    /// A result that is not the next one due.
    struct UnexpectedResult: Error {
        let number: UInt32
    }

    private(set) var entries: [Entry] = []
    private var nextNumber: UInt32 = 0

    var isEmpty: Bool { entries.isEmpty }

    var isFull: Bool { entries.count >= Self.depth }

    /// Records a batch about to be sent, and returns the number of its first job; the others follow it.
    mutating func send(_ batch: PendingBatch) -> UInt32 {
        let first = nextNumber
        var outcomes: [ExtractionOutcome] = []
        outcomes.reserveCapacity(batch.jobs.count)
        entries.append(Entry(batch: batch, firstNumber: first, outcomes: outcomes))
        nextNumber &+= UInt32(truncatingIfNeeded: batch.jobs.count)
        return first
    }

    /// Records results, and returns the batches they complete, oldest first. After an error the worker is not to be
    /// trusted; results before the unexpected one are kept.
    mutating func accept(_ results: [JobResult]) throws(UnexpectedResult) -> [Entry] {
        var complete: [Entry] = []
        for result in results {
            guard let number = entries.first?.nextNumber, number == result.number else {
                // What is complete stays recorded: `abandon` must not lose it.
                entries.insert(contentsOf: complete, at: 0)
                throw UnexpectedResult(number: result.number)
            }
            entries[0].outcomes.append(ExtractionOutcome(result.outcome))
            if entries[0].isComplete { complete.append(entries.removeFirst()) }
        }
        return complete
    }

    /// What is left when the worker is gone.
    struct Remains {
        /// Fully answered before the worker failed.
        var complete: [Entry] = []
        /// The batch the worker failed in, with what it had answered.
        var suspect: Entry?
        /// Never taken by the worker.
        var untouched: [PendingBatch] = []
    }

    mutating func abandon() -> Remains {
        var remains = Remains()
        for entry in entries {
            if entry.isComplete {
                remains.complete.append(entry)
            } else if remains.suspect == nil {
                remains.suspect = entry
            } else {
                remains.untouched.append(entry.batch)
            }
        }
        entries.removeAll()
        return remains
    }
}

extension ExtractionOutcome {
    init(_ outcome: JobResult.Outcome) {
        switch outcome {
        case .facts(let facts): self = .facts(facts)
        case .unreadable(let reason): self = .unreadable(reason)
        }
    }
}
