import Extraction
import PhotoModel
import Synchronization
import Thumbnails

/// Of what a thumbnail is to be made, as the index has it.
struct ThumbnailSubject: Sendable {
    let id: AssetID
    let original: ThumbnailOriginal
    let root: Int64
}

/// One thumbnail that is to be made.
final class ThumbnailJob: Sendable {
    typealias Result = Swift.Result<ThumbnailCache.Thumbnail, ThumbnailFailure>

    let subject: ThumbnailSubject
    let size: ThumbnailSize
    private let answer: @Sendable (Result) -> Void
    private let isTaken = Atomic(false)

    /// - Parameter answer: called once, on any thread.
    init(_ subject: ThumbnailSubject, _ size: ThumbnailSize, _ answer: @escaping @Sendable (Result) -> Void) {
        self.subject = subject
        self.size = size
        self.answer = answer
    }

    /// Whether the caller is the first to ask. A disk that answers too late finds the job taken.
    func take() -> Bool { !isTaken.exchange(true, ordering: .relaxed) }

    func end(_ result: Result) { answer(result) }
}
