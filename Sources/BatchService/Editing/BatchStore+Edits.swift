import Batches
import EditRules
import PhotoModel

extension BatchStore {
    /// Whether something waits for its files, or may have to be written as what had overtaken it is taken back; or that cannot be told.
    /// An undo that an earlier run ended may not have come to write it.
    var hasEditsToTry: Bool {
        var isUnknown = false
        do throws(BatchError) {
            let batches = try list { isUnknown = isUnknown || $1.isShortage }
            var isLaterUndone = false
            for batch in batches where batch.kind == .edit {
                if batch.waiting > 0 || isLaterUndone && batch.overtaken > 0 { return true }
                isLaterUndone = isLaterUndone || batch.state == .undone
            }
            return isUnknown
        } catch { return true }
    }

    /// `nil` where the batch is no edit, or cannot be read: whoever recovers imports tells of that.
    ///
    /// - Throws: where that cannot be told for want of descriptors or memory.
    func editSummary(of name: BatchName) throws(BatchError) -> BatchSummary? {
        do throws(BatchError) {
            guard let summary = try summary(of: name), summary.kind == .edit else { return nil }
            return summary
        } catch {
            if error.isShortage { throw error }
            return nil
        }
    }

    /// The numbers of those that are to undo a batch of which later edits that stand have said otherwise. What a photo says by now does
    /// not tell that: a later edit may have given it the value that it had before.
    ///
    /// - Throws: where journals cannot be read for want of descriptors or memory. One that nobody can read is a problem of the status,
    ///   and tells nothing here.
    func overtaken(among records: [EditRecord], of batch: BatchName) throws(BatchError) -> Set<Int> {
        let later = try editedLater(than: batch, among: Set(records.map(\.id)))
        return Set(
            records.filter { record in
                later[record.id].map { !$0.differing(from: record.change.was).isEmpty } ?? false
            }.map(\.number)
        )
    }

    /// What is yet to be done of a batch that was cut off, without what later edits have said otherwise: somebody was told that that is
    /// done. Which of them are later than an undo is not known, so each is; those that it was to pass over it has passed over.
    ///
    /// - Throws: as `overtaken`.
    func standing(_ records: [EditRecord], of batch: BatchName) throws(BatchError) -> [EditRecord] {
        guard !records.isEmpty else { return [] }
        let later = try editedLater(than: batch, among: Set(records.map(\.id)))
        return records.compactMap { record in
            record.without(later[record.id]?.differing(from: record.change.now) ?? [])
        }
    }

    /// What later edits that stand have said of photos last.
    private func editedLater(
        than batch: BatchName,
        among ids: Set<AssetID>
    ) throws(BatchError) -> [AssetID: EditedValues] {
        var shortage: BatchError?
        let batches = try list { _, error in
            if error.isShortage { shortage = error }
        }
        if let shortage { throw shortage }
        var later: [AssetID: EditedValues] = [:]
        for summary in batches.prefix(while: { $0.name != batch }).reversed() where summary.kind == .edit {
            let found: BatchContent?
            do throws(BatchError) { found = try content(of: summary.name) } catch {
                if error.isShortage { throw error }
                continue
            }
            guard let content = found else { continue }
            for edit in content.remainingEdits.reversed() where ids.contains(edit.id) {
                for property in edit.change.now.properties {
                    later[edit.id, default: EditedValues()].take(property, from: edit.change.now)
                }
            }
        }
        return later
    }
}

extension EditRecord {
    /// - Returns: `nil` where nothing is left, or it takes back what files are to be.
    fileprivate func without(_ properties: [EditedProperty]) -> EditRecord? {
        guard !properties.isEmpty else { return self }
        guard undoes == nil else { return nil }
        var (was, now) = (change.was, change.now)
        for property in properties {
            was.forget(property)
            now.forget(property)
        }
        guard !now.properties.isEmpty else { return nil }
        return EditRecord(
            number: number,
            id: id,
            change: EditChange(was: was, now: now),
            layer: layer,
            breaksLinks: breaksLinks,
            relative: RelativeOrder(
                keywords: properties.contains(.keywords) ? nil : relative?.keywords,
                date: properties.contains(.date) ? nil : relative?.date
            )
        )
    }
}

extension EditedValues {
    /// The properties of `other` of which this says something else.
    fileprivate func differing(from other: EditedValues) -> [EditedProperty] {
        other.properties.filter { property in
            switch (speech(of: property), other.speech(of: property)) {
            case (.silent, _), (.unset, .unset): false
            default: !agrees(with: other, on: property)
            }
        }
    }
}
