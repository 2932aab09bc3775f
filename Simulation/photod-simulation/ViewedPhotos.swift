import LibraryIndex
import PhotoModel
import Threads
import WatchedLibrary

/// Photos that somebody has marked as viewed: a mark stays with the id that has it, and comes to no other.
struct ViewedPhotos {
    private var marked: Set<AssetID> = []

    /// Marks what the index knows at a path, if it is anything, as a client does.
    mutating func mark(_ path: String, in library: PhotoLibrary) {
        guard let place = AssetPath(FilePath(path), library) else { return }
        let result = Monitor<Result<AssetID?, IndexError>?>(nil)
        library.run.perform({ writer throws(IndexError) in
            guard let asset = try place.find(writer.reader) else { return nil }
            _ = try writer.setViewed(asset, true)
            return asset.id
        }) { done in result.update { $0 = done } }
        if case .success(let id?) = result.wait({ $0 }) { marked.insert(id) }
    }

    func differences(from before: Comparison, to now: Comparison) -> [String] {
        let strangers = now.viewed.subtracting(marked)
        let lost = before.viewed.intersection(now.ids.values).subtracting(now.viewed)
        return strangers.sorted { $0 < $1 }.map { "a mark that nobody made: \($0)" }
            + lost.sorted { $0 < $1 }.map { "a lost mark: \($0)" }
    }
}
