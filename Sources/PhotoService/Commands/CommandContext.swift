import BatchService
import LineServer
import Roots
import WatchedLibrary

/// What commands work with. One for the whole service; every part may be used from any thread.
final class CommandContext: Sendable {
    let library: PhotoLibrary
    let imports: ImportService
    let edits: EditService
    let thumbnails: ThumbnailService
    let frames: FrameService
    let looks: DiskLooks
    let configuration: LiveConfiguration
    let statistics: ServerStatistics
    let replies: KeptReplies

    init(
        library: PhotoLibrary,
        imports: ImportService,
        edits: EditService,
        thumbnails: ThumbnailService,
        frames: FrameService,
        looks: DiskLooks,
        configuration: LiveConfiguration,
        statistics: ServerStatistics
    ) {
        self.library = library
        self.imports = imports
        self.edits = edits
        self.thumbnails = thumbnails
        self.frames = frames
        self.looks = looks
        self.configuration = configuration
        self.statistics = statistics
        replies = KeptReplies(library)
    }

    var rootLabels: RootLabels { library.rootLabels }

    /// What `status` is told from.
    var state: StatusSource {
        StatusSource(
            library: library,
            imports: imports,
            edits: edits,
            thumbnails: thumbnails,
            frames: frames,
            configuration: configuration,
            statistics: statistics
        )
    }
}
