import IdentityStore
import PhotoModel
import Threads

extension ListedDocument {
    /// How long a document is left alone after somebody wrote to it, in nanoseconds: an editor may not be done yet.
    static let settling: Int64 = 1_000_000_000

    /// Whether nobody has written to it for that long, by the clock that files have.
    var isSettled: Bool {
        let age = WallClock.now().subtractingSaturating(modificationTime)
        // One from the future has no age.
        return age >= Self.settling || age < 0
    }
}
