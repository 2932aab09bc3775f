import Batches
import EditRules
import Importing
import LibraryIndex
import LineProtocol
import PhotoModel
import Reconciling

/// One `edit`: finds the photos, writes down what becomes of them, and has it done.
struct EditJob {
    let order: EditOrder
    let library: PhotoLibrary
    let store: BatchStore
    let cancellation: Cancellation

    private enum Decision {
        case unknown
        case unchanged(AssetID)
        /// By the record's position.
        case change(Int)
    }

    func run(_ reply: consuming EditReply) {
        do {
            var found = try find()
            // It may be on the disk already.
            if found.contains(where: { $0 == nil }) {
                guard LibraryWait.untilExact(library, cancellation) else { return reply.abandon() }
                found = try find()
            }
            let (decisions, records) = decide(found)
            guard !order.isDryRun, !records.isEmpty else {
                tell(decisions, records, nil, &reply)
                return reply.finish(nil)
            }
            let batch = try carryOut(decisions, records, &reply)
            reply.finish(batch)
        } catch {
            reply.finish(refusing: ProtocolError(editing: error, of: "edit"))
        }
    }

    private func find() throws(IndexError) -> [IndexedAsset?] {
        try library.index.read { reader throws(IndexError) in
            var found: [IndexedAsset?] = []
            for word in order.words {
                switch AssetReference(word) {
                case nil: found.append(nil)
                case .id(let id): found.append(try reader.asset(id))
                case .path(let path): found.append(try AssetPath(path, library)?.find(reader))
                }
            }
            return found
        }
    }

    private func decide(_ found: [IndexedAsset?]) -> ([Decision], [EditRecord]) {
        var records: [EditRecord] = []
        var seen: Set<AssetID> = []
        let decisions = found.map { asset -> Decision in
            guard let asset else { return .unknown }
            guard seen.insert(asset.id).inserted,
                let change = EditChange(from: asset.marks.values, to: order.wanted)
            else { return .unchanged(asset.id) }
            records.append(EditRecord(number: records.count + 1, id: asset.id, change: change))
            return .change(records.count - 1)
        }
        return (decisions, records)
    }

    /// Everything is written down before anything is done: after a crash the rest is done at the next start.
    private func carryOut(
        _ decisions: [Decision],
        _ records: [EditRecord],
        _ reply: inout EditReply
    ) throws(BatchError) -> BatchName {
        let token = String(UInt32.random(in: .min ... .max), radix: 16)
        var journal = try store.create(.edit, token: token)
        for record in records { journal.text.append(record) }
        try journal.commit()
        reply.open(journal.name)
        let outcomes = EditApplication(library: library).apply(records)
        tell(decisions, records, outcomes, &reply)
        for (record, outcome) in zip(records, outcomes) where !outcome.isDone {
            journal.text.appendFailed(record.number, "\(outcome)")
        }
        let ok = outcomes.count(where: \.isDone)
        journal.text.appendEnd(.done, ok: ok, errors: outcomes.count - ok, time: store.now())
        try journal.commit()
        return journal.name
    }

    /// One line a word, in the order of words.
    private func tell(
        _ decisions: [Decision],
        _ records: [EditRecord],
        _ outcomes: [EditApplication.Outcome]?,
        _ reply: inout EditReply
    ) {
        for (word, decision) in zip(order.words, decisions) {
            switch decision {
            case .unknown: reply.addUnknown(word)
            case .unchanged(let id): reply.addUnchanged(id)
            case .change(let position):
                let record = records[position]
                guard let outcome = outcomes?[position] else {
                    reply.addPlanned(record.id, record.change)
                    continue
                }
                if outcome.isDone {
                    reply.addDone(record.id)
                } else {
                    reply.addFailed(record.id, outcome)
                }
            }
        }
    }
}

extension ProtocolError {
    /// What a client is told where an edit, or taking one back, failed as a whole.
    init(editing error: any Error, of command: String) {
        guard let error = error as? BatchError else {
            self.init(error, of: command)
            return
        }
        let failure = ImportError.journal(error)
        self.init(code: failure.code, command: command, message: "\(failure)")
    }
}
