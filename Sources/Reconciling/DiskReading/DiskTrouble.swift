import FolderWatch
import Synchronization

/// Why something in a folder could not be looked at, for the one look that is under way. What stands there cannot be known then,
/// and no event need tell when it can: the folder counts as one that was not read.
final class DiskTrouble: Sendable {
    private let noted = Mutex<FolderError?>(nil)

    var error: FolderError? { noted.withLock(\.self) }

    func begin() { noted.withLock { $0 = nil } }

    func note(_ error: FolderError) { noted.withLock { $0 = error } }
}
