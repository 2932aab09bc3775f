import LibraryIndex
import LineProtocol
import PhotoModel
import Roots
import WatchedLibrary

extension CommandContext {
    /// Looks up what words name: ids, uris and paths.
    ///
    /// - Parameter isContentWanted: whether it is asked for what the index knows of their content.
    func wantedPictures(
        _ words: ArraySlice<String>,
        isContentWanted: Bool = false
    ) throws -> [WantedPicture] {
        let labels = rootLabels
        return try replies.snapshot { snapshot in
            let lookup = try snapshot.reader.pictureLookup()
            return try words.map { word in
                let subject = try subject(word, lookup, snapshot)
                return WantedPicture(
                    word: word,
                    subject: subject,
                    isOffline: subject.map { labels.isOffline($0.root) } ?? false,
                    content: try isContentWanted
                        ? subject.flatMap { try snapshot.reader.pictureContent(of: $0.id) } : nil
                )
            }
        }
    }

    private func subject(
        _ word: String,
        _ lookup: PictureLookup,
        _ snapshot: Snapshot
    ) throws(IndexError) -> PictureSubject? {
        let id: AssetID? =
            switch AssetReference(word) {
            case nil: nil
            case .id(let id): id
            case .path(let path): try AssetPath(path, library)?.find(snapshot.reader)?.id
            }
        guard let id, let row = try lookup.picture(id) else { return nil }
        return PictureSubject(
            id,
            row,
            in: try snapshot.folders.folder(row.directory, snapshot.reader).path
        )
    }
}
