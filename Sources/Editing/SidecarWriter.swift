import Batches
import Extraction
import Files
import Glibc
import PhotoModel

/// Writes what edits want into sidecars, and takes it back: by steps, for what is to be written is written down before.
public final class SidecarWriter: Sendable {
    /// Orders that are prepared at once at most, and bytes of sidecars: those of a thousand photos may be large.
    private static let (portion, portionBytes) = (256, 32 << 20)

    private let store: BatchStore
    private let workers: SidecarWorkers

    public init(store: BatchStore, pool: ExtractionPool) {
        self.store = store
        workers = SidecarWorkers(pool)
    }

    // MARK: - Writing

    /// Looks at the sidecars of orders, and works out what they shall be. Nothing is changed.
    ///
    /// - Returns: of as many of the first as are done at once, at least one.
    public func prepare(_ orders: some Collection<SidecarOrder>) -> [PreparedOrder] {
        var folders: Folders = [:]
        var looks: [Result<[SidecarPlace], SidecarFailure>] = []
        var jobs: [SidecarWorkers.Job] = []
        var length = 0
        for order in orders.prefix(Self.portion) where length <= Self.portionBytes {
            let look = places(of: order, &folders)
            looks.append(look)
            for place in (try? look.get()) ?? [] {
                length += place.found?.bytes.count ?? 0
                jobs.append(.init(values: order.values, old: place.found?.bytes))
            }
        }
        var outcomes = workers.edit(jobs)[...]
        return zip(orders, looks).map { order, look in
            switch look {
            case .failure(let failure): return .failed(failure)
            case .success(let places):
                let own = outcomes.prefix(places.count)
                outcomes = outcomes.dropFirst(places.count)
                return Self.prepared(order, places, own)
            }
        }
    }

    private func places(
        of order: SidecarOrder,
        _ folders: inout Folders
    ) -> Result<[SidecarPlace], SidecarFailure> {
        Result { () throws(SidecarFailure) in
            let folder = try folder(order.folder, &folders).get()
            let photo = try SidecarFailure.calling { () throws(CallFailure) in
                try folder.status(of: order.photo)
            }
            guard photo != nil else { throw .gone }
            try Self.checkWritability(of: folder)
            var places: [SidecarPlace] = []
            for name in order.names { places.append(try SidecarPlace(name, in: folder, photo: order.photo)) }
            return places
        }
    }

    private func folder(
        _ path: FilePath,
        _ folders: inout Folders
    ) -> Result<Folder, SidecarFailure> {
        if let known = folders[path] { return known }
        let folder = Result<Folder, SidecarFailure> { () throws(SidecarFailure) in
            do throws(CallFailure) { return try Folder(path, gate: store.gate) } catch {
                throw error.code == ENOENT ? .gone : .system(error)
            }
        }
        folders[path] = folder
        return folder
    }

    private static func prepared(
        _ order: SidecarOrder,
        _ places: [SidecarPlace],
        _ outcomes: ArraySlice<SidecarWorkers.Outcome>
    ) -> PreparedOrder {
        var sidecars: [PreparedSidecar] = []
        for (place, outcome) in zip(places, outcomes) {
            switch outcome {
            case .unchanged: break
            case .edited(let bytes):
                sidecars.append(PreparedSidecar(edit: order.edit, place: place, new: bytes))
            case .refused(let refusal): return .failed(.refused(place.path, refusal))
            case .ended(.unavailable), .ended(.noWorker), .ended(.cancelled): return .failed(.noWorker)
            case .ended(.crashed), .ended(.timedOut), .ended(.slow): return .failed(.failed(place.path))
            }
        }
        return .ready(sidecars)
    }

    /// Writes down what is to be written, keeps what it replaces, and writes it.
    ///
    /// - Parameters:
    ///   - last: the number of the journal's last sidecar.
    ///   - earlier: what was written down of an edit before. What was to be done then and was not is written down already.
    /// - Returns: of each edit of which a sidecar was not written, why.
    package func write(
        _ sidecars: [PreparedSidecar],
        _ journal: inout Journal,
        token: String,
        after last: inout Int,
        earlier: (Int) -> [SidecarRecord] = { _ in [] }
    ) throws(BatchError) -> [Int: SidecarFailure] {
        guard !sidecars.isEmpty else { return [:] }
        var records: [SidecarRecord] = []
        var kept: [(number: Int, bytes: [UInt8])] = []
        for sidecar in sidecars {
            let old = sidecar.place.found?.bytes
            var record = SidecarRecord(
                number: last + 1,
                edit: sidecar.edit,
                path: sidecar.place.path,
                old: old.map(Fingerprint.init(hashing:)),
                new: Fingerprint(hashing: sidecar.new)
            )
            if let known = earlier(sidecar.edit).first(where: { $0.isSame(as: record) }) {
                record = known
            } else {
                last += 1
                if let old { kept.append((last, old)) }
                journal.text.append(record)
            }
            records.append(record)
        }
        try store.keep(kept, of: journal.name)
        try journal.commit()
        let failures = SidecarReplacement.replace(
            zip(sidecars, records).map { sidecar, record in
                SidecarReplacement.Item(
                    place: sidecar.place,
                    new: sidecar.new,
                    temporary: SidecarReplacement.temporaryName(token, record.number)
                )
            }
        )
        var byEdit: [Int: SidecarFailure] = [:]
        for (sidecar, failure) in zip(sidecars, failures) {
            if let failure { byEdit[sidecar.edit] = byEdit[sidecar.edit] ?? failure }
        }
        return byEdit
    }

    /// Removes what an interrupted run has left beside sidecars.
    package func clean(_ records: [SidecarRecord], token: String) {
        for record in records {
            // What is not reached now is cleaned by nobody else, and hidden: a folder that is gone has nothing to clean.
            guard let folder = try? Folder(record.path.parent, gate: store.gate) else { continue }
            _ = folder.remove(SidecarReplacement.temporaryName(token, record.number))
        }
    }

    // MARK: - Taking back

    /// How sidecars stand that an edit has written.
    package enum Standing: Sendable {
        /// Those that are to be put back: the others are as they were before.
        case asLeft([TakenBack])
        /// Somebody has written to one since.
        case changed(FilePath)
        case failed(SidecarFailure)
    }

    /// A sidecar that is to be put back.
    package struct TakenBack: Sendable {
        let record: SidecarRecord
        let place: SidecarPlace
    }

    /// Folders that are open, one for all sidecars in it.
    package typealias Folders = [FilePath: Result<Folder, SidecarFailure>]

    /// - Parameters:
    ///   - folder: where the photo is now.
    ///   - names: what its sidecars are called, or would be. They may have moved with it.
    package func standing(
        _ records: [SidecarRecord],
        in folder: FilePath,
        names: [FileName],
        _ folders: inout Folders
    ) -> Standing {
        let opened: Folder
        switch self.folder(folder, &folders) {
        case .success(let found): opened = found
        case .failure(let failure): return .failed(failure)
        }
        // One that cannot be looked at is none that the edit has left.
        var places = names.compactMap { name in
            (try? SidecarPlace(name, in: opened, photo: nil)).map { place in
                (place: place, hash: place.found.map { Fingerprint(hashing: $0.bytes) })
            }
        }
        var takenBack: [TakenBack] = []
        for record in records {
            if let index = places.firstIndex(where: { $0.hash == record.new }) {
                takenBack.append(TakenBack(record: record, place: places.remove(at: index).place))
            } else if let index = places.firstIndex(where: { $0.hash == record.old }) {
                places.remove(at: index)
            } else {
                return .changed(record.path)
            }
        }
        guard !takenBack.isEmpty else { return .asLeft([]) }
        do throws(SidecarFailure) { try Self.checkWritability(of: opened) } catch { return .failed(error) }
        return .asLeft(takenBack)
    }

    /// - Returns: of each edit of which a sidecar was not put back, why.
    package func putBack(_ sidecars: [TakenBack], of batch: BatchName, token: String) -> [Int: SidecarFailure]
    {
        var byEdit: [Int: SidecarFailure] = [:]
        var items: [(edit: Int, item: SidecarReplacement.Item)] = []
        for sidecar in sidecars {
            let record = sidecar.record
            let old = record.old.map { _ in kept(record, of: batch) }
            if case .some(nil) = old {
                byEdit[record.edit] = .notKept(record.path)
                continue
            }
            let temporary = SidecarReplacement.temporaryName(token, record.number)
            items.append((record.edit, .init(place: sidecar.place, new: old ?? nil, temporary: temporary)))
        }
        for (entry, failure) in zip(items, SidecarReplacement.replace(items.map(\.item))) {
            if let failure { byEdit[entry.edit] = byEdit[entry.edit] ?? failure }
        }
        return byEdit
    }

    /// What a sidecar was before; `nil` where that is lost.
    private func kept(_ record: SidecarRecord, of batch: BatchName) -> [UInt8]? {
        do throws(BatchError) {
            let bytes = try store.kept(record.number, of: batch)
            return Fingerprint(hashing: bytes) == record.old ? bytes : nil
        } catch { return nil }
    }

    private static func checkWritability(of folder: Folder) throws(SidecarFailure) {
        let code = folder.writability()
        if code != 0 { throw .system(CallFailure(.write, folder.path, code)) }
    }
}

extension SidecarRecord {
    /// Whether it is to do the same to the same sidecar.
    fileprivate func isSame(as other: SidecarRecord) -> Bool {
        path == other.path && old == other.old && new == other.new
    }
}
