/// How a directory that could not be read has to be looked at when it can be.
struct OwedLook: Equatable, Sendable {
    /// `.listing` at least: names that were to be looked at are among what is listed.
    private(set) var kind = FolderWork.Kind.listing
    private(set) var force = false

    init() {}

    /// - Parameter work: what could not be done.
    init(_ work: FolderWork) {
        kind = max(.listing, work.kind)
        force = work.force
    }

    mutating func add(_ other: OwedLook) {
        kind = max(kind, other.kind)
        force = force || other.force
    }
}
