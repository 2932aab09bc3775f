import CaptureRules
import PhotoModel

/// What the rules make of an asset now, and why.
public struct ReadingResult: Sendable {
    /// What the file says, with what its sidecars say laid over it; `nil` where nothing could be read.
    public let facts: EmbeddedFacts?
    public let date: CaptureDateReasoning
    public let description: DescriptionReasoning
}
