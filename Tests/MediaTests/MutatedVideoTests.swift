import Extraction
import PhotoModel
import TestSupport
import Testing

@Suite("Videos that are broken", .timeLimit(.minutes(20)))
struct MutatedVideoTests {
    private static let count = 2_000

    @Test("two thousand broken videos are answered each, within the box, and the next whole one is read")
    func mutated() async throws {
        var random = SeededGenerator.fromEnvironment()
        print("seed \(random.seed): PHOTOD_TEST_SEED=\(random.seed) runs it again")
        let fixture = try MediaFixture()
        let samples = try samples(fixture)
        var answered = 0
        while answered < Self.count {
            let files = (0..<min(ExtractionBatch.capacity, Self.count - answered)).map { _ in
                mutated(samples[random.below(samples.count)], &random)
            }
            let outcomes = try await fixture.outcomes(files)
            #expect(outcomes.count == files.count)
            #expect(!outcomes.contains(.cancelled) && !outcomes.contains(.unreadable(.noReader)))
            #expect(!outcomes.contains(.unreadable(.timedOut)))
            answered += outcomes.count
        }
        for how in fixture.failures { #expect(!how.contains("sandbox"), "a worker ended: \(how)") }
        for sample in samples {
            guard case .facts = try await fixture.outcomes([sample]).first else {
                Issue.record("a whole video is not read")
                continue
            }
        }
    }

    private func samples(_ fixture: MediaFixture) throws -> [[UInt8]] {
        let pictures =
            FFmpeg.pictures + ["-frames:v", "3", "-metadata", "creation_time=2016-09-12T10:34:56Z"]
        let fast = ["-c:v", "mpeg4"]
        return [
            Boxes.movie(Boxes.box("udta", userData)),
            try fixture.video("a.mp4", pictures + fast + ["-metadata", "location=+52.3693+006.6761/"]),
            try fixture.video("b.mp4", pictures + fast + ["-movflags", "frag_keyframe+empty_moov"]),
            try fixture.video("a.mov", pictures + ["-c:v", "mjpeg", "-movflags", "use_metadata_tags"]),
            try fixture.video("a.avi", pictures + fast + ["-metadata", "date=2020-08-28"]),
            try fixture.video("a.mkv", pictures + fast + ["-metadata", "title=Title"]),
            try fixture.video("a.mts", pictures + ["-c:v", "libx264", "-f", "mpegts"]),
            try fixture.video("a.mpg", pictures + ["-c:v", "mpeg1video", "-r", "25"]),
            try fixture.video("a.wmv", pictures + ["-c:v", "wmv2"]),
        ]
    }

    private var userData: [UInt8] {
        let place = [0, 0, 1 << 16, 2 << 16, 0].flatMap(Boxes.number) + Array("earth\0\0".utf8)
        let value = Boxes.box("data", Boxes.number(1) + Boxes.number(0) + Array("Beach trip".utf8))
        let list = Boxes.box("ilst", Boxes.box(Boxes.quickTime("des"), value))
        return Boxes.box("date", Array("2020-11-20T15:04:02+0100".utf8)) + Boxes.box("loci", place)
            + Boxes.box(Boxes.quickTime("cmt"), [0, 3, 0, 0] + Array("été".utf8))
            + Boxes.box("meta", Boxes.number(0) + list)
    }

    /// A few bytes changed, a stretch of them lost, doubled or overwritten, or the end cut off.
    private func mutated(_ sample: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        var bytes = sample
        // Headers are what is parsed, so half of the damage is done to the beginning.
        func position() -> Int {
            random.below(random.chance(50) ? min(bytes.count, 1_024) : bytes.count)
        }
        for _ in 0...random.below(8) {
            let start = position()
            let end = min(bytes.count, start + 1 + random.below(64))
            switch random.below(6) {
            case 0, 1: bytes[start] = UInt8(truncatingIfNeeded: random.next())
            case 2: bytes[start] ^= 1 << UInt8(random.below(8))
            case 3:
                let filler: UInt8 = random.chance(50) ? 0xFF : 0
                for index in start..<end { bytes[index] = filler }
            case 4: bytes.insert(contentsOf: bytes[start..<end], at: start)
            default: if end - start < bytes.count { bytes.removeSubrange(start..<end) }
            }
        }
        if random.chance(10) { bytes.removeLast(random.below(bytes.count)) }
        return bytes
    }
}
