import Testing

@testable import ExtractionWire

@Suite("Frames between worker and daemon")
struct FrameWireTests {
    private static let wish = FrameWish(
        session: 7,
        isLast: true,
        place: .share(500_000),
        tolerance: 0,
        width: 640,
        height: 65_535,
        format: .jpeg,
        quality: 92,
        patience: 30_000
    )
    private static let frame = TakenFrame(
        asked: 1_500_000,
        time: 1_520_000,
        duration: 4_000_000,
        rung: .exact,
        width: 160,
        height: 120,
        isScaled: false
    )

    private func bytes(_ wish: FrameWish) -> [UInt8] {
        var payload = WireBytes()
        wish.encode(into: &payload)
        return payload.bytes
    }

    private func bytes(_ answer: FrameAnswer) -> [UInt8] {
        var payload = WireBytes()
        answer.encode(into: &payload)
        return payload.bytes
    }

    @Test("a wish arrives as it was sent, and is as long as its kind says")
    func wish() throws {
        let sent = bytes(Self.wish)
        #expect(sent.count == JobKind.takeFrame.limits.requestLength)
        #expect(try sent.withUnsafeBytes { try FrameWish(decoding: $0) } == Self.wish)
    }

    @Test("a wish that is cut, is too long, or says what none may is refused")
    func badWishes() {
        let sent = bytes(Self.wish)
        var bad = [Array(sent.dropLast()), sent + [0]]
        // Kind of place, format, and a quality of none.
        for place in [9, 30, 31] {
            var other = sent
            other[place] = place == 31 ? 0 : 99
            bad.append(other)
        }
        for payload in bad {
            #expect(throws: WireError.self) { try payload.withUnsafeBytes { try FrameWish(decoding: $0) } }
        }
    }

    @Test(
        "an answer arrives as it was sent, and is no longer than its kind allows",
        arguments: [.taken(frame), .pastEnd(duration: 4_000_000), .missingCodec(CodecName("prores"))]
            as [FrameAnswer]
    )
    func answers(_ answer: FrameAnswer) throws {
        let sent = bytes(answer)
        #expect(sent.count <= JobKind.takeFrame.limits.replyLength)
        #expect(try sent.withUnsafeBytes { try FrameAnswer(decoding: $0) } == answer)
        for cut in 0..<sent.count {
            #expect(throws: WireError.self) {
                try Array(sent[..<cut]).withUnsafeBytes { try FrameAnswer(decoding: $0) }
            }
        }
    }

    @Test(
        "a duration that no arithmetic is safe with is refused",
        arguments: [.min, -1, .max - 400, .max] as [Int64]
    )
    func badDurations(_ duration: Int64) {
        let payload = bytes(.pastEnd(duration: duration))
        #expect(throws: WireError.length) {
            try payload.withUnsafeBytes { try FrameAnswer(decoding: $0) }
        }
    }

    @Test("a codec's name is a short word, whatever a file or a worker says")
    func codecs() {
        #expect(CodecName("h264\u{1B}[31m \"x").text == "h26431mx")
        #expect(CodecName(String(repeating: "a", count: 100)).text.utf8.count == CodecName.maximumLength)
        // What a worker that was taken over might send.
        for name in [Array("a\nb".utf8), [UInt8](repeating: 0x61, count: CodecName.maximumLength + 1)] {
            let payload = [2, UInt8(name.count)] + name
            #expect(throws: WireError.self) {
                try payload.withUnsafeBytes { try FrameAnswer(decoding: $0) }
            }
        }
    }
}
