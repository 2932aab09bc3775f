import FolderWatch
import PhotoModel

/// A folder that is looked at, whose links are to be followed or not.
package struct LinkingFolder {
    package let work: FolderWork
    package let root: LibraryRoot
    /// From the root down to the folder.
    package let components: [FileName]

    package init(work: FolderWork, root: LibraryRoot, components: [FileName]) {
        self.work = work
        self.root = root
        self.components = components
    }
}
