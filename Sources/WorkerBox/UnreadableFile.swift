import PhotoModel

/// Why a file gives no facts.
public struct UnreadableFile: Error {
    public let reason: UnreadableReason

    public init(reason: UnreadableReason) {
        self.reason = reason
    }
}
