/// A directory in the watch tree. A number is used again after its directory is gone, the generation tells
/// the two apart: a stale handle finds nothing, never another directory.
public struct NodeID: Hashable, Sendable {
    let index: Int32
    let generation: UInt32
}
