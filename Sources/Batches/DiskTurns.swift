import Files
import PhotoModel
import Threads

/// Who takes the name of a photo or a sidecar away, or puts another file under it: one thread at a time on each disk.
///
/// Edits have a thread, and what moves photos has another. The kernel knows no rename and no removal on condition that a name leads to
/// what it led to a moment ago, so whoever looks and then acts does both in one turn. Else a photo that went to the trash in between
/// would be made anew under its old name by its edit, or what an edit has just written be removed as the source of a copy.
///
/// A turn lasts for a few calls, all of them on the disk that it is taken on, and none is taken within another: what has to be read, or
/// asked of whoever may be writing, is so before, and in the turn only whether anybody has touched it since. So a disk that hangs holds up those alone who would hang there anyway. A disk is known by its device number, because some
/// file systems number folders anew each time that they come by them; whoever has a turn has a folder there open, so that no other disk
/// gets the number meanwhile. Two mounts of one folder of a server may be two disks.
package final class DiskTurns: Sendable {
    /// The device numbers of the disks on which it is somebody's turn.
    let taken = Monitor<Set<UInt64>>([])

    package init() {}

    /// Waits until it is nobody's turn on a folder's disk.
    package func take<Result, Failure: Error>(
        on folder: Folder,
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let device = folder.device
        taken.wait { $0.insert(device).inserted ? () : nil }
        defer { taken.update { _ = $0.remove(device) } }
        return try body()
    }
}
