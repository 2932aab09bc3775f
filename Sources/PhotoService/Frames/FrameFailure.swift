import BatchService
import Batches
import Extraction
import ExtractionWire
import Files
import Glibc
import Importing
import LineProtocol
import PhotoModel

/// Why there is no frame.
struct FrameFailure: Error, Hashable {
    let code: ReplyCode
    let message: String

    static let noWorker = FrameFailure(
        code: .unsupported,
        message: ThumbnailFailure.noWorker.message
    )
    static let offline = FrameFailure(code: .busy, message: ThumbnailFailure.offline.message)
    static let silent = FrameFailure(code: .timeout, message: ThumbnailFailure.silent.message)
    static let targetSilent = FrameFailure(
        code: .timeout,
        message:
            "the disk that the frame is to be written to did not answer in time: see whether it is there yet, "
            + "or write elsewhere"
    )
    static let ending = FrameFailure(code: .busy, message: ThumbnailFailure.ending.message)
    static let beingWritten = FrameFailure(
        code: .busy,
        message: "the video is still being written: ask again when it is complete"
    )
    static let noRoom = FrameFailure(code: .busy, message: ThumbnailFailure.noRoom.message)
    static let noFile = FrameFailure(code: .unsupported, message: ThumbnailFailure.irregular.message)
    static let noVideo = FrameFailure(
        code: .unsupported,
        message: "it is no video: “videos” lists those that there are"
    )

    static func unknown(_ word: String) -> FrameFailure {
        FrameFailure(
            code: .noSuch,
            message: "no such video: \(ProtocolError.excerpt(word)); “videos” lists ids"
        )
    }

    static func exists(_ path: FilePath) -> FrameFailure {
        FrameFailure(
            code: .exists,
            message: "\(path.display) is there already: give another name, or overwrite=1"
        )
    }

    static func isVideo(_ path: FilePath) -> FrameFailure {
        FrameFailure(
            code: .exists,
            message: "\(path.display) is the video itself, and stays: give another name"
        )
    }

    static func isNoFile(_ path: FilePath) -> FrameFailure {
        FrameFailure(
            code: .exists,
            message: "\(path.display) is no regular file, and stays: give another name"
        )
    }

    static func isInLibrary(_ path: FilePath) -> FrameFailure {
        FrameFailure(
            code: .exists,
            message: "\(path.display) is a file of the library, and stays: give another name"
        )
    }

    static func pastEnd(_ place: FrameWish.Place, duration: Int64) -> FrameFailure {
        let asked =
            switch place {
            case .time(let time): "\(Double(time) / 1e6)"
            case .share(let share): "\(Double(share) / 1e4)%"
            }
        let length = Double((duration + 500) / 1000) / 1e3
        return FrameFailure(
            code: .argument,
            message: "at=\(asked) is past the end: the video lasts \(length) seconds"
        )
    }

    static let tooMany = FrameFailure(
        code: .argument,
        message:
            "that would be more than \(FrameSaving.limit) photos: ask for fewer, with a longer every= or at several times"
    )

    static func missingCodec(_ name: CodecName) -> FrameFailure {
        FrameFailure(
            code: .unsupported,
            message: "the video is of codec \(name.text), for which libavcodec has no decoder: "
                + "convert it, or install a libavcodec that has one"
        )
    }

    init(code: ReplyCode, message: String) {
        self.code = code
        self.message = message
    }

    init(_ refusal: FrameRefusal) {
        let code: ReplyCode =
            switch refusal {
            case .inputOutput: .system
            case .outOfTime: .timeout
            case .noDuration: .argument
            case .withdrawn: .busy
            case .notVideo, .noPictures, .empty, .truncated, .damaged, .tooLarge, .notNear: .unsupported
            }
        self.init(code: code, message: "\(refusal)")
    }

    init(_ end: JobEnd) {
        switch end {
        case .crashed:
            self.init(
                code: .unsupported,
                message: "the file crashes photod-render, so that no frame can be taken out of it"
            )
        case .timedOut, .slow: self.init(.outOfTime)
        case .noWorker, .unavailable, .cancelled:
            let failure = ThumbnailFailure(end)
            self.init(code: failure.code, message: failure.message)
        }
    }

    /// What kept the video from being read.
    init(reading failure: CallFailure) {
        let failure = ThumbnailFailure(reading: failure)
        self.init(code: failure.code, message: failure.message)
    }

    /// What kept the frame from being written.
    init(writing failure: CallFailure) {
        switch failure.code {
        case ENOENT, ENOTDIR:
            self.init(code: .noSuch, message: "\(failure): make the folder first")
        case EACCES, EPERM, EROFS:
            self.init(code: .permission, message: "\(failure): \(ErrorNumber.remedy(of: failure.code))")
        default:
            let failure = ThumbnailFailure(writing: failure)
            self.init(code: failure.code, message: failure.message)
        }
    }
}

extension FrameFailure {
    /// Why a frame did not become a photo. Where it waited until then nobody needs to know.
    ///
    /// - Parameter cause: what ended the request before its time; `nil` where an earlier frame did.
    init(saving error: ImportError, as photo: FilePath, cause: Cancellation.Cause?) {
        let message =
            switch error {
            case .notReached:
                if let cause {
                    "the frame is not saved, as \(cause): ask for it again"
                } else {
                    "the frame is not saved, as one before it could not be: do what is said of that one, and ask for this again"
                }
            case .system(_, _, let code): "\(ImportError.system(operation: "save", path: photo, code: code))"
            default: "\(error)"
            }
        self.init(code: error.code, message: message)
    }

    /// Why a photo has not the group or the date that was said of its video; `nil` where it has, or somebody has edited it
    /// meanwhile, or put it into the trash.
    init?(saying outcome: EditApplication.Outcome) {
        guard case .failed(let error) = outcome else { return nil }
        self.init(code: .system, message: Self.unsaid("\(error)"))
    }

    /// Of one of which what was said may not survive a power cut.
    init(unsaid error: BatchError) {
        self.init(code: .system, message: Self.unsaid("\(error)"))
    }

    /// Of one that was not found, so that nothing was said of it; `nil` where nothing had to be.
    ///
    /// - Parameters:
    ///   - microseconds: from the beginning of its video.
    ///   - facts: of the video.
    ///   - hasGroup: whether somebody has said the video's group, which no file does. Of a date the photo's file may be believed.
    ///   - cause: what ended the wait for it.
    init?(
        unfoundAt microseconds: Int64,
        of facts: FrameFacts,
        hasGroup: Bool,
        cause: Cancellation.Cause?
    ) {
        guard hasGroup || facts.unreadDate(at: microseconds, beside: nil) != nil else { return nil }
        let isHanging = if case .hanging? = cause { true } else { false }
        self.init(
            code: isHanging ? .timeout : .busy,
            message: Self.unsaid(cause?.description ?? "it is not in the index", isSure: hasGroup)
        )
    }

    private static func unsaid(_ reason: String, isSure: Bool = true) -> String {
        "the photo is saved, but \(isSure ? "has not" : "may not have") what was said of the video, as \(reason): "
            + "“edit” with group= and date= gives it that"
    }
}
