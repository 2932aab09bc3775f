import PhotoModel
import TestSupport
import Testing

@testable import ExtractionWire

@Suite("The messages between daemon and worker")
struct WireTests {
    /// A result, apart from the message that it came with.
    enum Result: Equatable {
        case done(UInt32, [UInt8], hasDescriptor: Bool)
        case refused(UInt32)
        case failed(UInt32, UInt8)
    }

    static func decode(_ message: [UInt8]) throws -> [Result] {
        try message.withUnsafeBytes { bytes in
            var reply = try ReplyDecoder(bytes)
            var results: [Result] = []
            while let result = try reply.next() {
                switch result.outcome {
                case .done(let payload, let hasDescriptor):
                    results.append(.done(result.number, Array(payload), hasDescriptor: hasDescriptor))
                case .refused: results.append(.refused(result.number))
                case .failed(let reason): results.append(.failed(result.number, reason))
                }
            }
            #expect(results.count == reply.count)
            return results
        }
    }

    static func reply(_ fill: (inout ReplyEncoder) throws -> Void) rethrows -> [UInt8] {
        var reply = ReplyEncoder()
        reply.begin()
        try fill(&reply)
        return reply.withMessage { Array($0) }
    }

    @Test("a reply arrives as it was sent")
    func replyRoundTrip() throws {
        let rich = FactWireTests.payload(FactWireTests.rich)
        let message = try Self.reply { reply in
            try reply.append(number: 7, of: .readFacts, done: rich)
            try reply.append(number: 8, of: .trial, done: WireBytes(), descriptor: 5)
            try reply.append(number: 9, of: .trial, done: WireBytes())
            reply.append(refused: .max)
            for reason: UInt8 in 0...25 { reply.append(number: 0, failed: reason) }
        }
        var expected: [Result] = [
            .done(7, rich.bytes, hasDescriptor: false), .done(8, [], hasDescriptor: true),
            .done(9, [], hasDescriptor: false), .refused(.max),
        ]
        expected += (0...25).map { Result.failed(0, UInt8($0)) }
        #expect(try Self.decode(message) == expected)
    }

    @Test("a request arrives as it was sent, whatever kinds its jobs are of")
    func requestRoundTrip() throws {
        var encoder = RequestEncoder()
        for count in [32, 0, 1] {
            encoder.begin()
            for number in 0..<UInt32(count) {
                let isTrial = number % 3 == 0
                encoder.append(
                    number: number &- 16,
                    kind: isTrial ? .trial : .readFacts,
                    descriptors: JobDescriptors(sources: isTrial ? 2 : 1, targets: isTrial ? 1 : 0),
                    payload: [UInt8(number), 2, 3][...]
                )
            }
            try encoder.finish().withUnsafeBytes { bytes in
                var jobs = try RequestDecoder(bytes)
                #expect(try jobs.descriptorCount() == (0..<count).reduce(0) { $0 + ($1 % 3 == 0 ? 3 : 1) })
                var number: UInt32 = 0
                while let job = try jobs.next() {
                    #expect(job.number == number &- 16)
                    #expect(job.kind == (number % 3 == 0 ? .trial : .readFacts))
                    #expect(Array(job.payload) == [UInt8(number), 2, 3])
                    number += 1
                }
                #expect(number == count)
            }
        }
    }

    @Test("a job of a kind that this end has never heard of is one all the same, to be refused")
    func unknownKind() throws {
        var message = request(JobDescriptors(sources: 2, targets: 0), payload: [1])
        message[12] = 77
        try message.withUnsafeBytes { bytes in
            var jobs = try RequestDecoder(bytes)
            let first = try jobs.next()
            let job = try #require(first)
            #expect(job.kind == nil && job.number == 1 && job.descriptors.count == 2)
        }
    }

    private func request(_ descriptors: JobDescriptors, payload: [UInt8]) -> [UInt8] {
        var encoder = RequestEncoder()
        encoder.begin()
        encoder.append(number: 1, kind: .trial, descriptors: descriptors, payload: payload[...])
        return encoder.finish()
    }

    @Test("a worker takes no job with more or fewer descriptors than its kind has, or a longer payload")
    func requestLimits() throws {
        func decode(_ sources: Int, _ targets: Int, _ length: Int) throws {
            let descriptors = JobDescriptors(sources: sources, targets: targets)
            let payload = [UInt8](repeating: 0, count: length)
            try request(descriptors, payload: payload).withUnsafeBytes { bytes in
                let jobs = try RequestDecoder(bytes)
                _ = try jobs.descriptorCount()
            }
        }
        try decode(2, 1, 64)
        for (sources, targets) in [(1, 0), (3, 0), (2, 2), (0, 1)] {
            #expect(throws: WireError.descriptors) { try decode(sources, targets, 0) }
        }
        #expect(throws: WireError.payload(65)) { try decode(2, 0, 65) }
    }

    @Test("a worker cannot write a result that is more than its kind allows")
    func replyLimits() throws {
        var long = WireBytes()
        for _ in 0..<65 { long.append(UInt8(0)) }
        let message = Self.reply { reply in
            #expect(throws: WireError.payload(65)) { try reply.append(number: 1, of: .trial, done: long) }
            #expect(throws: WireError.descriptors) {
                try reply.append(number: 1, of: .readFacts, done: WireBytes(), descriptor: 5)
            }
            #expect(reply.count == 0 && reply.descriptors.isEmpty)
        }
        #expect(try Self.decode(message).isEmpty)
    }

    @Test("a hello arrives as it was sent", arguments: [(true, UInt16(7)), (false, 0)])
    func helloRoundTrip(seccomp: Bool, landlock: UInt16) throws {
        let hello = WorkerHello(
            seccomp: seccomp,
            landlock: landlock,
            libraries: [.init(name: "libseccomp", version: "2.5.4")]
        )
        let received = try hello.encoded().withUnsafeBytes { try WorkerHello(decoding: $0) }
        #expect(received == hello)
    }

    @Test("an end that speaks another version is told from all other errors, and by name")
    func otherVersion() {
        var message = WorkerHello(seccomp: true, landlock: 0, libraries: []).encoded()
        message[0] = WireFormat.version + 1
        let error = WireError.version(WireFormat.version + 1)
        #expect(throws: error) { try message.withUnsafeBytes { try WorkerHello(decoding: $0) } }
        #expect(error.description.contains("version"))
    }

    @Test(
        "the longest texts are cut, and 32 of the longest results need more than one message, each in its bounds"
    )
    func bounds() throws {
        var facts = FactWireTests.rich
        facts.imageDescription = [UInt8](repeating: 0x41, count: 100_000)
        facts.make = String(repeating: "m", count: 1_000)
        let payload = FactWireTests.payload(facts)
        var sent: UInt32 = 0
        var messages: [[UInt8]] = []
        while sent < 32 {
            messages.append(
                try Self.reply { reply in
                    while sent < 32, reply.hasRoom(for: .readFacts) {
                        try reply.append(number: sent, of: .readFacts, done: payload)
                        sent += 1
                    }
                }
            )
        }
        #expect(messages.count > 1)
        #expect(messages.allSatisfy { $0.count <= WireFormat.maximumMessageLength })
        let expected = (0..<32).map { Result.done($0, payload.bytes, hasDescriptor: false) }
        #expect(try messages.flatMap(Self.decode) == expected)
        let received = try FactWireTests.facts(payload.bytes)
        #expect(received.imageDescription?.count == WireFormat.maximumDescriptionLength)
        #expect(received.make?.utf8.count == WireFormat.maximumTextLength)
    }

    @Test("no more than 32 results make a message")
    func fullReply() {
        _ = Self.reply { reply in
            for number in 0..<32 {
                #expect(reply.hasRoom(for: .trial) && reply.hasRoom(for: nil))
                reply.append(refused: UInt32(number))
            }
            #expect(!reply.hasRoom(for: .trial) && !reply.hasRoom(for: nil))
        }
    }

    @Test("what cannot be is refused, and says why")
    func refusals() throws {
        let good = try Self.reply { reply in
            try reply.append(number: 1, of: .readFacts, done: FactWireTests.payload(FactWireTests.rich))
        }
        func damaged(_ change: (inout [UInt8]) -> Void) -> [UInt8] {
            var bytes = good
            change(&bytes)
            return bytes
        }
        #expect(throws: WireError.version(9)) { try Self.decode(damaged { $0[0] = 9 }) }
        #expect(throws: WireError.kind(1)) { try Self.decode(damaged { $0[1] = 1 }) }
        #expect(throws: WireError.count) { try Self.decode(damaged { $0[2] = 33 }) }
        #expect(throws: WireError.length) { try Self.decode(damaged { $0[4] &+= 1 }) }
        #expect(throws: WireError.length) { try Self.decode(good + [0]) }
        #expect(throws: WireError.outcome(200)) { try Self.decode(damaged { $0[12] = 200 }) }
        #expect(throws: WireError.descriptors) { try Self.decode(damaged { $0[13] = 2 }) }
        #expect(throws: WireError.truncated) { try Self.decode([]) }
        for length in 0..<good.count {
            #expect(throws: WireError.self) { try Self.decode(Array(good[..<length])) }
        }
    }

    @Test("20,000 random and mutated messages end in results or an error, never in a trap")
    func hostileBytes() throws {
        var generator = SeededGenerator.fromEnvironment()
        print("hostile messages: seed \(generator.seed)")
        let rich = FactWireTests.payload(FactWireTests.rich)
        let good = try Self.reply { reply in
            try reply.append(number: 1, of: .readFacts, done: rich)
            reply.append(number: 2, failed: 4)
            try reply.append(number: 3, of: .readFacts, done: rich)
        }
        var refused = 0
        for round in 0..<20_000 {
            var bytes = good
            if round % 4 == 0 {
                bytes = (0..<Int.random(in: 0...200, using: &generator)).map { _ in
                    .random(in: 0...255, using: &generator)
                }
                // A header that leads the decoder past its first checks.
                if round % 8 == 0, bytes.count >= 8 {
                    bytes.replaceSubrange(
                        0..<8,
                        with: [WireFormat.version, 3, bytes[2] % 33, 0, UInt8(bytes.count), 0, 0, 0]
                    )
                }
            } else {
                for _ in 0..<Int.random(in: 1...4, using: &generator) {
                    bytes[.random(in: bytes.indices, using: &generator)] = .random(
                        in: 0...255,
                        using: &generator
                    )
                }
                if round % 3 == 0 { bytes.removeLast(.random(in: 0...bytes.count, using: &generator)) }
            }
            do {
                for case .done(_, let payload, hasDescriptor: _) in try Self.decode(bytes) {
                    let facts = try FactWireTests.facts(payload)
                    #expect((facts.imageDescription?.count ?? 0) <= WireFormat.maximumDescriptionLength)
                    #expect((facts.latitude ?? 0).magnitude <= 90)
                }
            } catch {
                #expect(error is WireError)
                refused += 1
            }
            bytes.withUnsafeBytes { buffer in
                _ = try? RequestDecoder(buffer).descriptorCount()
                _ = try? WorkerHello(decoding: buffer)
            }
        }
        #expect(refused > 5_000)
    }
}
