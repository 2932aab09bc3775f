import DiskReading
import LibraryIndex
import PhotoModel

/// Remembers which row of the index stands for the directory of a crawler's visit, so that each visit walks down from
/// the root once.
struct DirectoryResolver: Sendable {
    struct Directory: Sendable {
        let key: Int64
        let root: Int64
        /// As the index numbers file systems.
        let filesystem: Int64
        /// The visit itself made the row: nothing else can have put files into it.
        let isFresh: Bool
        /// The row is new or was another directory's until now: what the index has there tells nothing of it.
        let isRowNew: Bool

        func place(of name: FileName) -> AssetPlace {
            AssetPlace(directory: key, root: root, filesystem: filesystem, name: name)
        }
    }

    /// Visits end without notice, so what is remembered is bounded instead.
    private static let limit = 256

    private var byVisit: [UInt64: Directory] = [:]

    func remembered(_ place: DirectoryPlace) -> Directory? { byVisit[place.visit] }

    mutating func remember(
        _ place: DirectoryPlace,
        key: Int64,
        filesystem: Int64,
        isFresh: Bool,
        isRowNew: Bool = false
    ) -> Directory {
        if byVisit.count >= Self.limit { byVisit = [:] }
        let directory = Directory(
            key: key,
            root: place.root,
            filesystem: filesystem,
            isFresh: isFresh,
            isRowNew: isRowNew
        )
        byVisit[place.visit] = directory
        return directory
    }

    /// Rows were moved or removed. What a visit made may have been moved too, so nothing stays known as fresh.
    mutating func forgetAll() {
        byVisit = [:]
    }
}
