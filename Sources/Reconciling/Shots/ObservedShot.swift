import Extraction
import PhotoModel

/// All files of one stem in a directory. Empty files: none is left.
struct ObservedShot: Sendable {
    let stem: [UInt8]
    let files: [ObservedFile]
    /// Its files were read again on demand: what was made of them may be something else now.
    var isForced = false
}
