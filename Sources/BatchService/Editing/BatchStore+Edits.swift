import Batches

extension BatchStore {
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
