import Editing
import Glibc
import Importing
import LibraryIndex
import PhotoModel
import Testing

@testable import PhotoService

@Suite("Why a frame is no photo")
struct FrameFailureTests {
    private static let picture = FilePath("/state/frames/1/1")

    @Test("of a picture that is too large for what is said of it, how it becomes smaller is told")
    func tooLarge() {
        let failure = FrameFailure(describing: .refusedPhoto(Self.picture, .tooLarge))
        #expect(failure.code == .unsupported)
        #expect(failure.message.contains("format=jpeg") && failure.message.contains("max-width="))
        #expect(!failure.message.contains(Self.picture.display) && !failure.message.contains("sidecar"))
        #expect(FrameFailure(describing: WritingFailure.noWorker).code == .busy)
    }

    @Test("of one that has no room the photo is named, and of those behind it what to do")
    func saving() {
        let photo = FilePath("/photos/a-0h00m01s000.jpg")
        let full = ImportError.system(operation: "copy", path: Self.picture, code: ENOSPC)
        let first = FrameFailure(saving: full, as: photo, cause: nil)
        #expect(first.message.contains("cannot save \(photo.display)") && !first.message.contains("/state"))
        let behind = FrameFailure(saving: .notReached(reason: "\(full)"), as: photo, cause: nil)
        #expect(behind.code == .busy && behind.message.contains("ask for this again"))
        #expect(!behind.message.contains("import") && !behind.message.contains("/state"))
        let ended = FrameFailure(saving: .notReached(reason: "x"), as: photo, cause: .daemonEnds)
        #expect(ended.message.contains("photod was stopped"))
    }

    @Test(
        "a group or a date that could not be put down is told of, and one that somebody has changed since is not"
    )
    func unsaid() {
        #expect(FrameFailure(saying: .done) == nil && FrameFailure(saying: .overtaken) == nil)
        #expect(FrameFailure(saying: .gone) == nil)
        let failed = FrameFailure(saying: .failed(.damaged))
        #expect(failed?.code == .system && failed?.message.contains("group=") == true)
        let ended = FrameFailure(unsaidAs: .daemonEnds)
        #expect(ended.code == .busy && ended.message.contains("photod was stopped"))
        let hanging = FrameFailure(unsaidAs: .hanging(FilePath("/nas")))
        #expect(hanging.code == .timeout && hanging.message.contains("/nas did not answer"))
    }
}
