import CaptureRules
import Extraction
import Shots

/// A shot as a crawler saw it.
struct SeenShot {
    /// All files of its stem.
    let observed: ObservedShot
    /// Which of them are its own.
    let own: Shot
    /// What workers said of them.
    let outcomes: [ExtractionOutcome]

    var primary: ObservedFile { observed.files[own.primary] }
    var companions: [ObservedFile] { own.companions.map { observed.files[$0] } }
    /// The primary one first.
    var files: [ObservedFile] { [primary] + companions }
    var material: RecordMaterial { RecordMaterial(own, of: observed) }
}
