import BatchService
import Extraction
import ExtractionWire
import Files
import Glibc
import LineProtocol
import PhotoModel

/// Why an item has no thumbnail.
struct ThumbnailFailure: Error, Hashable {
    let code: ReplyCode
    let message: String
    /// Whether the file is to blame: it is not tried again before it changes.
    var isOfFile = false
    /// Whether it was drawn and could not be kept.
    var isOfCache = false

    static let noWorker = ThumbnailFailure(
        code: .unsupported,
        message: "photod-render is missing: \(ThumbnailService.remedy)"
    )
    static let noCache = ThumbnailFailure(
        code: .unsupported,
        message:
            "there is no home directory to keep thumbnails in: set HOME or XDG_CACHE_HOME, and restart photod"
    )
    static let video = ThumbnailFailure(
        code: .unsupported,
        message: "it is a video: “thumbnail” makes a small picture of one, and “frame” any"
    )
    static let thumbnail = ThumbnailFailure(code: .unsupported, message: "it is a thumbnail itself")
    static let offline = ThumbnailFailure(
        code: .busy,
        message: "its folder is offline: try again when it is back"
    )
    static let silent = ThumbnailFailure(
        code: .timeout,
        message: "the disk that it lies on did not answer in time: try again"
    )
    static let late = ThumbnailFailure(
        code: .timeout,
        message: "no picture of the file could be made in ten minutes that nobody else wanted"
    )
    static let irregular = ThumbnailFailure(code: .unsupported, message: "it is no regular file")
    static let changed = ThumbnailFailure(
        code: .busy,
        message: "somebody writes to the file: try again when it is complete"
    )
    static let noRoom = ThumbnailFailure(
        code: .busy,
        message: "photod is short of descriptors or memory: try again"
    )
    static let ending = ThumbnailFailure(code: .busy, message: "photod is ending: ask again when it runs")

    /// What was found out about the file before.
    init(known reason: String) {
        self.init(code: .unsupported, message: reason, isOfFile: true)
    }

    init(code: ReplyCode, message: String, isOfFile: Bool = false) {
        self.code = code
        self.message = message
        self.isOfFile = isOfFile
    }

    init(_ refusal: RenderRefusal) {
        switch refusal {
        case .inputOutput, .notWritten: self.init(code: .system, message: "\(refusal)")
        case .outOfTime: self.init(.timedOut)
        case .unsupported, .damaged, .tooLarge, .noPreview, .notVideo, .noPictures, .missingCodec:
            self.init(code: .unsupported, message: "\(refusal)", isOfFile: true)
        }
    }

    init(_ end: JobEnd) {
        switch end {
        case .crashed:
            self.init(
                code: .unsupported,
                message: "the file crashes photod-render, so that no picture can be made of it",
                isOfFile: true
            )
        case .timedOut, .slow:
            // It may as well be the disk's fault, or the machine's.
            self.init(
                code: .timeout,
                message:
                    "no picture of the file could be made in time: try again when its disk and the machine "
                    + "are less busy"
            )
        case .noWorker:
            self.init(code: .system, message: "photod-render does not start: “status” says why")
        case .unavailable:
            self.init(code: .busy, message: "photod-render cannot be started just now: try again")
        case .cancelled: self = .ending
        }
    }

    /// What kept the original from being read.
    init(reading failure: CallFailure) {
        switch failure.code {
        case ENOENT:
            self.init(code: .noSuch, message: "\(failure): it went away; “sync” waits for what changed")
        case EACCES, EPERM:
            self.init(
                code: .permission,
                message: "\(failure): give the daemon's user read permission (chmod u+r)"
            )
        case _ where ErrorNumber.isShortage(failure.code): self = .noRoom
        case ENAMETOOLONG:
            self.init(
                code: .system,
                message: "\(failure): shorten the names of the folders that it lies in"
            )
        default: self.init(code: .system, message: "\(failure): check its disk, and try again")
        }
    }

    /// What kept the thumbnail from being written.
    init(writing failure: CallFailure) {
        guard !ErrorNumber.isShortage(failure.code) else {
            self = .noRoom
            isOfCache = true
            return
        }
        self.init(
            code: failure.code == EACCES || failure.code == EROFS ? .permission : .system,
            message: failure.code == EROFS
                ? "\(failure): let photod write there: \(ReadOnlyPlace.remedy(for: failure.path.parent))"
                : "\(failure): \(ErrorNumber.remedy(of: failure.code))"
        )
        isOfCache = true
    }
}
