import PhotoModel

/// Everything that may say when an asset was taken.
public struct CaptureSubject: Hashable, Sendable {
    /// What the primary file carries; `nil` where nothing could be read.
    public var facts: EmbeddedFacts?
    /// What the asset's sidecars say together (`SidecarOverlay`); `nil` where it has none.
    public var sidecar: EmbeddedFacts?
    public var fileName: FileName
    /// Nanoseconds since 1970; 0 where the file system has none.
    public var modificationTime: Int64
    /// A date set by an edit.
    public var overlay: CaptureDate?
    /// Of a video: the offset, in minutes east of UTC, of a still image with the same name.
    public var companionOffset: Int?

    public init(
        facts: EmbeddedFacts?,
        sidecar: EmbeddedFacts? = nil,
        fileName: FileName,
        modificationTime: Int64,
        overlay: CaptureDate? = nil,
        companionOffset: Int? = nil
    ) {
        self.facts = facts
        self.sidecar = sidecar
        self.fileName = fileName
        self.modificationTime = modificationTime
        self.overlay = overlay
        self.companionOffset = companionOffset
    }
}
