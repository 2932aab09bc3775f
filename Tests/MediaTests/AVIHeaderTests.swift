import PhotoModel
import Testing

@testable import photod_media

@Suite("The date in the header of an AVI")
struct AVIHeaderTests {
    private let fixture: MediaFixture

    init() throws {
        fixture = try MediaFixture()
    }

    /// A chunk, filled up to an even length.
    private func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        Array(name.utf8) + Boxes.number(UInt32(content.count)).reversed() + content
            + [UInt8](repeating: 0, count: content.count % 2)
    }

    /// An AVI with a chunk at the end of its header list.
    private func video(_ chunk: [UInt8]) throws -> [UInt8] {
        var video = try fixture.video("a.avi", FFmpeg.pictures + ["-c:v", "mjpeg"])
        let list = try #require(video.firstRange(of: Array("hdrl".utf8))).lowerBound
        func enlarge(at position: Int) -> Int {
            let old = video[position..<(position + 4)].reversed().reduce(0) { $0 << 8 | Int($1) }
            video.replaceSubrange(
                position..<(position + 4),
                with: Boxes.number(UInt32(old + chunk.count)).reversed()
            )
            return old
        }
        let length = enlarge(at: list - 4)
        _ = enlarge(at: 4)
        video.insert(contentsOf: chunk, at: list + length)
        return video
    }

    @Test(
        "the camera's clock is read as it was written",
        arguments: [
            "Mon Sep 12 12:34:56 2016", "MON SEP  5 12:34:56 2016", "2016:09:12 12:34:56",
            "2016-09-12  12:34:56",
        ]
    )
    func recorded(text: String) async throws {
        let facts = try await fixture.facts(try video(chunk("IDIT", Array((text + "\n\0").utf8))))
        #expect(facts.recorded == text)
        #expect(facts.movieHeader == nil)
        #expect(facts.videoCodec == "mjpeg")
    }

    @Test("a blank date and one that is longer than its file are none", arguments: [8, 4_000_000_000])
    func none(length: UInt32) async throws {
        let chunk = Array("IDIT".utf8) + Boxes.number(length).reversed() + Array(" \n\0\0\0\0\0\0".utf8)
        let header = Array("RIFF\0\0\0\0AVI LIST".utf8) + Boxes.number(20).reversed() + Array("hdrl".utf8)
        #expect(try await fixture.outcomes([header + chunk]).count == 1)
        #expect(fixture.failures.isEmpty)
        let facts = try await fixture.facts(try video(self.chunk("IDIT", Array(" \n\0\0".utf8))))
        #expect(facts.recorded == nil)
    }
}
