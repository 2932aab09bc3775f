import ExtractionWire
import PhotoModel

/// Messages as workers send them.
enum WorkerSeeds {
    static var all: [(name: String, bytes: [UInt8])] {
        [
            ("reply-empty", reply { _ in }),
            ("reply-photo", reply { append(7, facts(photo), to: &$0) }),
            ("reply-video", reply { append(8, facts(video), to: &$0) }),
            ("reply-failed", reply(failed)),
            ("reply-every-field", reply { append(9, facts(everyField), to: &$0) }),
            ("reply-file", reply(file)),
            ("reply-full", reply(full)),
            ("hello-bare", WorkerHello(seccomp: true, landlock: 0, libraries: []).encoded()),
            ("hello", hello.encoded()),
        ]
    }

    private static let hello = WorkerHello(
        seccomp: true,
        landlock: 7,
        libraries: [.init(name: "libexif", version: "0.6.24"), .init(name: "exiv2", version: "0.27.6")]
    )

    private static func reply(_ fill: (inout ReplyEncoder) -> Void) -> [UInt8] {
        var encoder = ReplyEncoder()
        encoder.begin()
        fill(&encoder)
        return encoder.withMessage { Array($0) }
    }

    private static func facts(_ fill: (inout FactEncoder) -> Void) -> WireBytes {
        var encoder = FactEncoder()
        fill(&encoder)
        return encoder.payload
    }

    private static func append(_ number: UInt32, _ facts: WireBytes, to reply: inout ReplyEncoder) {
        // No facts are more than such a job may bring.
        try? reply.append(number: number, of: .readFacts, done: facts)
    }

    private static func photo(_ facts: inout FactEncoder) {
        append(.original, "2016:09:12 12:34:56", to: &facts)
        append(.originalSubseconds, "78", to: &facts)
        append(.originalOffset, "+02:00", to: &facts)
        append(.imageDescription, "Beach trip", to: &facts)
        append(.make, "Canon", to: &facts)
        facts.append(.orientation, byte: 6)
        facts.append(pixelWidth: 4000, pixelHeight: 3000)
        facts.append(.latitude, number: 47.366667)
        facts.append(.longitude, number: 8.55)
    }

    private static func video(_ facts: inout FactEncoder) {
        append(.quickTimeCreation, "2016-09-12T12:34:56+0200", to: &facts)
        append(.movieHeader, "2016-09-12T10:34:56.000000Z", to: &facts)
        facts.append(.duration, number: 12.5)
        append(.videoCodec, "hevc", to: &facts)
    }

    private static func failed(_ reply: inout ReplyEncoder) {
        for (number, reason) in UnreadableReason.allCases.enumerated() {
            reply.append(number: UInt32(number), failed: reason.rawValue)
        }
    }

    private static func file(_ reply: inout ReplyEncoder) {
        try? reply.append(number: 10, of: .trial, done: WireBytes(), descriptor: 0)
        reply.append(refused: 11)
    }

    /// Each field with a value that it may have. Only what has a field's form is added, so one of the three is.
    private static func everyField(_ facts: inout FactEncoder) {
        for field in FactField.allCases {
            facts.append(field, byte: 1)
            facts.append(field, number: 1)
            append(field, "1", to: &facts)
        }
        facts.append(pixelWidth: 1, pixelHeight: 1)
    }

    private static func full(_ reply: inout ReplyEncoder) {
        for number in 0..<UInt32(WireFormat.maximumJobs) {
            reply.append(number: number, failed: UnreadableReason.damaged.rawValue)
        }
    }

    private static func append(_ field: FactField, _ text: String, to facts: inout FactEncoder) {
        var text = text
        text.withUTF8 { facts.append(field, text: UnsafeRawBufferPointer($0)) }
    }
}
