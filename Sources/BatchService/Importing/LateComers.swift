import Batches
import CaptureRules
import Importing
import LibraryIndex
import PhotoModel
import WatchedLibrary

/// RAW files and sidecars that come after the photo they belong to.
struct LateComers {
    let library: PhotoLibrary
    let store: BatchStore
    /// Read when the first of them comes.
    private var recent: RecentArrivals?

    init(library: PhotoLibrary, store: BatchStore) {
        self.library = library
        self.store = store
    }

    /// Where the photo went that a RAW file may belong to. It does not where both say when they were taken, and that is
    /// not the same second: cameras use names again.
    mutating func arrival(of shot: UnindexedShot, in place: FolderPlace) -> RecentArrivals.Arrival? {
        guard shot.record.format.kind == .raw, let arrival = arrival(of: shot.primary.name, in: place) else {
            return nil
        }
        guard let date = shot.record.date, date.source.isEmbedded,
            let known = captureDate(of: arrival.place.path.appending(arrival.name)), known.source.isEmbedded
        else { return arrival }
        return Self.second(of: date) == Self.second(of: known) ? arrival : nil
    }

    /// The same of a sidecar, which says nothing of itself.
    mutating func arrival(of name: FileName, in place: FolderPlace) -> RecentArrivals.Arrival? {
        if recent == nil {
            do throws(ImportError) { recent = try RecentArrivals(store) } catch {
                // Without journals nothing is known of what came; an import cannot write one either, and says so.
                return nil
            }
        }
        return recent?.arrival(of: Companions.stem(of: name), from: place.path)
    }

    private func captureDate(of path: FilePath) -> CaptureDate? {
        guard let place = AssetPath(path, library) else { return nil }
        do throws(IndexError) {
            return try library.index.read { reader throws(IndexError) in
                guard let asset = try place.find(reader) else { return nil }
                return try reader.shownRecord(ofAsset: asset.key)?.date
            }
        } catch { return nil }
    }

    private static func second(of date: CaptureDate) -> Int64 { date.localTime.microseconds / 1_000_000 }
}
