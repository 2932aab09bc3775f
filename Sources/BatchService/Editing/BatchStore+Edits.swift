import Batches

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
}
