import Batches
import CaptureRules
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

    private var arrivals: [Key: Arrival] = [:]

    /// Reads the journals of today and of the day before. One that cannot be read tells of nothing. Nor does one that is
    /// dated later: the clock was wrong, then or now, and nobody knows how old it is.
    ///
    /// - Throws: where the journals cannot be listed.
    public init(_ store: BatchStore) throws(ImportError) {
        let now = store.now()
        let days = now.adding(days: -1).date...now.date
        let names = try ImportError.inJournal { () throws(BatchError) in try store.names() }
        // A name may be of a later day than its batch, and of no earlier one.
        for name in names where name.date >= days.lowerBound {
            do throws(BatchError) {
                guard let content = try store.content(of: name), let date = content.date else { continue }
                if days.contains(date) { add(content) }
            } catch { continue }
        }
    }

    private mutating func add(_ content: BatchContent) {
        // The last first; of two of one stem the later one counts.
        for unit in content.remaining.reversed() where unit.intent.action != .trash {
            guard let primary = unit.intent.files.first, unit.records?.first.flatMap({ $0 }) != nil else {
                continue
            }
            let key = Key(folder: unit.intent.from.path, stem: Array(Companions.stem(of: primary.name)))
            arrivals[key] = Arrival(place: unit.intent.to, oldName: primary.name, name: primary.newName)
        }
    }

    /// Where the last shot of a stem went that lay in a folder.
    public func arrival(of stem: some Sequence<UInt8>, from folder: FilePath) -> Arrival? {
        arrivals[Key(folder: folder, stem: Array(stem))]
    }
}
