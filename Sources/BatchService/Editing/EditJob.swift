import Batches
import EditRules
import Editing
import Glibc
import Importing
import LibraryIndex
import LineProtocol
import PhotoModel
import WatchedLibrary

/// One `edit`: finds the photos, writes down what becomes of them, and has it done.
struct EditJob {
    let order: EditOrder
    let library: PhotoLibrary
    let store: BatchStore
    let writer: EditWriter
    /// Told of a batch that is left without an end.
    let note: (BatchError, BatchName) -> Void
    let cancellation: Cancellation
    let places: BatchPlaces

    private enum Decision {
        case unknown
        case unchanged(AssetID)
        /// Another line of the list says something of the photo already.
        case repeated(AssetID)
        /// The photo cannot have the date.
        case undatable(AssetID, DateOrder.Problem)
        /// The photo has too many keywords for some of them to be changed.
        case crowded(AssetID)
        /// By the change's position.
        case change(Int)
    }

    /// A record of the journal, and what it begins at as people see it.
    private struct Planned {
        let record: EditRecord
        let was: EditedValues
    }

    /// How long a favourite waits for stars that were written a moment ago.
    private static let starsPatience = Duration.seconds(2)

    /// - Returns: how many wait for their sidecars, or for an end; at least one where there are some.
    func run(_ reply: consuming EditReply) -> Int {
        do {
            if order.entries.contains(where: \.wish.isRelative) {
                LibraryWait.untilRead(library, cancellation)
            } else if order.entries.contains(where: { order.mayGiveStars($0.wish) }) {
                // A heart that is clicked does not wait for all that is being copied.
                LibraryWait.untilExact(library, atMost: Self.starsPatience, cancellation)
            }
            var found = try find()
            // A photo that was not found may be on the disk already.
            if found.contains(where: { $0 == nil }) {
                switch LibraryWait.whileWritable(library, cancellation) {
                case .exact: found = try find()
                case .cancelled: return reply.abandon(cancellation, of: "edit")
                case .problem(let problem):
                    return reply.finish(refusing: ProtocolError(unwritable: problem, of: "edit"))
                }
            }
            let (decisions, planned) = try decide(found)
            guard !order.isDryRun, !planned.isEmpty else {
                guard let foreseen = execution(token: "").foresee(planned.map(\.record)) else {
                    return reply.abandon(cancellation, of: "edit")
                }
                tell(decisions, &reply) { reply, position in
                    let plan = planned[position]
                    reply.addPlanned(plan.record, was: plan.was, foreseen[position])
                }
                return reply.finish(nil)
            }
            guard let batch = try carryOut(decisions, planned, &reply) else {
                return reply.abandon(cancellation, of: "edit")
            }
            return reply.finish(batch)
        } catch {
            // What was begun is brought to its end later.
            let failure = error as? BatchError
            if let failure, let begun = reply.begun { note(failure, begun) }
            let error = ProtocolError(editing: error, of: "edit", begun: reply.begun)
            return reply.finish(refusing: error) + (failure == nil ? 0 : 1)
        }
    }

    private func find() throws(IndexError) -> [EditSubject?] {
        try library.index.read { reader throws(IndexError) in
            var found: [EditSubject?] = []
            var layers = EditLayers(order.layer, library)
            for entry in order.entries {
                guard let asset = try EditDating.find(entry.word, library, reader) else {
                    found.append(nil)
                    continue
                }
                found.append(
                    try EditSubject(
                        asset,
                        in: try layers.layer(of: asset, reader),
                        asksShown: entry.wish.asksShown,
                        reader
                    )
                )
            }
            return found
        }
    }

    private func decide(_ found: [EditSubject?]) throws -> ([Decision], [Planned]) {
        let datings = try datings()
        var planned: [Planned] = []
        var seen: Set<AssetID> = []
        let decisions = zip(order.entries, found).map { entry, subject -> Decision in
            guard let subject else { return .unknown }
            let id = subject.asset.id
            let date: CaptureDate?
            do throws(DateOrder.Problem) {
                let dating = entry.wish.date.flatMap { datings[$0] }
                date = try dating?.date(of: subject)
            } catch {
                return .undatable(id, error)
            }
            var wanted = entry.wish.values(of: subject.shown, date: date)
            guard !entry.wish.isTooMuch(for: subject.shown) else { return .crowded(id) }
            guard seen.insert(id).inserted else { return order.isEach ? .repeated(id) : .unchanged(id) }
            if wanted.favorite == .yes, wanted.rating == nil, subject.lacksStars {
                wanted.rating = .value(FavoriteStars.count)
            }
            guard let change = subject.change(to: wanted) else { return .unchanged(id) }
            let layer = change.now.isForSidecars ? subject.layer : .index
            guard layer.isOnDisk || change.was != change.now else { return .unchanged(id) }
            let record = EditRecord(
                number: planned.count + 1,
                id: id,
                change: change,
                layer: layer,
                breaksLinks: order.breaksLinks,
                relative: layer.isOnDisk ? entry.wish.relative : nil
            )
            planned.append(Planned(record: record, was: subject.visible(change)))
            return .change(planned.count - 1)
        }
        return (decisions, planned)
    }

    /// What is known of each date that photos are to get. Most orders have one for all of them.
    private func datings() throws -> [DateOrder: EditDating] {
        let orders = Set(order.entries.lazy.compactMap(\.wish.date))
        guard !orders.isEmpty else { return [:] }
        let now = library.run.present
        return try library.index.snapshot { reader in
            var datings: [DateOrder: EditDating] = [:]
            for order in orders {
                datings[order] = try EditDating(order, library: library, now: now, reader)
            }
            return datings
        }
    }

    /// Everything is written down before anything is done: after a crash the rest is done at the next start.
    ///
    /// - Returns: `nil` where the daemon ends first, or a place hangs: what was begun is left to recovery.
    private func carryOut(
        _ decisions: [Decision],
        _ planned: [Planned],
        _ reply: inout EditReply
    ) throws(BatchError) -> BatchName? {
        // Whoever waited for a disk may be given up by now, and has begun nothing.
        if cancellation.isForLater { return nil }
        let token = String(UInt32.random(in: .min ... .max), radix: 16)
        let records = planned.map(\.record)
        var journal = try store.create(.edit, token: token)
        places.batch = journal.name
        for record in records { journal.text.append(record) }
        try journal.commit()
        reply.open(journal.name)
        var last = 0
        guard let outcomes = try execution(token: token).carryOut(records, &journal, after: &last) else {
            return nil
        }
        // What sidecars say now is read by whoever looks.
        if last > 0 { LibraryWait.untilRead(library, cancellation) }
        if cancellation.isGivenUp { return nil }
        tell(decisions, &reply) { reply, position in reply.add(records[position], outcomes[position]) }
        journal.text.append(outcomes, of: records)
        // What files say already is known behind the batch's name: where nothing else was to be done, nothing is to be undone.
        journal.text.appendEnd(
            .done,
            ok: outcomes.count(where: \.isChange),
            errors: outcomes.count { !$0.isDone },
            waiting: outcomes.count { $0.waiting != nil },
            time: store.now()
        )
        try journal.commit()
        return journal.name
    }

    private func execution(token: String) -> EditExecution {
        EditExecution(
            library: library,
            writer: writer,
            token: token,
            cancellation: cancellation,
            places: places
        )
    }

    /// One line a word, in the order of words.
    private func tell(
        _ decisions: [Decision],
        _ reply: inout EditReply,
        change: (inout EditReply, Int) -> Void
    ) {
        for (word, decision) in zip(order.entries.lazy.map(\.word), decisions) {
            switch decision {
            case .unknown: reply.addUnknown(word)
            case .unchanged(let id): reply.addUnchanged(id)
            case .repeated(let id): reply.addRepeated(id)
            case .undatable(let id, let problem): reply.addUndatable(id, problem)
            case .crowded(let id): reply.addCrowded(id)
            case .change(let position): change(&reply, position)
            }
        }
    }
}

extension JournalText {
    /// What of edits did not come about, and what is still to come.
    mutating func append(_ outcomes: [EditOutcome], of records: [EditRecord]) {
        for (record, outcome) in zip(records, outcomes) {
            if let failure = outcome.failure { appendFailed(record.number, failure.message) }
            if let reason = outcome.waiting { appendWaiting(record.number, reason) }
        }
    }
}

extension ProtocolError {
    /// What a client is told where an edit, or taking one back, failed as a whole.
    ///
    /// - Parameter begun: the batch that is brought to its end all the same; `nil` where nothing was begun.
    init(editing error: any Error, of command: String, begun: BatchName? = nil) {
        if let error = error as? EditDating.NoSuchModel {
            self.init(
                code: .noSuch,
                command: command,
                message:
                    "date=photo:\(ProtocolError.excerpt(error.word)): there is no such photo: \(UnknownPhoto.remedy)"
            )
            return
        }
        guard let error = error as? BatchError else {
            self.init(error, of: command)
            return
        }
        let failure = ImportError.journal(error)
        guard let begun else {
            self.init(code: failure.code, command: command, message: "\(failure)")
            return
        }
        self.init(
            code: failure.code,
            command: command,
            message:
                "\(failure); the \(command) is begun, and may be shown already: photod brings batch \(begun) to its end "
                + "by itself when that is possible, so do not repeat it"
        )
    }
}
