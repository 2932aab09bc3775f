import Extraction
import Files
import LibraryIndex
import PhotoModel
import Previews
import TestSupport
import Testing
import Threads

@testable import PhotoService

@Suite("Of what no preview can be made")
struct PreviewFailuresTests {
    private let shape = PreviewShape(edge: 100, format: .jpeg)
    private let failure = ThumbnailFailure(code: .unsupported, message: "no decoder", isOfFile: true)

    private func id(_ number: UInt64) -> AssetID { AssetID(high: 0, low: number) }

    private func stamp(_ time: Int64) -> FileStamp {
        FileStamp(size: 1, modificationTime: 2, changeTime: time, inode: 4, birthTime: 5)
    }

    @Test("is known as long as the file stays as it is, and of the picture that was asked for")
    func stamps() {
        let failures = PreviewFailures()
        failures.note(failure, of: id(1), stamp(1), shape)
        #expect(failures.failure(of: id(1), stamp(1), shape) == failure)
        #expect(failures.failure(of: id(1), stamp(2), shape) == nil)
        #expect(failures.failure(of: id(2), stamp(1), shape) == nil)
        #expect(failures.failure(of: id(1), stamp(1), PreviewShape(edge: 100, format: .png)) == nil)
    }

    @Test("is bounded, and what was noted first is forgotten first")
    func bound() {
        let failures = PreviewFailures(limit: 3)
        for number in 1...20 {
            for _ in 0..<2 { failures.note(failure, of: id(UInt64(number)), stamp(1), shape) }
            let known = (1...20).filter { failures.failure(of: id(UInt64($0)), stamp(1), shape) != nil }
            #expect(known == Array(max(1, number - 2)...number))
        }
    }

    @Test("a file that was changed a moment ago may change unseen, and one of the future may not")
    func settling() {
        let second: Int64 = 1_000_000_000
        let now = WallClock.now()
        #expect(!PreviewMaker.isSettled(stamp(now)))
        #expect(!PreviewMaker.isSettled(stamp(now + 60 * second)))
        #expect(PreviewMaker.isSettled(stamp(now - 3 * second)))
        #expect(PreviewMaker.isSettled(stamp(now + 3600 * second)))
        for extreme in [.min, .max] as [Int64] { #expect(PreviewMaker.isSettled(stamp(extreme))) }
    }

    @Test("a file that takes too long to read is known as it stands, and by its content else")
    func slowFiles() throws {
        let folder = try TemporaryFolder()
        let long = [UInt8](repeating: 7, count: 3 * ContentHasher.pieceLength)
        try folder.write("long", long)
        try folder.write("same", long)
        let file = try OpenFile(reading: folder.location("long"))
        let status = try file.status()
        func source(within time: Duration) throws -> PreviewSource {
            try PreviewMaker.source(of: file, status, id(9), within: time).get()
        }
        #expect(try source(within: .zero) == .file(id(9), status.stamp))
        guard case .content = try source(within: .seconds(60)) else {
            Issue.record("the content is not known")
            return
        }
        let same = try OpenFile(reading: folder.location("same"))
        let other = try PreviewMaker.source(of: same, try same.status(), id(8), within: .seconds(60)).get()
        #expect(try other == source(within: .seconds(60)))
    }
}
