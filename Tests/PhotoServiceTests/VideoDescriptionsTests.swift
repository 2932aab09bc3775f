import Extraction
import ExtractionWire
import LineProtocol
import PhotoModel
import TestSupport
import Testing

@testable import PhotoService

@Suite("What videos are, as it is remembered and told")
struct VideoDescriptionsTests {
    private func id(_ number: UInt64) -> AssetID { AssetID(high: 0, low: number) }

    private func stamp(_ time: Int64, inode: UInt64 = 4) -> FileStamp {
        FileStamp(size: 1, modificationTime: 2, changeTime: time, inode: inode, birthTime: 5)
    }

    private func description(
        orientation: UInt8 = 1,
        _ verdict: VideoDescription.Verdict = .decodable
    ) -> VideoDescription {
        VideoDescription(
            container: .mp4,
            width: 160,
            height: 120,
            orientation: orientation,
            duration: 4_000_000,
            frameRate: nil,
            videoCodec: CodecName("av1"),
            audioCodec: nil,
            verdict: verdict
        )
    }

    @Test("it is known as long as the file stays as it is, also where its inode's number means nothing")
    func stamps() {
        let descriptions = VideoDescriptions()
        descriptions.note(description(), of: id(1), stamp(1))
        #expect(descriptions.description(of: id(1), stamp(1)) == description())
        #expect(descriptions.description(of: id(1), stamp(1, inode: 0)) == description())
        #expect(descriptions.description(of: id(1), stamp(1, inode: 9)) == nil)
        #expect(descriptions.description(of: id(1), stamp(2)) == nil)
        #expect(descriptions.description(of: id(2), stamp(1)) == nil)
        // What it is now takes the place of what it was.
        descriptions.note(description(orientation: 6), of: id(1), stamp(2))
        #expect(descriptions.description(of: id(1), stamp(2)) == description(orientation: 6))
        #expect(descriptions.description(of: id(1), stamp(1)) == nil)
    }

    @Test("it is bounded, and what was noted first is forgotten first")
    func bound() {
        let descriptions = VideoDescriptions(limit: 3)
        for number in 1...20 {
            descriptions.note(description(), of: id(UInt64(number)), stamp(1))
            let known = (1...20).filter { descriptions.description(of: id(UInt64($0)), stamp(1)) != nil }
            #expect(known == Array(max(1, number - 2)...number))
        }
    }

    @Test("how the pictures are turned is degrees clockwise, after they were mirrored")
    func rotations() {
        let turned = (1...8).map { description(orientation: $0) }
        #expect(turned.map(\.rotation) == [0, 0, 180, 180, 270, 90, 90, 270])
        #expect(turned.map(\.isMirrored) == [false, true, false, true, true, false, true, false])
    }

    @Test("why no frame can be taken is said in the words of frame")
    func reasons() {
        #expect(description().reason == nil)
        #expect(description(.missingCodec).reason == FrameFailure.missingCodec(CodecName("av1")).message)
        #expect(description(.refused(.noPictures)).reason == "\(FrameRefusal.noPictures)")
    }

    @Test("what takes too long is a deadline that has passed, without a word of an option that there is not")
    func deadlines() {
        for failure in [
            FrameFailure(describing: .outOfTime), FrameFailure(describing: .timedOut),
            FrameFailure(describing: .slow),
        ] {
            #expect(failure.code == .timeout && !failure.message.contains("timeout="))
        }
        #expect(FrameFailure(describing: .damaged).code == .unsupported)
        #expect(FrameFailure(describing: .inputOutput).code == .system)
        #expect(FrameFailure(describing: .crashed).code == .unsupported)
        #expect(FrameFailure(describing: .cancelled).code == .busy)
    }
}
