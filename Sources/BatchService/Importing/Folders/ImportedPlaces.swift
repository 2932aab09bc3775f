import Batches
import Importing
import PhotoModel
import PhotodConfiguration

/// The folders that files are imported from, by their paths and by where they really lie.
struct ImportedPlaces {
    private let paths: [FilePath]
    /// Where the folders lie that were asked about.
    private var reals: [FilePath: FilePath] = [:]

    init(_ folders: [WatchedImportFolder]) {
        // One that was not looked at yet may hang.
        let files = HostFiles.patient()
        paths = folders.flatMap { folder in
            let path = folder.settings.path
            return [path, folder.realPath ?? files.resolved(path) ?? path]
        }
    }

    /// Whether a folder lies in one of them.
    mutating func contain(_ place: FolderPlace) -> Bool {
        guard !paths.isEmpty else { return false }
        let base = reals[place.base] ?? HostFiles.local.resolved(place.base) ?? place.base
        reals[place.base] = base
        let real = FolderPlace(base: base, beneath: place.beneath).path
        return paths.contains { place.path.isInside($0) || real.isInside($0) }
    }
}
