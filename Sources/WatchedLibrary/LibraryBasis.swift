import CaptureRules
import Descriptors
import Extraction
import Identities
import Logging
import OptionFiles
import PhotoModel
import PhotodConfiguration
import Reconciling
import Shots
import Sweeps
import Threads
import Thumbnails

/// What one run of a library hands on to the next: all that no number of the index occurs in.
struct LibraryBasis: Sendable {
    let stateDirectory: FilePath
    let worker: WorkerLocation
    let videoWorker: WorkerLocation?
    let environment: ProcessEnvironment
    let positionZones: PositionZones
    let groupFolders: GroupFolderTable
    let descriptors: DescriptorLedger
    /// `nil`: nobody makes thumbnails.
    let thumbnails: ThumbnailCache?
    /// Called before anything is made or moved in a state folder that may be another than the one whose lock is held.
    let holdState: @Sendable () -> Void
    let logger: Logger
    let feed = CommitFeed()
    let progress: SweepProgress
    let ownChanges = OwnChanges()
    /// Photos that the daemon had taken away when it last ran, or a recovery found taken, and that the index had still.
    let takenBefore = Monitor<[AssetID]>([])
    /// The number of the run that was made last.
    let lastRun = Monitor<UInt64>(0)
}

/// By what rules records are made.
struct LibraryRules: Sendable {
    /// For dates without an offset.
    var zones: CaptureZones
    var descriptions: DescriptionRule

    /// - Parameter places: the zones of positions.
    func builder(_ places: PositionZones) -> RecordBuilder {
        RecordBuilder(zones: zones.findingPlaces(places), descriptions: descriptions)
    }
}
