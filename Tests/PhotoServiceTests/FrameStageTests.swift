import Files
import PhotoModel
import TestSupport
import Testing

@testable import PhotoService

@Suite("Frames that wait to become photos")
struct FrameStageTests {
    private let folder: TemporaryFolder
    private var base: FilePath { folder.location("frames") }

    init() throws { folder = try TemporaryFolder() }

    /// What is in the stages when a stage with one frame is gone.
    private func left(after body: (FrameStage) -> Void = { _ in }) throws -> Int {
        do {
            let stage = try FrameStage(in: base)
            try stage.write([1], as: FileName("1"))
            body(stage)
        }
        return try Disk.names(in: base).count
    }

    @Test("go when nobody needs them any more, but not those of a batch that has no end")
    func goes() throws {
        #expect(try left() == 0)
        #expect(try left { $0.noteBatch() } == 1)
        #expect(
            try left {
                $0.noteBatch()
                $0.noteBatchEnd()
            } == 1
        )
        FrameStage.clearAll(in: base)
        #expect(try Disk.names(in: base).isEmpty)
    }
}
