import Glibc
import PhotoModel

/// One write transaction. Every method does its share of the bookkeeping: counts, change log, and which months'
/// identity documents have to be written anew.
public final class IndexWriter {
    let connection: Connection
    /// Reads what this transaction sees, its own changes included.
    public let reader: IndexReader
    let countsInBulk: Bool
    let overlayRules: OverlayRules

    private var recorder = ChangeRecorder()
    private var dirtyDocuments: Set<MonthKey> = []
    var counts = CountLedger()
    /// Directories whose digests this transaction has forgotten; 0 stands for all.
    var undigested: Set<Int64> = []
    /// Former names of file systems that nothing has any more: each directory asks for it, and finding what has one reads a table.
    var renamedFilesystems: Set<String> = []
    /// Whether there are hashes of whole contents; `nil` as long as nobody asked.
    var knowsContents: Bool?
    private(set) var touchedMonths: Set<MonthKey> = []
    private(set) var countedMonths: Set<MonthKey> = []
    private(set) var coveredMonths: Set<MonthKey> = []
    private(set) var directoriesMoved = false
    private(set) var groups = TouchedGroups()

    private var groupKeys: [String: Int64] = [:]
    private var cameraKeys: [Camera: Int64] = [:]

    private struct Camera: Hashable {
        let make: String
        let model: String
    }

    init(connection: Connection, countsInBulk: Bool, overlayRules: OverlayRules) {
        self.overlayRules = overlayRules
        self.connection = connection
        self.countsInBulk = countsInBulk
        reader = IndexReader(connection: connection, epoch: 0)
    }

    // MARK: Bookkeeping

    /// Records a change of an asset for the log, the counts' listeners and the identity documents.
    func note(_ id: AssetID, before: LoggedState?, after: LoggedState?) {
        recorder.record(id, before: before, after: after)
        for month in [before?.month, after?.month] {
            guard let month else { continue }
            touchedMonths.insert(month)
            dirtyDocuments.insert(month)
            if before?.month != after?.month { countedMonths.insert(month) }
        }
    }

    /// In a bulk transaction no trigger sees a directory's assets change roots.
    func countMove(of assets: [IndexedAsset], to newRoot: Int64) throws(IndexError) {
        guard countsInBulk else { return }
        for asset in assets where asset.root != newRoot {
            counts.add(-1, month: asset.month, root: asset.root, type: asset.type, group: nil)
            counts.add(1, month: asset.month, root: newRoot, type: asset.type, group: nil)
        }
    }

    func noteDocument(_ month: MonthKey) {
        dirtyDocuments.insert(month)
    }

    func noteCounted(_ month: MonthKey) {
        touchedMonths.insert(month)
        countedMonths.insert(month)
    }

    /// Records that what is known of an asset was read anew: whether it can be read, and when it was taken.
    func noteCover(_ month: MonthKey) {
        coveredMonths.insert(month)
    }

    /// Records that an asset came or went.
    func noteCountedGroup(_ group: Int64?) {
        groups.noteCounted(group)
    }

    /// Records a change of an asset that was in `before` and is in `after`.
    func noteGroups(before: Int64?, after: Int64?, isRetyped: Bool = false) {
        groups.noteMove(from: before, to: after, isRetyped: isRetyped)
    }

    func noteEveryGroup() {
        groups.isEveryGroup = true
    }

    func noteDirectoriesMoved() {
        directoriesMoved = true
    }

    /// Writes what the transaction owes: counts, the change log, document generations.
    func finish(reservation: inout SequenceReservation) throws(IndexError) -> [AssetChange] {
        try counts.write(to: connection)
        let provisional = recorder.changes(startingAt: reservation.last + 1)
        if !provisional.isEmpty {
            _ = reservation.take(Int64(provisional.count))
            try write(provisional)
            try setMeta("sequence", reservation.last)
            try setMeta("reserved", reservation.reserved)
        }
        for month in dirtyDocuments {
            let statement = try connection.statement(
                """
                INSERT INTO document (month, generation, written) VALUES (?1, 1, 0)
                    ON CONFLICT DO UPDATE SET generation = generation + 1
                """
            )
            statement.bind(Int64(month.rawValue), at: 1)
            try statement.run("numbering a document")
        }
        return provisional
    }

    private func write(_ changes: [AssetChange]) throws(IndexError) {
        let statement = try connection.statement(
            """
            INSERT INTO change (sequence, uuid, kind, month, old_month, time, type, old_type)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
            """
        )
        let now = Int64(time(nil))
        for change in changes {
            statement.bind(change.sequence, at: 1)
            statement.bind(change.id, at: 2)
            statement.bind(Int64(change.kind.rawValue), at: 3)
            statement.bind((change.month?.rawValue).map(Int64.init), at: 4)
            statement.bind((change.oldMonth?.rawValue).map(Int64.init), at: 5)
            statement.bind(now, at: 6)
            statement.bind((change.type?.rawValue).map(Int64.init), at: 7)
            statement.bind((change.oldType?.rawValue).map(Int64.init), at: 8)
            try statement.run("writing the change log")
        }
    }

    func setMeta(_ key: String, _ value: Int64) throws(IndexError) {
        try connection.setMeta(key, value, "writing a setting")
    }

    // MARK: Groups and cameras

    func groupKey(_ name: String?) throws(IndexError) -> Int64? {
        guard let name else { return nil }
        if let key = groupKeys[name] { return key }
        let add = try connection.statement("INSERT OR IGNORE INTO grouping (name) VALUES (?1)")
        add.bind(name, at: 1)
        try add.run("adding a group")
        let find = try connection.statement("SELECT id FROM grouping WHERE name = ?1")
        find.bind(name, at: 1)
        let key = try find.first("finding a group") { row throws(IndexError) in row.int(0) }
        groupKeys[name] = key
        return key
    }

    func cameraKey(make: String?, model: String?) throws(IndexError) -> Int64? {
        guard make != nil || model != nil else { return nil }
        let camera = Camera(make: make ?? "", model: model ?? "")
        if let key = cameraKeys[camera] { return key }
        let add = try connection.statement("INSERT OR IGNORE INTO camera (make, model) VALUES (?1, ?2)")
        add.bind(camera.make, at: 1)
        add.bind(camera.model, at: 2)
        try add.run("adding a camera")
        let find = try connection.statement("SELECT id FROM camera WHERE make = ?1 AND model = ?2")
        find.bind(camera.make, at: 1)
        find.bind(camera.model, at: 2)
        let key = try find.first("finding a camera") { row throws(IndexError) in row.int(0) }
        cameraKeys[camera] = key
        return key
    }
}

extension Connection {
    func setMeta(_ key: String, _ value: Int64, _ doing: StaticString) throws(IndexError) {
        let statement = try self.statement("INSERT OR REPLACE INTO meta (key, value) VALUES (?1, ?2)")
        statement.bind(key, at: 1)
        statement.bind(value, at: 2)
        try statement.run(doing)
    }
}
