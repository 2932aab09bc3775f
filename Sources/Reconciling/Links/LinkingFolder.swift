import FolderWatch
import PhotoModel

/// A folder that is looked at, whose links are to be followed or not.
struct LinkingFolder {
    let work: FolderWork
    let root: LibraryRoot
    /// From the root down to the folder.
    let components: [FileName]
}
