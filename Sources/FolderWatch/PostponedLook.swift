import PhotoModel

/// An entry of a directory that is to be looked at when something is over, which barriers wait for.
public struct PostponedLook: Sendable {
    let node: NodeID
    let name: FileName
    let ticket: UInt64
}
