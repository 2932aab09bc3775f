import PhotoModel

/// What a batch was for.
public enum BatchKind: String, Hashable, Sendable {
    case `import`
    case edit
    /// Shots that somebody put into the trash.
    case trash
    /// Frames of a video that became photos.
    case frame
}

/// What became of a batch.
public enum BatchState: String, Hashable, Sendable {
    /// The batch has no end yet: it is under way, or waits for a folder that is offline.
    case unfinished
    /// The batch came to its end, or was cancelled.
    case done
    /// photod or the machine stopped in its middle, and what was begun was brought to an end afterwards.
    case recovered
    /// At least a part of the batch was put back.
    case undone
}

/// A line of `batches`.
public struct BatchSummary: Hashable, Sendable {
    public let name: BatchName
    public let kind: BatchKind
    /// When it began: `2026-11-21T10:15:00+01:00`.
    public let time: String
    /// How many units were imported, and how many refused. Both 0 while unfinished.
    public let ok: Int
    public let errors: Int
    /// Edits that are shown, and wait until their files can be written: of those that are ok.
    public let waiting: Int
    /// Edits that waited until somebody has said otherwise: written should that be taken back.
    public let overtaken: Int
    /// What an undo could not put back, and may when it is tried again.
    public let left: Int
    public let state: BatchState
    /// Which batch it is of all, by when they were begun and not by what the clock said; `nil` in journals of earlier builds.
    package let order: Int?
}
