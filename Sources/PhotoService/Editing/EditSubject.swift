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
        let place: PlaceMark
        /// Empty: none.
        let description: String
        /// Absolute; `nil` where its folder is not known any more.
        let folder: FilePath?
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
        var place = PlaceMark.none
        if let latitude = record.latitude, let longitude = record.longitude {
            place = .at(latitude: latitude, longitude: longitude, altitude: record.altitude)
        }
        shown = Shown(
            date: record.date,
            place: place,
            description: record.description ?? "",
            folder: try reader.path(ofDirectory: asset.directory)
        )
    }

    /// What becomes of it; `nil` where it is so already, because somebody said so or because its file does. What sidecars are
    /// to say is a change as long as nobody has looked into them.
    func change(to wanted: EditedValues) -> EditChange? {
        let said = asset.marks.values
        var wanted = wanted
        if let shown {
            if said.date == .unset, let date = wanted.date?.value, shown.date?.says(date) == true {
                wanted.date = nil
            }
            if said.place == .unset, wanted.place == .value(shown.place) { wanted.place = nil }
            if said.description == .unset, wanted.description == .value(shown.description) {
                wanted.description = nil
            }
        }
        guard layer == .sidecar else { return EditChange(from: said, to: wanted) }
        if wanted.group == said.group { wanted.group = nil }
        guard !wanted.isEmpty else { return nil }
        return EditChange(was: said.spoken(ofIn: wanted), now: wanted)
    }

    /// What a change begins at, as people see it: of what nobody has said anything yet, what is shown.
    func visible(_ change: EditChange) -> EditedValues {
        guard let shown else { return change.was }
        var was = change.was
        if was.date == .unset { was.date = Said(shown.date) }
        if was.place == .unset { was.place = .value(shown.place) }
        if was.description == .unset { was.description = .value(shown.description) }
        return was
    }
}
