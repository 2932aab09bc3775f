import LibraryIndex
import PhotoModel
import Synchronization
import Thumbnails

/// Of what a picture is to be made, as the index has it.
struct PictureSubject: Sendable {
    let id: AssetID
    let original: ThumbnailOriginal
    let root: Int64
    /// Of its file.
    let stamp: FileStamp
}

/// One picture that is to be made.
final class RenderJob<Wish: PictureWish>: Sendable {
    typealias Result = Swift.Result<ToldPicture, ThumbnailFailure>

    let subject: PictureSubject
    let wish: Wish
    /// Whoever takes it goes on with the job: its disk, or the time that it had for an answer.
    let claim = Claim()
    private let answer: @Sendable (Result) -> Void

    /// - Parameter answer: called once, on any thread.
    init(_ subject: PictureSubject, _ wish: Wish, _ answer: @escaping @Sendable (Result) -> Void) {
        self.subject = subject
        self.wish = wish
        self.answer = answer
    }

    /// Whether the caller is the first to ask. A disk that answers too late finds the job taken.
    func take() -> Bool { claim.take() }

    func end(_ result: Result) { answer(result) }
}

/// Something that only the first who asks for it gets.
final class Claim: Sendable {
    private let isTaken = Atomic(false)

    func take() -> Bool { !isTaken.exchange(true, ordering: .relaxed) }
}
