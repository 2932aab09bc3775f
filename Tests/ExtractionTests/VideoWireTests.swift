import Testing

@testable import ExtractionWire

@Suite("What a video is, between worker and daemon")
struct VideoWireTests {
    private static func description(
        _ verdict: VideoDescription.Verdict,
        videoCodec: String? = "h264",
        audioCodec: String? = "aac"
    ) -> VideoDescription {
        VideoDescription(
            container: .quickTime,
            width: 1080,
            height: 1920,
            orientation: 6,
            duration: 12_480_000,
            frameRate: VideoDescription.FrameRate(frames: 30_000, seconds: 1001),
            videoCodec: videoCodec.map { CodecName($0) },
            audioCodec: audioCodec.map { CodecName($0) },
            verdict: verdict
        )
    }

    private func bytes(_ description: VideoDescription) -> [UInt8] {
        var payload = WireBytes()
        description.encode(into: &payload)
        return payload.bytes
    }

    private func decoded(_ bytes: [UInt8]) throws -> VideoDescription {
        try bytes.withUnsafeBytes { try VideoDescription(decoding: $0) }
    }

    @Test(
        "it arrives as it was sent, and is no longer than its kind allows",
        arguments: [
            description(.decodable), description(.missingCodec, videoCodec: "prores", audioCodec: nil),
            description(.refused(.noPictures), videoCodec: nil), description(.refused(.withdrawn)),
        ]
    )
    func descriptions(_ description: VideoDescription) throws {
        let sent = bytes(description)
        #expect(sent.count <= JobKind.describeVideo.limits.replyLength)
        #expect(try decoded(sent) == description)
        for cut in 0..<sent.count { #expect(throws: WireError.self) { try decoded(Array(sent[..<cut])) } }
        #expect(throws: WireError.self) { try decoded(sent + [0]) }
    }

    @Test("the longest names fit")
    func longest() throws {
        let name = String(repeating: "n", count: 100)
        let longest = Self.description(.decodable, videoCodec: name, audioCodec: name)
        #expect(bytes(longest).count == JobKind.describeVideo.limits.replyLength)
        #expect(try decoded(bytes(longest)) == longest)
    }

    @Test("what no video is makes the worker a liar")
    func lies() {
        let sent = bytes(Self.description(.decodable))
        // Container, a width of none with a height, orientation, a duration below none, verdict, a codec that is no name.
        for (place, values) in [
            (0, [0]), (0, [99]), (1, [0, 0, 0, 0]), (9, [0]), (9, [9]), (17, [0xFF]), (26, [200]),
            (28, [0x0A]),
        ] as [(Int, [UInt8])] {
            var other = sent
            other.replaceSubrange(place..<(place + values.count), with: values)
            #expect(throws: WireError.self, "\(place)") { try decoded(other) }
        }
    }

    @Test("every refusal has its own number, and none is that of a codec that is missing")
    func verdicts() throws {
        for refusal in FrameRefusal.allCases {
            #expect(try decoded(bytes(Self.description(.refused(refusal)))).verdict == .refused(refusal))
        }
    }
}
