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
        var folders: [FilePath: Result<Folder, SidecarFailure>] = [:]
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
        _ folders: inout [FilePath: Result<Folder, SidecarFailure>]
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
        _ folders: inout [FilePath: Result<Folder, SidecarFailure>]
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
    /// - Parameter last: the number of the journal's last sidecar.
    /// - Returns: of each edit of which a sidecar was not written, why.
    package func write(
        _ sidecars: [PreparedSidecar],
        _ journal: inout Journal,
        token: String,
        after last: inout Int
    ) throws(BatchError) -> [Int: SidecarFailure] {
        guard !sidecars.isEmpty else { return [:] }
        var records: [SidecarRecord] = []
        var kept: [(number: Int, bytes: [UInt8])] = []
        for sidecar in sidecars {
            last += 1
            let old = sidecar.place.found?.bytes
            if let old { kept.append((last, old)) }
            records.append(
                SidecarRecord(
                    number: last,
                    edit: sidecar.edit,
                    path: sidecar.place.path,
                    old: old.map(Fingerprint.init(hashing:)),
                    new: Fingerprint(hashing: sidecar.new)
                )
            )
        }
        try store.keep(kept, of: journal.name)
        for record in records { journal.text.append(record) }
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

    package func standing(_ records: [SidecarRecord]) -> Standing {
        var takenBack: [TakenBack] = []
        do throws(SidecarFailure) {
            for record in records {
                let folder = try SidecarFailure.calling { () throws(CallFailure) in
                    try Folder(record.path.parent, gate: store.gate)
                }
                let place = try SidecarPlace(record.path.lastName, in: folder, photo: nil)
                let hash = place.found.map { Fingerprint(hashing: $0.bytes) }
                if hash == record.old { continue }
                guard hash == record.new else { return .changed(record.path) }
                try Self.checkWritability(of: folder)
                takenBack.append(TakenBack(record: record, place: place))
            }
        } catch { return .failed(error) }
        return .asLeft(takenBack)
    }

    /// - Returns: of each edit of which a sidecar was not put back, why.
    package func putBack(
        _ sidecars: [TakenBack],
        of batch: BatchName,
        token: String
    ) throws(BatchError) -> [Int: SidecarFailure] {
        var items: [SidecarReplacement.Item] = []
        for sidecar in sidecars {
            let number = sidecar.record.number
            items.append(
                SidecarReplacement.Item(
                    place: sidecar.place,
                    new: sidecar.record.old == nil ? nil : try store.kept(number, of: batch),
                    temporary: SidecarReplacement.temporaryName(token, number)
                )
            )
        }
        var byEdit: [Int: SidecarFailure] = [:]
        for (sidecar, failure) in zip(sidecars, SidecarReplacement.replace(items)) {
            if let failure { byEdit[sidecar.record.edit] = byEdit[sidecar.record.edit] ?? failure }
        }
        return byEdit
    }

    private static func checkWritability(of folder: Folder) throws(SidecarFailure) {
        let code = folder.writability()
        if code != 0 { throw .system(CallFailure(.write, folder.path, code)) }
    }
}
