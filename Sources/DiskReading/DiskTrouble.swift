import FolderWatch
import Synchronization

/// Why something in a folder could not be looked at, for the one look that is under way. What stands there cannot be known then,
/// and no event need tell when it can: the folder counts as one that was not read.
package final class DiskTrouble: Sendable {
    private let noted = Mutex<FolderError?>(nil)

    package init() {}

    package var error: FolderError? { noted.withLock(\.self) }

    package func begin() { noted.withLock { $0 = nil } }

    package func note(_ error: FolderError) { noted.withLock { $0 = error } }
}
