import Editing
import LibraryIndex
import LineProtocol
import PhotoModel

/// What became of an edit of a photo.
enum EditOutcome: Sendable {
    /// Where the edit is written, beside the index, and of one that is taken back the photo that is gone meanwhile: it says still
    /// what it said.
    case done([EditLayer] = [], without: FilePath? = nil)
    /// The photo is so already, and so say its files.
    case unchanged
    /// The edit is shown, and a sidecar is still to be written.
    case waiting(WritingObstacle)
    case failed(ReplyCode, String)
    /// Somebody else has edited the photo meanwhile.
    case overtaken

    init(_ outcome: EditApplication.Outcome) {
        switch outcome {
        case .done: self = .done()
        case .gone: self = .failed(.noSuch, "the photo is not in the library any more")
        case .overtaken: self = .overtaken
        case .failed(let error): self = .failed(.system, "\(error)")
        }
    }

    init(_ failure: WritingFailure) {
        let obstacle = WritingObstacle(failure)
        self = failure.mayPass ? .waiting(obstacle) : .refused(obstacle)
    }

    /// Of an edit that waits for nothing.
    static func refused(_ obstacle: WritingObstacle) -> EditOutcome {
        .failed(obstacle.code, obstacle.message)
    }

    /// The same of an edit that files were written for.
    func written(to layers: [EditLayer], without photo: FilePath?) -> EditOutcome {
        if case .done = self { .done(layers, without: photo) } else { self }
    }

    /// Whether the edit is shown.
    var isDone: Bool {
        switch self {
        case .done, .unchanged, .waiting: true
        case .failed, .overtaken: false
        }
    }

    /// Whether the photo is another than before.
    var isChange: Bool {
        switch self {
        case .done, .waiting: true
        case .unchanged, .failed, .overtaken: false
        }
    }

    /// Why a sidecar is still to be written; `nil`: none is.
    var waiting: String? { if case .waiting(let obstacle) = self { obstacle.whileWaiting } else { nil } }

    /// Where the edit is not shown, why.
    var failure: (code: ReplyCode, message: String)? {
        switch self {
        case .done, .unchanged, .waiting: nil
        case .failed(let code, let message): (code, message)
        case .overtaken: (.busy, "it was edited again since: undo that first, or look at it and edit it anew")
        }
    }
}
