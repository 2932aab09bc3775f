import GroupView
import PhotoModel
import Threads

/// What is known of a view as it was left.
struct ViewMemory {
    let view: FilePath
    let realPath: FilePath
    let identity: ViewIdentity
    let roots: [Int64: FilePath]
    /// The number in the change log up to which it is in step.
    var position: Int64
    /// When to look over everything because of what could not be done.
    var again: UInt64?

    var isToBeLookedOver: Bool { again.map { $0 <= MonotonicClock.now() } ?? false }

    /// Whether a view is still the same, and what its links lead to is where it was.
    func isOf(_ directory: borrowing ViewDirectory, _ roots: ViewRoots) -> Bool {
        guard !directory.isNew, view == directory.path, realPath == directory.realPath else { return false }
        return identity == directory.identity && !roots.differ(from: self.roots)
    }
}
