import IdentityStore
import LibraryIndex
import PhotoModel

/// How documents take their places.
extension IdentityKeeper {
    /// Documents that are synced and renamed together.
    private static let batchSize = 32
    /// With so many months that cannot be written it is the disk, and the others are not tried.
    private static let mostFailures = 8

    /// Writes what can be written: a month that cannot be put in its place keeps no others from theirs, but for those that
    /// photos have left for it.
    ///
    /// - Throws: when that is done, what kept the first from being written.
    func write(_ months: [MonthKey], in order: DocumentOrder) throws {
        var rest = months[...]
        var leftOut: Set<MonthKey> = []
        var failures = 0
        var trouble: IdentityStoreError?
        while let first = rest.first {
            guard !order.waits(first, forAnyOf: leftOut) else {
                leftOut.insert(first)
                rest = rest.dropFirst()
                continue
            }
            let batch = rest.prefix(Self.batchSize).prefix { !order.waits($0, forAnyOf: leftOut) }
            do {
                let (count, waits) = try write(Array(batch), of: Set(rest), in: order)
                rest = rest.dropFirst(count)
                guard count == 0 || waits else { continue }
                // Somebody is saving it, or has saved it since it was read. What goes from month to month is written
                // where it comes to first, then as well.
                monitor.withLock { $0.order.add(order) }
                schedule()
                guard let next = rest.first else { break }
                leftOut.insert(next)
                rest = rest.dropFirst()
            } catch let error as IdentityStoreError {
                trouble = trouble ?? error
                leftOut.insert(first)
                failures += 1
                guard failures < Self.mostFailures else { break }
                rest = rest.dropFirst()
            }
        }
        if let trouble { throw trouble }
    }

    /// Writes months up to the first that cannot be written now.
    ///
    /// - Parameter rest: these, and the others whose turn comes after them.
    /// - Returns: how many, and whether the next one waits for a month that is not among the rest.
    /// - Throws: of a month's document, where it is that of the first.
    private func write(
        _ months: [MonthKey],
        of rest: Set<MonthKey>,
        in order: DocumentOrder
    ) throws -> (count: Int, waits: Bool) {
        var predecessors: [(month: MonthKey, predecessor: Predecessor)] = []
        for month in months {
            do {
                guard let predecessor = try absorbEdits(of: month) else { break }
                predecessors.append((month, predecessor))
            } catch let error as IdentityStoreError {
                guard !predecessors.isEmpty else { throw error }
                break
            }
        }
        var batch = store.batch()
        var generations: [MonthKey: Int64] = [:]
        var waits = false
        // Of one snapshot: a photo that changes its month meanwhile is in both as they are, or in both as they were.
        try index.snapshot { reader in
            // Photos may have moved since the order was made. The months that they came to go first, and are not among these.
            let due = try reader.documents().filter { $0.generation != $0.written }.map(\.month)
            let others = Set(due).subtracting(rest)
            let order = monitor.withLock { $0.order }.adding(order)
            for (month, predecessor) in predecessors {
                waits = order.waits(month, forAnyOf: others)
                guard !waits else { return }
                let content = try MonthContent(month, reader)
                do throws(IdentityStoreError) {
                    var writer = try batch.begin(month, generation: content.generation)
                    for record in content.records { try writer.append(record) }
                    try batch.stage(writer, deleted: content.deleted, after: predecessor)
                } catch {
                    guard !generations.isEmpty else { throw error }
                    return
                }
                generations[month] = content.generation
            }
        }
        let committed = try batch.commit()
        _ = try index.write { writer throws(IndexError) in
            for document in committed {
                guard let generation = generations[document.month] else { continue }
                try writer.setDocument(
                    IndexedDocument(
                        month: document.month,
                        generation: generation,
                        written: generation,
                        size: document.stamp?.size,
                        modificationTime: document.stamp?.modificationTime,
                        checksum: document.stamp.map { Fingerprint(high: $0.hash.high, low: $0.hash.low) }
                    )
                )
            }
        }
        // Where not all is in its place, what was staged next comes first.
        return (committed.count, waits && committed.count == generations.count)
    }

    /// What someone has edited since it was written is read before it is replaced.
    ///
    /// - Returns: what may be replaced; `nil` where somebody is writing still.
    private func absorbEdits(of month: MonthKey) throws -> Predecessor? {
        guard var document = try store.listed(month) else {
            return Predecessor(nil, backup: try store.listedBackup(month))
        }
        let known = try index.read { reader throws(IndexError) in try reader.document(of: month) }
        if known?.size != document.size || known?.modificationTime != document.modificationTime {
            // What was edited may belong to an asset of another month by now.
            schedule()
            switch try restorer.absorb(month) {
            case .done(let read): document = read
            case .gone: return Predecessor(nil, backup: try store.listedBackup(month))
            case .unfinished: return nil
            }
        }
        guard let backup = try store.listedBackup(month) else { return Predecessor(document, backup: nil) }
        if backup.isYounger(than: document) {
            schedule()
            switch try restorer.absorbLate(backup) {
            case .done: break
            case .gone: return Predecessor(document, backup: try store.listedBackup(month))
            case .unfinished: return nil
            }
        }
        return Predecessor(document, backup: backup)
    }
}
