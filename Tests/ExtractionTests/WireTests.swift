import PhotoModel
import TestSupport
import Testing

@testable import ExtractionWire

@Suite("The messages between daemon and worker")
struct WireTests {
    static let rich: EmbeddedFacts = {
        var facts = EmbeddedFacts()
        facts.original = .init(text: "2016:11:03 12:34:56", subseconds: "78", offset: "+02:00")
        facts.digitized = .init(text: "2016:11:04 12:34:57", subseconds: nil, offset: "-01:30")
        facts.modified = .init(text: "2016:11:05 10:00:00")
        facts.imageDescription = [0x4B, 0xF6, 0x6C, 0x6E, 0x00, 0x21]
        facts.orientation = 6
        facts.pixelWidth = 4032
        facts.pixelHeight = 3024
        facts.latitude = -33.86
        facts.longitude = 151.2
        facts.make = "Maker"
        facts.model = "Model 5"
        return facts
    }()

    static func append(_ facts: EmbeddedFacts, number: UInt32, to reply: inout ReplyEncoder) {
        func text(_ field: FactField, _ bytes: [UInt8]?) {
            bytes?.withUnsafeBytes { reply.append(field, text: $0) }
        }
        func date(_ date: EmbeddedFacts.DateField?, _ fields: [FactField]) {
            text(fields[0], date.map { Array($0.text.utf8) })
            text(fields[1], date?.subseconds.map { Array($0.utf8) })
            text(fields[2], date?.offset.map { Array($0.utf8) })
        }
        reply.beginFacts(number: number)
        date(facts.original, [.original, .originalSubseconds, .originalOffset])
        date(facts.digitized, [.digitized, .digitizedSubseconds, .digitizedOffset])
        date(facts.modified, [.modified, .modifiedSubseconds, .modifiedOffset])
        text(.imageDescription, facts.imageDescription)
        text(.make, facts.make.map { Array($0.utf8) })
        text(.model, facts.model.map { Array($0.utf8) })
        if let orientation = facts.orientation { reply.append(.orientation, byte: Int(orientation)) }
        if let width = facts.pixelWidth, let height = facts.pixelHeight {
            reply.append(pixelWidth: width, pixelHeight: height)
        }
        if let latitude = facts.latitude { reply.append(.latitude, number: latitude) }
        if let longitude = facts.longitude { reply.append(.longitude, number: longitude) }
        reply.endFacts()
    }

    static func decode(_ bytes: [UInt8]) throws(WireError) -> [JobResult] {
        var results: [JobResult] = []
        let failure: WireError? = bytes.withUnsafeBytes { buffer in
            do throws(WireError) {
                try ReplyDecoder.decode(buffer, into: &results)
                return nil
            } catch {
                return error
            }
        }
        if let failure {
            #expect(results.isEmpty)
            throw failure
        }
        return results
    }

    static func reply(_ results: [JobResult]) -> [UInt8] {
        var reply = ReplyEncoder()
        reply.begin()
        for result in results {
            switch result.outcome {
            case .facts(let facts): append(facts, number: result.number, to: &reply)
            case .unreadable(let reason): reply.append(number: result.number, unreadable: reason)
            }
        }
        return reply.withMessage { Array($0) }
    }

    @Test("a reply arrives as it was sent")
    func replyRoundTrip() throws {
        var results = [
            JobResult(number: 7, outcome: .facts(Self.rich)),
            JobResult(number: 8, outcome: .facts(EmbeddedFacts())),
        ]
        for (index, reason) in UnreadableReason.allCases.enumerated() {
            results.append(JobResult(number: .max - UInt32(index), outcome: .unreadable(reason)))
        }
        #expect(try Self.decode(Self.reply(results)) == results)
    }

    @Test("a request arrives as it was sent")
    func requestRoundTrip() throws {
        let jobs = (0..<32).map {
            JobRequest(number: UInt32($0) &- 16, size: .max - Int64($0), format: UInt8($0))
        }
        var encoder = RequestEncoder()
        for sent in [jobs, [], [jobs[3]]] {
            encoder.begin()
            for job in sent { encoder.append(job) }
            var received: [JobRequest] = []
            try encoder.finish().withUnsafeBytes { try RequestDecoder.decode($0, into: &received) }
            #expect(received == sent)
        }
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

    @Test("a text that is too long is cut between two characters, however it is coded")
    func cuts() throws {
        func cut(_ field: FactField, _ text: [UInt8]) throws -> [UInt8] {
            var reply = ReplyEncoder()
            reply.begin()
            reply.beginFacts(number: 1)
            text.withUnsafeBytes { reply.append(field, text: $0) }
            reply.endFacts()
            guard case .facts(let facts) = try Self.decode(reply.withMessage { Array($0) })[0].outcome else {
                return []
            }
            return facts.imageDescription ?? facts.xpTitle ?? facts.userComment
                ?? facts.xmpDescription.map { Array($0.utf8) } ?? []
        }
        for character in ["é", "東", "🏔"] {
            for lead in 0..<4 {
                let text = String(repeating: "a", count: lead) + String(repeating: character, count: 9_000)
                let fields: [FactField] = [.imageDescription, .xmpDescription, .userComment]
                for field in fields {
                    let found = String(validating: try cut(field, Array(text.utf8)), as: UTF8.self)
                    #expect(found.map { text.hasPrefix($0) && $0.utf8.count > 4_090 } == true, "\(field)")
                }
                let units = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
                #expect(try cut(.xpTitle, units).count == 4_096)
                #expect(try cut(.userComment, [0xFF, 0xFE] + units).count == 4_096)
            }
        }
        // Of what is neither nothing more is lost than three bytes.
        let latin = [UInt8](repeating: 0xBF, count: 9_000)
        #expect(try cut(.imageDescription, latin).count >= 8_189)
    }

    @Test(
        "the longest texts are cut, and 32 of the longest results need more than one message, each in its bounds"
    )
    func bounds() throws {
        var facts = Self.rich
        facts.imageDescription = [UInt8](repeating: 0x41, count: 100_000)
        facts.make = String(repeating: "m", count: 1_000)
        var reply = ReplyEncoder()
        var sent = 0
        var messages: [[UInt8]] = []
        while sent < 32 {
            reply.begin()
            while sent < 32, reply.hasRoom {
                Self.append(facts, number: UInt32(sent), to: &reply)
                sent += 1
            }
            messages.append(reply.withMessage { Array($0) })
        }
        #expect(messages.count > 1)
        #expect(messages.allSatisfy { $0.count <= WireFormat.maximumMessageLength })
        let results = try messages.flatMap(Self.decode)
        #expect(results.map(\.number) == Array(0..<32))
        guard case .facts(let received) = results[31].outcome else {
            Issue.record("no facts")
            return
        }
        #expect(received.imageDescription?.count == WireFormat.maximumDescriptionLength)
        #expect(received.make?.utf8.count == WireFormat.maximumTextLength)
    }

    @Test("no more than 32 results make a message")
    func fullReply() {
        var reply = ReplyEncoder()
        reply.begin()
        for number in 0..<32 {
            #expect(reply.hasRoom)
            reply.append(number: UInt32(number), unreadable: .empty)
        }
        #expect(!reply.hasRoom)
    }

    @Test("a result that is taken back takes none before it along")
    func discarding() throws {
        var reply = ReplyEncoder()
        reply.begin()
        reply.discardFacts()
        Self.append(Self.rich, number: 1, to: &reply)
        reply.discardFacts()
        reply.append(number: 2, unreadable: .damaged)
        reply.discardFacts()
        reply.beginFacts(number: 3)
        reply.append(.orientation, byte: 6)
        reply.discardFacts()
        reply.append(number: 3, unreadable: .truncated)
        #expect(
            try Self.decode(reply.withMessage { Array($0) }) == [
                JobResult(number: 1, outcome: .facts(Self.rich)),
                JobResult(number: 2, outcome: .unreadable(.damaged)),
                JobResult(number: 3, outcome: .unreadable(.truncated)),
            ]
        )
    }

    @Test("sub-seconds and offset without their date are nothing")
    func orphanedDateParts() throws {
        var reply = ReplyEncoder()
        reply.begin()
        reply.beginFacts(number: 1)
        Array("78".utf8).withUnsafeBytes { reply.append(.originalSubseconds, text: $0) }
        reply.endFacts()
        let results = try Self.decode(reply.withMessage { Array($0) })
        #expect(results == [JobResult(number: 1, outcome: .facts(EmbeddedFacts()))])
    }

    @Test("what cannot be is refused, and says why")
    func refusals() {
        let good = Self.reply([JobResult(number: 1, outcome: .facts(Self.rich))])
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
        #expect(throws: WireError.field(99)) { try Self.decode(damaged { $0[15] = 99 }) }
        #expect(throws: WireError.truncated) { try Self.decode([]) }
        for length in 0..<good.count {
            #expect(throws: WireError.self) { try Self.decode(Array(good[..<length])) }
        }
    }

    @Test("numbers no photo has are refused", arguments: [0, 9, 255] as [UInt8])
    func orientations(value: UInt8) {
        var reply = ReplyEncoder()
        reply.begin()
        reply.beginFacts(number: 1)
        reply.append(.orientation, byte: 1)
        reply.endFacts()
        var message = reply.withMessage { Array($0) }
        message[message.count - 1] = value
        #expect(throws: WireError.value(.orientation)) { try Self.decode(message) }
    }

    @Test(
        "positions off the globe are refused",
        arguments: [90.000_1, -91, .infinity, -.infinity, .nan, .greatestFiniteMagnitude]
    )
    func positions(value: Double) {
        var reply = ReplyEncoder()
        reply.begin()
        reply.beginFacts(number: 1)
        reply.append(.latitude, number: 1)
        reply.endFacts()
        var message = reply.withMessage { Array($0) }
        withUnsafeBytes(of: value.bitPattern.littleEndian) {
            message.replaceSubrange(message.count - 8..<message.count, with: $0)
        }
        #expect(throws: WireError.value(.latitude)) { try Self.decode(message) }
    }

    @Test("20,000 random and mutated messages end in results or an error, never in a trap")
    func hostileBytes() {
        var generator = SeededGenerator.fromEnvironment()
        print("hostile messages: seed \(generator.seed)")
        let good = Self.reply([
            JobResult(number: 1, outcome: .facts(Self.rich)),
            JobResult(number: 2, outcome: .unreadable(.damaged)),
            JobResult(number: 3, outcome: .facts(Self.rich)),
        ])
        var refused = 0
        for round in 0..<20_000 {
            var bytes = good
            if round % 4 == 0 {
                bytes = (0..<Int.random(in: 0...200, using: &generator)).map { _ in
                    .random(in: 0...255, using: &generator)
                }
                // A header that leads the decoder past its first checks.
                if round % 8 == 0, bytes.count >= 8 {
                    bytes.replaceSubrange(0..<8, with: [1, 3, bytes[2] % 33, 0, UInt8(bytes.count), 0, 0, 0])
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
            do throws(WireError) {
                for result in try Self.decode(bytes) {
                    if case .facts(let facts) = result.outcome {
                        #expect((facts.imageDescription?.count ?? 0) <= WireFormat.maximumDescriptionLength)
                        #expect((facts.latitude ?? 0).magnitude <= 90)
                    }
                }
            } catch {
                refused += 1
            }
            bytes.withUnsafeBytes { buffer in
                var jobs: [JobRequest] = []
                try? RequestDecoder.decode(buffer, into: &jobs)
                _ = try? WorkerHello(decoding: buffer)
            }
        }
        #expect(refused > 5_000)
    }
}
