import DiskReading
import FolderWatch
import OptionFiles
import PhotoModel
import Roots

/// One look at one directory.
struct Visit {
    var work: FolderWork
    let root: LibraryRoot
    let directory: Crawler.DirectoryIdentity
    /// The directory's, which its reader has open for as long as the visit lasts.
    let descriptor: Int32
    var place: DirectoryPlace
    /// Whether inode numbers in it last.
    let keepsInodes: Bool
    /// Whether it lies on a network file system.
    let mayHang: Bool
    /// The directory's own options are as they were when it was listed.
    var options: EffectiveOptions
    /// The directory's records were made with other options: all are made anew.
    var isForcedByOptions = false
    /// Names of which an earlier look has not been told: to be looked at beside those of the work.
    var heldNames: Set<FileName> = []

    /// Where the directory is, counted from the topmost root: options count from there.
    var folder: [FileName] { root.link == nil ? place.components : root.way + place.components }

    var isForced: Bool { work.force || isForcedByOptions }

    /// Whether events have told what became of what was called so.
    func explains(_ name: FileName) -> Bool { work.explained.contains(name) }
}
