/// What a worker is asked to do. The numbers are those of the wire.
///
/// A worker's table of jobs switches over all of them, so that the compiler asks of each what it does with a new one.
public enum JobKind: UInt8, CaseIterable, Sendable {
    /// A file in, its facts out: `FactsRequest` and `FactEncoder`.
    case readFacts = 1
    /// A `SidecarWish` in, and the sidecar that there is, if any; the new sidecar into the target. Of one that says all that
    /// already nothing is written.
    case editSidecar = 2
    /// A `SidecarWish` in, and what of an image stands before its picture; the same with other metadata into the target. Of a TIFF
    /// the file itself in, and into the target as many bytes as it begins with (`TIFFHead`), and what is to stand behind the file. Of
    /// one that says all that already nothing is written.
    case editImage = 3
    /// An image in, its picture as a small PNG into the target: `ThumbnailWish` and `RenderedPicture`.
    case renderThumbnail = 4
    /// An image in, a picture of it to be looked at into the target: `PreviewWish` and `RenderedPicture`.
    case renderPreview = 6
    /// A video in, one of its frames as a picture into the target: `FrameWish` and `FrameAnswer`.
    case takeFrame = 8
    /// A video in, what it is out: `VideoDescription`.
    case describeVideo = 9
    /// Two files in, one behind the other out: for tests of what all jobs have in common. No worker that is installed
    /// knows it.
    case trial = 255
}

/// How many descriptors go along with a job. On the wire those to read come before those to write.
public struct JobDescriptors: Hashable, Sendable {
    /// To be read.
    public let sources: Int
    /// Made by the daemon, to be written. What stands in them is no matter: a job may be done again by another worker.
    public let targets: Int

    public init(sources: Int, targets: Int) {
        self.sources = sources
        self.targets = targets
    }

    public var count: Int { sources + targets }
}

/// What a job of a kind may take along and bring back. Each end holds itself and the other one to it.
public struct JobLimits: Sendable {
    public let sources: ClosedRange<Int>
    public let targets: ClosedRange<Int>
    /// Bytes of a payload at most, there and back.
    public let requestLength: Int
    public let replyLength: Int
    /// Whether a descriptor may come back.
    public let returnsDescriptor: Bool

    public func admit(_ descriptors: JobDescriptors) -> Bool {
        sources.contains(descriptors.sources) && targets.contains(descriptors.targets)
    }
}

extension JobKind {
    public var limits: JobLimits {
        switch self {
        case .readFacts:
            JobLimits(
                sources: 1...1,
                targets: 0...0,
                requestLength: FactsRequest.length,
                replyLength: WireFormat.maximumFactsLength,
                returnsDescriptor: false
            )
        case .editSidecar:
            JobLimits(
                sources: 1...2,
                targets: 1...1,
                requestLength: 0,
                replyLength: 1,
                returnsDescriptor: false
            )
        case .editImage:
            JobLimits(
                sources: 2...2,
                targets: 1...1,
                requestLength: 0,
                replyLength: 1,
                returnsDescriptor: false
            )
        case .renderThumbnail:
            JobLimits(
                sources: 1...1,
                targets: 1...1,
                requestLength: ThumbnailWish.length,
                replyLength: RenderedPicture.length,
                returnsDescriptor: false
            )
        case .renderPreview:
            JobLimits(
                sources: 1...1,
                targets: 1...1,
                requestLength: PreviewWish.length,
                replyLength: RenderedPicture.length,
                returnsDescriptor: false
            )
        case .takeFrame:
            JobLimits(
                sources: 1...1,
                targets: 1...1,
                requestLength: FrameWish.length,
                replyLength: FrameAnswer.length,
                returnsDescriptor: false
            )
        case .describeVideo:
            JobLimits(
                sources: 1...1,
                targets: 0...0,
                requestLength: 0,
                replyLength: VideoDescription.length,
                returnsDescriptor: false
            )
        case .trial:
            JobLimits(
                sources: 2...2,
                targets: 0...1,
                requestLength: 64,
                replyLength: 64,
                returnsDescriptor: true
            )
        }
    }
}
