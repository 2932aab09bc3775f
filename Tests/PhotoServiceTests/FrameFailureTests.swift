import Editing
import Files
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

    @Test("a shortage of descriptors passes, and is no fault of the disk")
    func shortage() {
        let failure = CallFailure(.open, FilePath("/photos/a.mp4"), EMFILE)
        for (code, message) in [
            (FrameFailure(reading: failure).code, FrameFailure(reading: failure).message),
            (FrameFailure(writing: failure).code, FrameFailure(writing: failure).message),
            (ThumbnailFailure(reading: failure).code, ThumbnailFailure(reading: failure).message),
        ] { #expect(code == .busy && message.contains("descriptors")) }
        #expect(
            FrameFailure(reading: CallFailure(.open, failure.path, EIO)).message.contains("check its disk")
        )
    }

    @Test("a picture that lies too deep is no fault of the disk")
    func depth() {
        let failure = ThumbnailFailure(reading: CallFailure(.open, FilePath("/photos/a.jpg"), ENAMETOOLONG))
        #expect(failure.message.hasSuffix("shorten the names of the folders that it lies in"))
    }

    @Test(
        "a group or a date that could not be put down is told of, and one that somebody has changed since is not"
    )
    func unsaid() {
        #expect(FrameFailure(saying: .done) == nil && FrameFailure(saying: .overtaken) == nil)
        #expect(FrameFailure(saying: .gone) == nil)
        let failed = FrameFailure(saying: .failed(.damaged))
        #expect(failed?.code == .system && failed?.message.contains("group=") == true)
    }

    @Test("one that was not found may not have a date that was said of its video, and has not the group")
    func unfound() throws {
        func failure(
            _ source: DateSource,
            hasGroup: Bool = false,
            _ cause: Cancellation.Cause? = .hanging(FilePath("/nas"))
        ) throws -> FrameFailure? {
            let time = try #require(LocalTime(year: 2016, month: 12, day: 31))
            let date = CaptureDate(localTime: time, offsetMinutes: nil, source: source, precision: .second)
            let facts = FrameFacts(date: date, modificationTime: 0, place: nil, description: nil)
            return FrameFailure(unfoundAt: 1_000_000, of: facts, hasGroup: hasGroup, cause: cause)
        }
        let dated = try failure(.overlay)
        #expect(dated?.code == .timeout && dated?.message.contains("may not have") == true)
        #expect(dated?.message.contains("/nas did not answer") == true)
        let grouped = try failure(.quickTimeCreation, hasGroup: true, .daemonEnds)
        #expect(grouped?.code == .busy && grouped?.message.contains("has not what was said") == true)
        #expect(grouped?.message.contains("photod was stopped") == true)
        #expect(try failure(.overlay, nil)?.code == .busy)
        // All that is to be said is in its file.
        #expect(try failure(.quickTimeCreation) == nil)
    }
}
