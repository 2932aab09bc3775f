import Batches
import EditRules
import Editing
import ImageContainers
import LibraryIndex
import PhotoModel
import Roots
import SidecarText
import WatchedLibrary

/// Where the files are that edits are written into, as the index has it.
struct WritingPlaces {
    private(set) var orders: [WritingOrder] = []
    /// By edit, why nobody knows.
    private(set) var unplaced: [Int: EditOutcome] = [:]
    /// The edits that say of their photos what is said of them already.
    private(set) var shown: Set<Int> = []
    /// The edits that come to other values than they did, by their numbers: their photos' files say something else by now.
    private(set) var anew: [Int: EditRecord] = [:]

    private let mayComeBack: Bool
    private let isRepeated: Bool

    private init(mayComeBack: Bool, isRepeated: Bool) {
        self.mayComeBack = mayComeBack
        self.isRepeated = isRepeated
    }

    /// - Parameters:
    ///   - mayComeBack: whether a photo that is not there now is waited for.
    ///   - isRepeated: whether the edits were shown before, so that what somebody has said otherwise since counts.
    static func find(
        _ records: ArraySlice<EditRecord>,
        _ library: PhotoLibrary,
        mayComeBack: Bool,
        isRepeated: Bool
    ) throws(IndexError) -> WritingPlaces {
        let offline = Set(library.allRoots.filter { $0.state == .offline }.map(\.key))
        return try library.index.read { reader throws(IndexError) in
            var places = WritingPlaces(mayComeBack: mayComeBack, isRepeated: isRepeated)
            for record in records { try places.place(record, offline, reader) }
            return places
        }
    }

    private mutating func place(
        _ record: EditRecord,
        _ offline: Set<Int64>,
        _ reader: IndexReader
    ) throws(IndexError) {
        guard let asset = try reader.asset(record.id),
            let folder = try reader.path(ofDirectory: asset.directory)
        else {
            unplaced[record.number] = try absence(of: record, reader)
            return
        }
        guard !offline.contains(asset.root) else {
            unplaced[record.number] = .waiting(.offline(folder))
            return
        }
        guard let current = try Self.current(record, asset, reader) else {
            unplaced[record.number] = mayComeBack ? .waiting(Self.changed) : .refused(Self.changed)
            return
        }
        if current != record { anew[record.number] = current }
        try order(current, asset, folder, reader)
    }

    private mutating func order(
        _ record: EditRecord,
        _ asset: IndexedAsset,
        _ folder: FilePath,
        _ reader: IndexReader
    ) throws(IndexError) {
        // What a sidecar says already was seen before it came to this.
        let said = isRepeated || record.layer.isInPhoto ? try Self.stillSaid(record, asset, reader) : nil
        if said == record.change.now { shown.insert(record.number) }
        let wanted = isRepeated ? said ?? record.change.now : record.change.now
        guard wanted.isForSidecars || !isRepeated else {
            unplaced[record.number] = .overtaken
            return
        }
        orders.append(try Self.order(record, wanted, asset, folder, reader))
    }

    /// What is said of a photo that is not there now: it may come back, with what is shown of it.
    static let absent = EditOutcome.waiting(
        WritingObstacle(.noSuch, "the photo is not in the library now")
    )

    /// What is said of one that is not there, by whether its id is still kept for it.
    private func absence(of record: EditRecord, _ reader: IndexReader) throws(IndexError) -> EditOutcome {
        guard mayComeBack else { return .failed(.noSuch, "the photo is not in the library any more") }
        return try reader.departed(record.id) == nil ? .overtaken : Self.absent
    }

    private static let changed = WritingObstacle(
        .busy,
        "another program has changed its keywords or its date, so that the edit cannot begin at them: look at it, and edit it again"
    )

    /// An edit as it comes out by what the photo's files say; `nil` where it cannot begin at that.
    private static func current(
        _ record: EditRecord,
        _ asset: IndexedAsset,
        _ reader: IndexReader
    ) throws(IndexError) -> EditRecord? {
        guard let relative = record.relative, let file = try reader.record(ofAsset: asset.key) else {
            return record
        }
        guard !EditWish.isTooMuch(file.keywords, for: relative),
            let now = try? relative.values(of: record.change, earlier: record.earlier, from: file.said)
        else { return nil }
        return now == record.change.now ? record : record.workedOutAnew(as: now)
    }

    /// What a photo is said to be of what an edit has said, by an overlay or its file already.
    private static func stillSaid(
        _ record: EditRecord,
        _ asset: IndexedAsset,
        _ reader: IndexReader
    ) throws(IndexError) -> EditedValues {
        var said = asset.marks.values
        if let file = try reader.record(ofAsset: asset.key) { said = said.filled(from: file.said) }
        var now = record.change.now
        // What it was to say before it was worked out anew it has said as well.
        let own = [now] + record.earlier
        for property in now.properties where !own.contains(where: { $0.isSaid(by: said, on: property) }) {
            now.forget(property)
        }
        return now
    }

    private static func order(
        _ record: EditRecord,
        _ wanted: EditedValues,
        _ asset: IndexedAsset,
        _ folder: FilePath,
        _ reader: IndexReader
    ) throws(IndexError) -> WritingOrder {
        let sidecars = try ShotSidecars(of: asset, reader)
        let container = record.layer.isInPhoto ? ImageSubstance.Container(writing: asset.format) : nil
        let inPhoto = wanted.inPhoto
        let date = container == nil ? nil : try reader.record(ofAsset: asset.key)?.date
        return WritingOrder(
            edit: record.number,
            folder: folder,
            photo: asset.name,
            stamp: asset.stamp,
            names: sidecars.written,
            namesIfThere: record.layer == .file && container != nil ? sidecars.unseen : [],
            values: wanted.inSidecar,
            image: container.flatMap {
                // What is unset is for the sidecars alone.
                guard inPhoto != SidecarValues() else { return nil }
                return WritingOrder.Image(
                    container: $0,
                    values: inPhoto,
                    breaksLinks: record.breaksLinks,
                    isDatedByTime: date?.source == .modificationTime
                )
            },
            sources: record.relative == nil ? [:] : sidecars.read
        )
    }
}

extension ImageSubstance.Container {
    /// `nil` of formats that are not written in the file: those of boxes, RAW files but DNG, and videos have sidecars.
    init?(writing format: FileFormat) {
        switch format {
        case .jpeg: self = .jpeg
        case .png: self = .png
        case .webp: self = .webP
        case .tiff, .dng: self = .tiff
        default: return nil
        }
    }
}
