/// What a file is to begin with, and what is to stand behind it. All between is as it was.
public struct AddedMetadata: Sendable {
    /// In place of as many bytes.
    public let head: [UInt8]
    public let tail: [UInt8]
}
