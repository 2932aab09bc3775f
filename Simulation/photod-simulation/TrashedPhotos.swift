import LineProtocol
import PhotoModel
import SimulatedMachine

/// Photos that photod has moved to the trash for a client. Nobody has their ids meanwhile, and each has its own again once it is put
/// back.
struct TrashedPhotos {
    private struct Photo {
        let id: AssetID
        let path: String
        let content: [UInt8]
    }

    /// By their files.
    private var photos: [UInt64: Photo] = [:]

    /// What is known of them is lost with the index.
    mutating func forget() { photos = [:] }

    /// - Parameters:
    ///   - lines: what clients were told.
    ///   - places: what stood where until then.
    mutating func takeIn(_ lines: [JSONValue], _ places: ShotPlaces) {
        guard !lines.isEmpty else { return }
        let kept = Dictionary(Self.kept.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
        for line in lines {
            guard line["result"]?.string == "ok", line["companions"] == nil,
                let id = line["id"]?.string.flatMap({ AssetID($0) }), let path = line["path"]?.string,
                let file = line["to"]?.string.flatMap({ kept[$0] }), !UserCalls.linked.contains(file.number),
                !places.hasMates(file.file),
                // What was edited on its way: another file of what it held before may be the photo.
                places.file(at: path).map({ $0 == file.file }) ?? true
            else { continue }
            photos[file.file] = Photo(id: id, path: path, content: file.content)
        }
    }

    static var kept: [Occupant] { Machine.kernel.occupants(below: BatchClients.dataHome) }

    /// - Parameter comebacks: a photo that was copied may have given its id to the copy.
    mutating func differences(
        _ now: Comparison,
        _ occupants: [Occupant],
        _ places: ShotPlaces,
        _ comebacks: Comebacks
    ) -> [String] {
        let placesNow = ShotPlaces(occupants)
        photos = photos.filter {
            !comebacks.sharesContent($0.key) && !places.hasMates($0.key) && !placesNow.hasMates($0.key)
        }
        let kept = Set(Self.kept.map(\.file))
        let here = Dictionary(occupants.map { ($0.file, $0) }, uniquingKeysWith: { first, _ in first })
        let owners = Dictionary(now.ids.map { ($0.value, $0.key) }, uniquingKeysWith: { first, _ in first })
        var differences: [String] = []
        for (file, photo) in photos.sorted(by: { $0.value.path < $1.value.path }) {
            if let back = here[file] {
                photos[file] = nil
                guard back.content == photo.content, !UserCalls.linked.contains(back.number),
                    let id = now.ids[back.path], id != photo.id
                else { continue }
                differences.append(
                    "another id: \(back.path), put back from the trash, has \(id) and had \(photo.id)"
                )
            } else if !kept.contains(file) {
                // Put back, and written over or removed since.
                photos[file] = nil
            } else if let other = owners[photo.id] {
                differences.append(
                    "another's id: \(other) has \(photo.id), which is in the trash and was \(photo.path)"
                )
            }
        }
        return differences
    }
}
