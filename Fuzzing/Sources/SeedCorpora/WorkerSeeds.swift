import ExtractionWire
import PhotoModel

/// Messages as workers send them.
enum WorkerSeeds {
    static var all: [(name: String, bytes: [UInt8])] {
        [
            ("reply-empty", reply { _ in }),
            ("reply-photo", reply(photo)),
            ("reply-video", reply(video)),
            ("reply-unreadable", reply(unreadable)),
            ("reply-every-field", reply(everyField)),
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

    private static func photo(_ reply: inout ReplyEncoder) {
        reply.beginFacts(number: 7)
        append(.original, "2016:09:12 12:34:56", to: &reply)
        append(.originalSubseconds, "78", to: &reply)
        append(.originalOffset, "+02:00", to: &reply)
        append(.imageDescription, "Beach trip", to: &reply)
        append(.make, "Canon", to: &reply)
        reply.append(.orientation, byte: 6)
        reply.append(pixelWidth: 4000, pixelHeight: 3000)
        reply.append(.latitude, number: 47.366667)
        reply.append(.longitude, number: 8.55)
        reply.endFacts()
    }

    private static func video(_ reply: inout ReplyEncoder) {
        reply.beginFacts(number: 8)
        append(.quickTimeCreation, "2016-09-12T12:34:56+0200", to: &reply)
        append(.movieHeader, "2016-09-12T10:34:56.000000Z", to: &reply)
        reply.append(.duration, number: 12.5)
        append(.videoCodec, "hevc", to: &reply)
        reply.endFacts()
    }

    private static func unreadable(_ reply: inout ReplyEncoder) {
        for (number, reason) in UnreadableReason.allCases.enumerated() {
            reply.append(number: UInt32(number), unreadable: reason)
        }
    }

    /// Each field with a value that it may have, in the form that `FactField` says.
    private static func everyField(_ reply: inout ReplyEncoder) {
        reply.beginFacts(number: 9)
        for field in FactField.allCases {
            switch field {
            case .pixelSize: reply.append(pixelWidth: 1, pixelHeight: 1)
            case .orientation, .rating, .pickLabel, .favoriteMark, .iptcDigest: reply.append(field, byte: 1)
            case .latitude, .longitude, .altitude, .exposureTime, .fNumber, .sensitivity, .focalLength,
                .duration:
                reply.append(field, number: 1)
            default: append(field, "1", to: &reply)
            }
        }
        reply.endFacts()
    }

    private static func full(_ reply: inout ReplyEncoder) {
        for number in 0..<UInt32(WireFormat.maximumJobs) {
            reply.append(number: number, unreadable: .damaged)
        }
    }

    private static func append(_ field: FactField, _ text: String, to reply: inout ReplyEncoder) {
        var text = text
        text.withUTF8 { reply.append(field, text: UnsafeRawBufferPointer($0)) }
    }
}
