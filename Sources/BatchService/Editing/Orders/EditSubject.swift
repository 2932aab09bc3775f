import EditRules
import LibraryIndex
import PhotoModel

/// A photo that is to be edited, and as much of what is shown of it as the edit asks for.
struct EditSubject: Sendable {
    let asset: IndexedAsset
    /// Where it is edited.
    let layer: EditLayer
    /// `nil` where nobody asked.
    let shown: Shown?

    struct Shown: Hashable, Sendable {
        let date: CaptureDate?
        /// Of what there is none, that there is none; dates and stars are unset then.
        let values: EditedValues
        /// Absolute; `nil` where its folder is not known any more.
        let folder: FilePath?
        /// Whether the photo, or a sidecar of it, was kept from being read, and may say more.
        let mayBeMore: Bool
    }

    init(
        _ asset: IndexedAsset,
        in layer: EditLayer,
        asksShown: Bool,
        _ reader: IndexReader
    ) throws(IndexError) {
        self.asset = asset
        self.layer = layer
        guard asksShown, let record = try reader.shownRecord(ofAsset: asset.key) else {
            shown = nil
            return
        }
        let none = EditedValues(
            date: .unset,
            place: .value(.none),
            description: .value(""),
            title: .value(""),
            rating: .unset,
            keywords: .value([])
        )
        shown = Shown(
            date: record.date,
            values: record.said.filled(from: none),
            folder: try reader.path(ofDirectory: asset.directory),
            mayBeMore: try reader.companions(of: asset.key).contains {
                $0.format == .xmpSidecar && $0.unreadable?.isRefusal ?? false
            } || record.unreadable?.isRefusal ?? false
        )
    }

    /// Whether it is given stars where it is to be a favourite, in files that other programs read.
    var lacksStars: Bool {
        // Once they can be read, nobody could tell the stars from those that somebody had given.
        guard layer.isOnDisk, let shown, !shown.mayBeMore else { return false }
        return FavoriteStars.replace(shown.values.rating?.value)
    }

    /// What becomes of it; `nil` where it is so already, because somebody said so or because its file does. What sidecars are
    /// to say is a change as long as nobody has looked into them.
    func change(to wanted: EditedValues) -> EditChange? {
        let said = asset.marks.values
        var wanted = wanted
        // What is shown may be said elsewhere than in the photo.
        if let shown, !layer.isInPhoto {
            for property in wanted.properties
            where said.speech(of: property) == .unset && wanted.agrees(with: shown.values, on: property) {
                // Nobody says what a name or a time only suggests.
                if property == .date, shown.date?.isSuggested ?? false { continue }
                wanted.forget(property)
            }
        }
        guard layer.isOnDisk else { return EditChange(from: said, to: wanted) }
        if wanted.group == said.group { wanted.group = nil }
        guard !wanted.isEmpty else { return nil }
        return EditChange(was: said.spoken(ofIn: wanted), now: wanted)
    }

    /// What a change begins at, as people see it: of what nobody has said anything yet, what is shown.
    func visible(_ change: EditChange) -> EditedValues {
        guard let shown else { return change.was }
        return change.was.filled(from: shown.values)
    }
}
