import IdentityStore
import LibraryIndex
import Logging
import PhotoModel
import TestSupport
import Testing

@testable import Findings
@testable import Identities
@testable import Reconciling
@testable import Sweeps

extension IdentityStore {
    /// Writes one month over whatever is there. `nil` where it is empty and so has no document any more.
    @discardableResult
    func write(
        month: MonthKey,
        generation: Int64,
        photos: [IdentityRecord],
        deleted: [IdentityRecord] = []
    ) throws(IdentityStoreError) -> DocumentStamp? {
        var batch = batch()
        var writer = try batch.begin(month, generation: generation)
        for photo in photos { try writer.append(photo) }
        let predecessor = Predecessor(try listed(month), backup: try listedBackup(month))
        try batch.stage(writer, deleted: deleted, after: predecessor)
        return try batch.commit().first?.stamp
    }
}

/// A desk's identity documents, written and read as the daemon does, without its threads.
extension Desk {
    private static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    func documents() throws -> IdentityStore {
        try IdentityStore(directory: FilePath(folder.path("identity")))
    }

    /// Writes what is due, as at shutdown.
    func writeDocuments(to store: IdentityStore) throws {
        let queue = FindingQueue()
        // Nobody writes but this thread.
        queue.stop()
        _ = queue.next()
        let keeper = IdentityKeeper(
            store: store,
            groupFolders: try GroupFolderTable(directory: folder.location, logger: Self.logger),
            index: index,
            progress: SweepProgress(),
            change: OrderlyChange(queue: queue, index: index, feed: CommitFeed()),
            logger: Self.logger
        )
        keeper.stop()
        keeper.run()
    }

    /// The months whose documents are not written yet.
    func dueDocuments() throws -> [MonthKey] {
        try index.read { reader throws(IndexError) in try reader.documents() }
            .filter { $0.generation != $0.written }.map(\.month)
    }

    static func restore(_ index: LibraryIndex, from store: IdentityStore) throws {
        try IdentityRestorer(store: store, index: index, logger: logger) { body throws(IndexError) in
            _ = try index.write(body)
        }.restore()
    }

    func mark(_ path: String, _ marks: AssetMarks) throws {
        let asset = try #require(try asset(path))
        _ = try index.write { writer throws(IndexError) in
            try writer.setMarks(marks, of: asset, describedGroup: nil, revision: asset.revision + 1)
        }
    }
}
