import Batches

/// What came of a whole batch.
public struct BatchResult: Hashable, Sendable {
    /// `nil` where there was nothing to do: no journal was written.
    public let batch: BatchName?
    /// Units that were placed, trashed or put back.
    public let ok: Int
    /// Units that stay where they are and need not be elsewhere.
    public let unchanged: Int
    public let errors: Int
    /// Folders that the batch made and that could not be looked after, of `undo`.
    public var problems: [ImportError] = []
    /// Whether nothing is left to recovery.
    public var hasEnd = true
    /// Whether there is nothing that an undo could take back, of an import: nothing has arrived, and no folder that it made stays.
    public var isInVain = false
}
