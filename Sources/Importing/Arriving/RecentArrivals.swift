import Batches
import CaptureRules
import Files
import PhotoModel

/// Where the shots of the last day went, by the folder and the stem that they had: a RAW file or a sidecar that comes after
/// its photo is known by nothing else, for the photo is not beside it any more.
public struct RecentArrivals: Sendable {
    /// Where a shot went.
    public struct Arrival: Hashable, Sendable {
        public let place: FolderPlace
        /// What its primary file was called, and is there.
        public let oldName: FileName
        public let name: FileName
    }

    private struct Key: Hashable {
        let folder: FilePath
        let stem: [UInt8]
    }

    /// With what the primary file was when it had arrived.
    private var arrivals: [Key: (arrival: Arrival, stamp: FileStamp)] = [:]
    private let keepsInodes: @Sendable (Folder) throws(CallFailure) -> Bool

    /// Reads the journals of today and of the day before. One that cannot be read tells of nothing. Nor does one that is
    /// dated later: the clock was wrong, then or now, and nobody knows how old it is.
    ///
    /// - Throws: where the journals cannot be listed.
    public init(_ store: BatchStore) throws(ImportError) {
        try self.init(store) { folder throws(CallFailure) in try folder.keepsInodes() }
    }

    init(
        _ store: BatchStore,
        keepsInodes: @escaping @Sendable (Folder) throws(CallFailure) -> Bool
    ) throws(ImportError) {
        self.keepsInodes = keepsInodes
        let now = store.now()
        let days = now.adding(days: -1).date...now.date
        let names = try ImportError.inJournal { () throws(BatchError) in try store.names() }
        // A name may be of a later day than its batch, and of no earlier one.
        for name in names where name.date >= days.lowerBound {
            do throws(BatchError) {
                // The journal of an edit of all photos is long, and brings nothing.
                guard try store.summary(of: name)?.kind == .import, let content = try store.content(of: name),
                    let date = content.date
                else { continue }
                if days.contains(date) { add(content) }
            } catch { continue }
        }
    }

    private mutating func add(_ content: BatchContent) {
        // The last first; of two of one stem the later one counts.
        for unit in content.remaining.reversed() where unit.intent.action != .trash {
            guard let primary = unit.intent.files.first, let record = unit.records?.first.flatMap({ $0 })
            else {
                continue
            }
            let key = Key(folder: unit.intent.from.path, stem: Array(Companions.stem(of: primary.name)))
            let arrival = Arrival(place: unit.intent.to, oldName: primary.name, name: primary.newName)
            arrivals[key] = (arrival, record.stamp)
        }
    }

    /// Where the last shot of a stem went that lay in a folder; `nil` where its photo is not there any more: what has its
    /// name by now may be a stranger.
    public func arrival(of stem: some Sequence<UInt8>, from folder: FilePath) -> Arrival? {
        guard let (arrival, stamp) = arrivals[Key(folder: folder, stem: Array(stem))] else { return nil }
        do throws(CallFailure) {
            let base = try Folder(arrival.place.base)
            let beneath = arrival.place.beneath
            let place = beneath.isEmpty ? base : try base.folder(beneath: beneath)
            guard let found = try place.status(of: arrival.name), found.isRegularFile else { return nil }
            let isSame =
                try keepsInodes(place)
                ? found.stamp.isSameFile(as: stamp)
                : found.stamp.size == stamp.size && found.modificationTime == stamp.modificationTime
            return isSame ? arrival : nil
        } catch {
            // Beside what nobody can look at nothing can be put either.
            return nil
        }
    }
}
