import LineProtocol
import LineServer
import PhotoModel
import TestSupport
import Testing

@testable import LibraryIndex
@testable import PhotoService

@Suite("A subscription")
struct SubscriptionTests {
    private let epoch: UInt64 = 1
    private let month = MonthKey("2016-11")

    private func clock(_ sequence: Int64) -> Clock { Clock(epoch: epoch, sequence: sequence) }

    /// A transaction that inserted the photos of these sequence numbers.
    private func committed(
        _ sequences: ClosedRange<Int64>,
        months: [MonthSummary] = [],
        groups: [GroupSummary] = []
    ) -> SubscriptionEvent {
        let changes = sequences.map { number in
            AssetChange(
                sequence: number,
                kind: .inserted,
                id: AssetID(high: 0, low: UInt64(number)),
                month: month,
                oldMonth: nil
            )
        }
        return .committed(
            CommittedChanges(
                clock: clock(sequences.upperBound),
                changes: changes,
                months: Set(changes.compactMap(\.month)),
                countedMonths: Set(changes.compactMap(\.month)),
                coveredMonths: Set(changes.compactMap(\.month)),
                groups: TouchedGroups(),
                directoriesMoved: false
            ),
            months: months,
            groups: groups
        )
    }

    private func subscription(_ topics: [SubscriptionTopic], openedAt sequence: Int64? = nil) -> Subscription
    {
        let subscription = Subscription(topics: topics, since: nil, groups: GroupEncoder { $0 ?? "Other" })
        if let sequence { subscription.open(Subscription.Opening(clock: clock(sequence))) }
        return subscription
    }

    /// A transaction with one change of each of these kinds: what an asset is, and what it was.
    private func retyped(_ changes: [(now: AssetType?, before: AssetType?)]) -> SubscriptionEvent {
        let changes = changes.enumerated().map { number, change in
            AssetChange(
                sequence: Int64(number + 1),
                kind: change.before == nil ? .inserted : change.now == nil ? .deleted : .updated,
                id: AssetID(high: 0, low: UInt64(number)),
                month: change.now == nil ? nil : month,
                oldMonth: change.before == nil ? nil : month,
                type: change.now,
                oldType: change.before
            )
        }
        return .committed(
            CommittedChanges(
                clock: clock(Int64(changes.count)),
                changes: changes,
                months: [],
                countedMonths: [],
                coveredMonths: [],
                groups: TouchedGroups(),
                directoriesMoved: false
            ),
            months: [],
            groups: []
        )
    }

    /// The lines that are written now: the event, the change and the clock's number.
    private func changes(_ subscription: Subscription) throws -> [String] {
        let writer = ReplyWriter()
        while subscription.writePiece(to: writer) {}
        let text = writer.json.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        return try text.split(separator: "\n").map { line in
            let event = try JSONValue.parse(Array(line.utf8))
            let clock = try #require(event["clock"]?.string.flatMap { Clock($0) })
            return "\(event["event"]?.string ?? "") \(event["change"]?.string ?? "") \(clock.sequence)"
        }
    }

    /// The events that are written now, in short: `photos 3`, `months 2016-11`.
    private func told(_ subscription: Subscription) throws -> [String] {
        let writer = ReplyWriter()
        while subscription.writePiece(to: writer) {}
        let text = writer.json.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        return try text.split(separator: "\n").map { line in
            let event = try JSONValue.parse(Array(line.utf8))
            let name = event["event"]?.string ?? ""
            let clock = event["clock"]?.string.flatMap { Clock($0) }
            return [
                name, event["monthKey"]?.string ?? event["group"]?.string, clock.map { "\($0.sequence)" },
            ].compactMap { $0 }
                .joined(separator: " ")
        }
    }

    @Test(
        "ends where the index is made anew: no clock of the old one leads to one of the new",
        arguments: [true, false]
    )
    func freshIndex(isOpen: Bool) throws {
        let folder = try TemporaryFolder()
        let index = try LibraryIndex(folder: folder.location)
        let subscription = subscription([.months])
        if isOpen { subscription.open(Subscription.Opening(clock: clock(2))) }
        subscription.append(.committed(index.takeover, months: [], groups: []))
        #expect(subscription.isTooFarBehind)
        subscription.append(committed(3...4))
        if !isOpen { subscription.open(Subscription.Opening(clock: clock(2))) }
        #expect(try told(subscription) == [])
        let writer = ReplyWriter()
        subscription.writeOverflow(to: writer)
        let text = writer.json.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        #expect(try JSONValue.parse(Array(text.utf8))["clock"]?.string == "\(clock(2))")
        try index.close()
    }

    @Test("tells nothing before its state is read, and nothing twice that the state held")
    func opening() throws {
        let subscription = subscription([.photos])
        subscription.append(committed(1...2))
        subscription.append(committed(3...4))
        #expect(try told(subscription) == [])
        subscription.open(Subscription.Opening(clock: clock(2)))
        #expect(try told(subscription) == ["photos 2016-11 3", "photos 2016-11 4"])
        subscription.append(committed(5...5))
        #expect(try told(subscription) == ["photos 2016-11 5"])
        #expect(try told(subscription) == [])
    }

    @Test("tells only of what it was asked for")
    func topics() throws {
        let summary = MonthSummary(month: try #require(month), photoCount: 3, videoCount: 1)
        let groups = ["Beach", nil].map { GroupSummary(name: $0, photoCount: 0, videoCount: 2) }
        for (topics, wanted) in [
            ([.photos], ["photos 2016-11 1"]), ([.months], ["months 2016-11 1"]),
            ([.photos, .months], ["photos 2016-11 1", "months 2016-11 1"]), ([.status], []),
            ([.groups], ["groups Beach 1", "groups 1"]),
            ([.groups, .months], ["months 2016-11 1", "groups Beach 1", "groups 1"]),
        ] as [([SubscriptionTopic], [String])] {
            let subscription = subscription(topics, openedAt: 0)
            subscription.append(committed(1...1, months: [summary], groups: groups))
            #expect(try told(subscription) == wanted)
        }
    }

    @Test(
        "of videos it tells those that come, change and go, and a file that becomes one or is none any more"
    )
    func videos() throws {
        let event = retyped([
            (.photo, nil), (.video, nil), (.video, .video), (.photo, .photo), (nil, .photo), (nil, .video),
            (.video, .photo), (.photo, .video),
        ])
        let videos = subscription([.videos], openedAt: 0)
        videos.append(event)
        #expect(
            try changes(videos) == [
                "videos inserted 2", "videos updated 3", "videos deleted 6", "videos inserted 7",
                "videos deleted 8",
            ]
        )
        // Who asks for both hears of each under both, and of a photo under one.
        let both = subscription([.videos, .photos], openedAt: 0)
        both.append(event)
        let told = try changes(both)
        #expect(told.prefix(3) == ["photos inserted 1", "photos inserted 2", "videos inserted 2"])
        #expect(told.count == 8 + 5)
    }

    @Test("a client that hears of videos alone has come as far as the others, where there was none")
    func videosOverflow() throws {
        let subscription = subscription([.videos], openedAt: 0)
        subscription.append(retyped([(.photo, nil), (.photo, nil), (.photo, nil)]))
        #expect(try changes(subscription) == [])
        let writer = ReplyWriter()
        subscription.writeOverflow(to: writer)
        let text = writer.json.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        #expect(text.contains("\(clock(3))"))
    }

    @Test("a large transaction is told in pieces, each once and in order")
    func pieces() throws {
        let subscription = subscription([.photos], openedAt: 0)
        subscription.append(committed(1...1000))
        let writer = ReplyWriter()
        #expect(subscription.writePiece(to: writer))
        let lines = writer.json.withUnsafeBytes { $0.count { $0 == UInt8(ascii: "\n") } }
        #expect(lines < 1000)
        let rest = try told(subscription)
        #expect(rest.count == 1000 - lines)
        #expect(rest.last == "photos 2016-11 1000")
    }

    @Test(
        "a state has the clock of what was told before it, however far the index is; for whom nothing else is told, the index's"
    )
    func statusClock() throws {
        for (topics, clocks) in [
            ([.photos, .status], ["status 1", "photos 2016-11 2", "status 2"]),
            ([.status], ["status 2", "status 3"]),
        ] as [([SubscriptionTopic], [String])] {
            let subscription = subscription(topics, openedAt: 1)
            subscription.append(.status(Array("\"uptime\":1".utf8), clock: clock(2)))
            var lines = try told(subscription)
            subscription.append(committed(2...2))
            subscription.append(.status(Array("\"uptime\":2".utf8), clock: clock(3)))
            lines += try told(subscription)
            #expect(lines == clocks)
        }
    }

    @Test(
        "that could not be told of a transaction ends with what it has been told, and is not told of the next"
    )
    func untoldTransaction() throws {
        let subscription = subscription([.photos], openedAt: 0)
        subscription.append(committed(1...1))
        subscription.end()
        subscription.append(committed(3...3))
        #expect(try told(subscription) == ["photos 2016-11 1"])
        #expect(subscription.isTooFarBehind)
        let writer = ReplyWriter()
        subscription.writeOverflow(to: writer)
        let text = writer.json.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        #expect(try JSONValue.parse(Array(text.utf8))["clock"]?.string == "\(clock(1))")
    }

    @Test("of the states that wait only the newest is told")
    func status() throws {
        let subscription = subscription([.status], openedAt: 0)
        for number in 1...100 { subscription.append(.status(Array("\"uptime\":\(number)".utf8), clock: nil)) }
        let writer = ReplyWriter()
        while subscription.writePiece(to: writer) {}
        let text = writer.json.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        #expect(text == "{\"event\":\"status\",\"uptime\":100}\n")
        #expect(!subscription.isTooFarBehind)
    }

    @Test("that is not read falls behind and says how far it came; memory stays bounded")
    func overflow() throws {
        let subscription = subscription([.photos], openedAt: 0)
        subscription.append(committed(1...1))
        #expect(try told(subscription) == ["photos 2016-11 1"])
        var next: Int64 = 2
        while !subscription.isTooFarBehind {
            subscription.append(committed(next...next + 99))
            next += 100
            try #require(next < 1_000_000)
        }
        let writer = ReplyWriter()
        subscription.writeOverflow(to: writer)
        let text = writer.json.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        #expect(text.contains("\"event\":\"overflow\""))
        #expect(text.contains("\(clock(1))"))
    }

    @Test("one huge transaction by itself is no reason to fall behind")
    func hugeTransaction() throws {
        let subscription = subscription([.photos], openedAt: 0)
        subscription.append(committed(1...200_000))
        #expect(!subscription.isTooFarBehind)
        subscription.append(committed(200_001...200_001))
        #expect(!subscription.isTooFarBehind)
        #expect(try told(subscription).count == 200_001)
    }
}
