import PhotoModel
import SimulatedMachine

/// Photos that a mount hides, and those of a disk that is mounted nowhere. They are not in the index meanwhile, and are who they were
/// when they are back, wherever that is.
struct HiddenPhotos {
    private struct Photo {
        let id: AssetID
        let path: String
        /// Where it stood since then, and there.
        let paths: [String]
        let disk: Int
        let content: [UInt8]
        let modificationTime: Int64
    }

    /// By their files.
    private var photos: [UInt64: Photo] = [:]

    /// What is known of them is lost with the index.
    mutating func forget() { photos = [:] }

    /// Told after each operation. What comes to a photo's path, on the same disk, is the photo for a minute, as some programs delete and
    /// write anew. Without birth times a folder is its path, whatever disk it is on.
    mutating func note(_ occupants: [Occupant]) {
        guard !photos.isEmpty else { return }
        let seen = Dictionary(occupants.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
        photos = photos.filter { file, photo in
            photo.paths.compactMap { seen[$0] }.allSatisfy {
                $0.file == file || $0.disk != photo.disk && Machine.kernel.hasBirthTimes
            }
        }
    }

    /// Takes in those that were seen last and are hidden now.
    mutating func takeIn(
        _ before: Comparison,
        _ places: ShotPlaces,
        _ now: [Occupant],
        by disk: SimulatedDisk
    ) {
        let hidden = Machine.kernel.hiddenFiles(by: disk)
        photos = photos.filter { hidden[$0.key] == $0.value.content }
        let placesNow = ShotPlaces(now)
        for (path, id) in before.ids where !Bystander.owns(path) {
            guard let file = places.file(at: path), let content = places.content(at: path),
                hidden[file] == content, let stamp = before.disk.files[path],
                (before.companions[path] ?? []).isEmpty, !before.isLinked(shotOf: path),
                places.isAlone(file, becoming: placesNow)
            else { continue }
            let paths = places.paths(of: file)
            if !Machine.kernel.hasBirthTimes, paths.contains(where: { places.hadAnother(at: $0, than: file) })
            {
                continue
            }
            photos[file] = Photo(
                id: id,
                path: path,
                paths: paths,
                disk: Occupant.disk(of: file),
                content: content,
                modificationTime: stamp.modificationTime
            )
        }
        note(now)
    }

    /// Those that are back with another id. A photo of whose content there is another file may have given it its id, and without birth
    /// times one that is back where another stood is that one's new content.
    ///
    /// - Parameter before: what stood where since all was exact last.
    func changedIDs(
        _ now: Comparison,
        _ occupants: [Occupant],
        _ comebacks: Comebacks,
        since before: ShotPlaces
    ) -> [String] {
        let places = ShotPlaces(occupants)
        var changed: [String] = []
        for here in occupants where !Bystander.owns(here.path) {
            guard let photo = photos[here.file], here.content == photo.content,
                now.disk.files[here.path]?.modificationTime == photo.modificationTime,
                !comebacks.isCopied(photo.content), places.isAlone(here.file, becoming: places),
                Machine.kernel.hasBirthTimes || !before.hadAnother(at: here.path, than: here.file),
                let id = now.ids[here.path], id != photo.id
            else { continue }
            changed.append("another id: \(here.path), hidden at \(photo.path), has \(id) and had \(photo.id)")
        }
        return changed.sorted()
    }

    /// Those whose id another disk's photo has now, which has nothing of them but, perhaps, the path.
    func takenIDs(_ now: Comparison, _ occupants: [Occupant], _ comebacks: Comebacks) -> [String] {
        let hidden = Dictionary(
            photos.values.filter { !comebacks.isCopied($0.content) }.map { ($0.id, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        return occupants.compactMap { here in
            guard let id = now.ids[here.path], let photo = hidden[id], here.disk != photo.disk,
                here.content != photo.content, !Bystander.owns(here.path)
            else { return nil }
            return "another's id: \(here.path) has \(id), which is that of what is hidden at \(photo.path)"
        }.sorted()
    }
}
