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

    /// The numbers of edits of which later ones that stand have said otherwise. What a photo says by now does not tell that: a later
    /// edit may have given it the value that it had before.
    ///
    /// - Parameter records: what a batch has yet to do, or what is to undo it.
    /// - Throws: where journals cannot be read for want of descriptors or memory. One that nobody can read is a problem of the status,
    ///   and tells nothing here.
    func overtaken(among records: [EditRecord], of batch: BatchName) throws(BatchError) -> Set<Int> {
        let later = try editedLater(than: batch, among: Set(records.map(\.id)))
        return Set(
            records.filter { record in later[record.id].map(record.isOvertaken(by:)) ?? false }.map(\.number)
        )
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
    /// Whether a later edit has said something else than the one that this is, or takes back.
    fileprivate func isOvertaken(by later: EditedValues) -> Bool {
        let own = undoes == nil ? change.now : change.was
        return own.properties.contains { property in
            switch (later.speech(of: property), own.speech(of: property)) {
            case (.silent, _), (.unset, .unset): false
            default: !later.agrees(with: own, on: property)
            }
        }
    }
}
