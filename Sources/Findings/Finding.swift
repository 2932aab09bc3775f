import DiskReading
import FolderWatch
import LibraryIndex
import PhotoModel
import Shots

/// What a crawler found; the writer compares it with the index.
package enum Finding: Sendable {
    /// A directory that the crawler's snapshot did not have, or had with another inode.
    case directory(DirectoryPlace)
    /// A directory that was somewhere else and stands here now. No visit of its own has to follow.
    case directoryMoved(DirectoryPlace)
    /// Stems of which at least one file is new, changed or gone.
    case shots(DirectoryPlace, [ObservedShot])
    /// A directory of this name is gone from inside this one.
    case directoryGone(DirectoryPlace, FileName)
    /// A directory of this name counts for nothing any more, though it may still stand there.
    case directoryIgnored(DirectoryPlace, FileName)
    /// All records of the directory are made with these options of its folder.
    case rules(DirectoryPlace, FolderRules)
    /// A link to a folder is not followed any more: the root that it led to leaves the index.
    case linkGone(NodeID)
    /// Everything the work led to has been said.
    case finished([FolderWork])
}
