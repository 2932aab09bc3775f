import PhotoModel

/// A subdirectory that a crawler came upon.
public struct DiscoveredFolder: Sendable {
    public let name: FileName
    public let node: NodeID
    /// The tree had none there: it is marked with all below it, so a visit of its own follows. One that was there may
    /// have come by a rename, of which nothing follows for what is in it.
    public let isNew: Bool
}
