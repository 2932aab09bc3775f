import FolderWatch

/// Why something in a folder could not be looked at, for the one look that is under way. What stands there cannot be known then,
/// and no event need tell when it can: the folder counts as one that was not read.
final class DiskTrouble {
    private(set) var error: FolderError?

    func begin() { error = nil }

    func note(_ error: FolderError) { self.error = error }
}
