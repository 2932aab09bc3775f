import DiskReading
import LibraryIndex
import PhotoModel

/// A directory that a crawler saw, and the row of the index that stands for it.
struct ResolvedDirectory: Sendable {
    let key: Int64
    /// As the index numbers file systems.
    let filesystem: Int64
    /// The visit itself made the row: nothing else can have put files into it.
    let isFresh: Bool
    /// The row is new or was another directory's until now: what the index has there tells nothing of it.
    let isRowNew: Bool
    /// As the finding that is being carried out has it: work and options may become others within a visit.
    fileprivate(set) var seen: DirectoryPlace

    func place(of name: FileName) -> AssetPlace {
        AssetPlace(directory: key, root: seen.root, filesystem: filesystem, name: name)
    }
}

/// Remembers which row of the index stands for the directory of a crawler's visit, so that each visit walks down from
/// the root once.
struct DirectoryResolver: Sendable {
    /// Visits end without notice, so what is remembered is bounded instead.
    private static let limit = 256

    private var byVisit: [UInt64: ResolvedDirectory] = [:]

    func remembered(_ place: DirectoryPlace) -> ResolvedDirectory? {
        var directory = byVisit[place.visit]
        directory?.seen = place
        return directory
    }

    mutating func remember(
        _ place: DirectoryPlace,
        key: Int64,
        filesystem: Int64,
        isFresh: Bool,
        isRowNew: Bool = false
    ) -> ResolvedDirectory {
        if byVisit.count >= Self.limit { byVisit = [:] }
        let directory = ResolvedDirectory(
            key: key,
            filesystem: filesystem,
            isFresh: isFresh,
            isRowNew: isRowNew,
            seen: place
        )
        // What was looked at may be thousands of names.
        var kept = directory
        kept.seen.work = nil
        byVisit[place.visit] = kept
        return directory
    }

    /// Rows were moved or removed. What a visit made may have been moved too, so nothing stays known as fresh.
    mutating func forgetAll() {
        byVisit = [:]
    }
}
