import Editing
import Glibc
import LineProtocol
import PhotoModel

/// What keeps a file from being written, or from being put back.
struct WritingObstacle: Sendable {
    let code: ReplyCode
    /// With the remedy.
    let message: String
    /// The same of an edit that waits for its file: photod tries that again by itself.
    let whileWaiting: String

    init(_ code: ReplyCode, _ message: String, whileWaiting: String? = nil) {
        self.code = code
        self.message = message
        self.whileWaiting = whileWaiting ?? message
    }

    init(_ failure: WritingFailure) {
        var whileWaiting: String?
        if case .changed(let path) = failure {
            whileWaiting = "\(path.display) has changed meanwhile; it is tried again"
        }
        self.init(
            failure.code,
            failure.readOnly.map { ReadOnlyPlace($0).message } ?? "\(failure)",
            whileWaiting: whileWaiting
        )
    }

    static func offline(_ folder: FilePath) -> WritingObstacle {
        WritingObstacle(
            .busy,
            "\(folder.display) is offline: try again when it is back",
            whileWaiting: "\(folder.display) is offline: it is written when it is back"
        )
    }
}

extension WritingFailure {
    fileprivate var code: ReplyCode {
        guard mayPass || self == .gone else { return .unsupported }
        switch self {
        case .system(let failure):
            switch failure.code {
            case EACCES, EPERM, EROFS: return .permission
            case ENOENT: return .noSuch
            case EBUSY, ETXTBSY: return .busy
            default: return .system
            }
        case .gone: return .noSuch
        case .immutable, .sticky: return .permission
        case .refused, .refusedPhoto: return .system
        case .changed, .beingWritten, .noWorker: return .busy
        case .notAFile, .linked, .linkedPhoto, .linkedSince, .otherPicture, .unkeepable, .failed, .notKept:
            return .unsupported
        }
    }
}
