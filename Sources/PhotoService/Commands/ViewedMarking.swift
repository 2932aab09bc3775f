import BatchService
import LibraryIndex
import LineProtocol
import PhotoModel
import WatchedLibrary

/// Marks photos as viewed, or as not viewed, one line of result each.
struct ViewedMarking: ~Copyable {
    private let writer: IndexWriter
    private let library: PhotoLibrary
    private let isViewed: Bool
    private var json = JSONWriter(capacity: 1024)
    private var succeeded = 0
    private var unchanged = 0
    private var failed = 0

    init(writer: IndexWriter, library: PhotoLibrary, isViewed: Bool) {
        self.writer = writer
        self.library = library
        self.isViewed = isViewed
    }

    mutating func mark(_ word: String) throws(IndexError) {
        json.beginObject()
        if let asset = try find(word) {
            let isNews = try writer.setViewed(asset, isViewed)
            if isNews { succeeded += 1 } else { unchanged += 1 }
            json.member("id", asset.id.description)
            json.member("result", isNews ? "ok" : "unchanged")
        } else {
            failed += 1
            json.member("id", word)
            json.member("result", "error")
            json.member("name", ReplyCode.noSuch.name)
            json.member("message", UnknownPhoto.message)
        }
        json.endObject()
        json.endLine()
    }

    private func find(_ word: String) throws(IndexError) -> IndexedAsset? {
        switch AssetReference(word) {
        case nil: nil
        case .id(let id): try writer.reader.asset(id)
        case .path(let path): try AssetPath(path, library)?.find(writer.reader)
        }
    }

    /// The lines and the sum. Marks are no batch that could be undone, so it names none.
    mutating func reply() -> [UInt8] {
        BatchSums(ok: succeeded, unchanged: unchanged, errors: failed).write(to: &json)
        return json.bytes
    }
}
