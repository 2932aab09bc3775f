import LibraryIndex
import LineProtocol
import PhotoModel
import Reconciling
import Thumbnails

/// What a client asks a picture of.
struct WantedPicture: Sendable {
    /// The word that it was asked for by.
    let word: String
    /// `nil`: there is no such photo.
    let subject: PictureSubject?
    /// Whether its folder is away.
    let isOffline: Bool
    /// XXH3-128 of its whole content; `nil` where nobody had to know it.
    let content: Fingerprint?
}

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

extension PictureSubject {
    /// - Parameter folder: with the slash at its end. Returns `nil` for a format of a later build.
    init?(_ id: AssetID, _ row: PictureRow, in folder: [UInt8]) {
        guard let format = row.format else { return nil }
        self.init(
            id: id,
            original: ThumbnailOriginal(
                path: FilePath(folder + row.name),
                modificationTime: row.stamp.modificationTime,
                size: row.stamp.size,
                format: format,
                width: row.width,
                height: row.height,
                duration: row.duration
            ),
            root: row.root,
            stamp: row.stamp
        )
    }
}

extension JSONWriter {
    /// The line of something of which no picture can be given.
    mutating func refusedPicture(_ failure: ThumbnailFailure, of id: AssetID, _ placeholder: FilePath?) {
        beginObject()
        key("id")
        assetID(id)
        member("error", failure.code.name)
        member("message", failure.message)
        // Where not even that can be written, the client draws one itself.
        if let placeholder { member("placeholder", placeholder.bytes) }
        endObject()
        endLine()
    }

    /// The line of a word that names nothing.
    mutating func unknownPicture(_ word: String) {
        beginObject()
        // Whole, for whoever asked finds it by that.
        member("id", word)
        member("error", ReplyCode.noSuch.name)
        member("message", "no such photo: “photos” lists ids")
        endObject()
        endLine()
    }

    /// The line of a picture that there is.
    mutating func picture(_ told: ToldPicture, of id: AssetID) {
        beginObject()
        key("id")
        assetID(id)
        member("path", told.path.bytes)
        member("width", told.width)
        member("height", told.height)
        member("cached", told.isCached)
        endObject()
        endLine()
    }
}
