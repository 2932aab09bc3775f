import Glibc
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

/// Plays rounds: changes files, syncs, and holds everything the daemon says against the disk.
final class RandomRounds {
    private let daemon: DaemonFixture
    private let client: Connection
    private let subscriber: Connection
    private var operations: RandomOperations
    private var mirror = ChangeMirror()
    private var subscribed = ChangeMirror()
    private var subscribedCounts = SubscribedCounts()
    private var clock: String
    private var items: [String: JSONValue] = [:]
    private var stamps: [String: [[Int]]] = [:]
    /// Every id there was, and where it was last.
    private var everSeen: [String: String] = [:]
    private var tally: [String: Int] = [:]

    /// - Parameter hasCompany: more happens than a seed of old made happen.
    init(_ daemon: DaemonFixture, _ random: SeededGenerator, hasCompany: Bool = false) throws {
        self.daemon = daemon
        client = try daemon.connect()
        subscriber = try daemon.connect()
        let outside = daemon.scratch.location + "outside"
        try Disk.makeFolder(outside)
        operations = RandomOperations(
            root: daemon.root,
            outside: outside,
            random: random,
            more: hasCompany ? SeededGenerator(seed: ~random.seed) : nil
        )
        clock = try client.sync()
        try subscriber.send(Array("subscribe photos months groups\n".utf8))
        while try nextEvent()["event"]?.string != "ready" {}
    }

    func report() {
        print("identities checked: \(tally.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" })")
        // A test that never knows what to expect would find nothing.
        #expect(tally["exact", default: 0] > 10 * tally["anything", default: 0])
    }

    func play(_ round: Int) throws {
        operations.beginRound(round)
        try operations.finishWriting()
        for _ in 0...operations.random.below(7) {
            try operations.perform()
            try operations.keepCompany()
        }
        // The root shall not grow for ever.
        while operations.shadow.files.count > 160 { try operations.remove() }
        try operations.restore()
        let since = clock
        clock = try client.sync()
        operations.shadow.weighRound()
        let expected = try ExpectedAssets(root: daemon.root, contents: operations.contents).assets
        var faults: [String] = []
        let actual = try listing()
        let ids = check(expected, actual, &faults)
        if faults.isEmpty { try checkMonths(expected, actual, &faults) }
        if faults.isEmpty { try checkPages(actual, &faults) }
        if faults.isEmpty { faults += try ExpectedGroups(actual).faults(client, &operations.random) }
        if faults.isEmpty {
            try checkChanges(since: since, actual, expected, ids, &faults)
        }
        if faults.isEmpty { try checkSubscription(expected, actual, &faults) }
        if faults.isEmpty, round.isMultiple(of: 50) { try checkAudit(&faults) }
        guard faults.isEmpty else {
            if getenv("PHOTOD_TEST_STORY") != nil { print(operations.history.joined(separator: "\n")) }
            throw RoundDifference(
                round: round,
                seed: operations.random.seed,
                what: faults,
                story: operations.story
            )
        }
        try client.mark(actual)
        clock = try client.sync()
        remember(try listing(), expected, ids)
    }

    // MARK: Items

    /// All items by id.
    private func listing() throws -> [JSONValue] {
        try client.allItems()
    }

    /// Returns the id of each expected asset's primary file.
    private func check(
        _ expected: [ExpectedAsset],
        _ actual: [JSONValue],
        _ faults: inout [String]
    ) -> [FilePath: String] {
        let listing = ListingComparison(expected, actual)
        faults += listing.faults
        let identities = IdentityExpectation.all(of: expected, in: operations.shadow)
        for (asset, identity) in zip(expected, identities) {
            guard let id = listing.ids[asset.primary] else { continue }
            check(id, identity, asset, &faults)
        }
        return listing.ids
    }

    private func check(
        _ id: String,
        _ identity: IdentityExpectation,
        _ asset: ExpectedAsset,
        _ faults: inout [String]
    ) {
        switch identity {
        case .exactly(let wanted):
            tally["exact", default: 0] += 1
            if id != wanted {
                faults.append(
                    "\(asset.primary.uri): id \(id), was \(wanted); that was \(everSeen[id] ?? "never")"
                )
            }
        case .new:
            tally["new", default: 0] += 1
            // The id of a file that went may come to one that looks like it. Nobody may take the id of one that is there.
            let isTaken = operations.shadow.files.values.contains { $0.origin != .fresh && $0.lastID == id }
            if isTaken, let place = everSeen[id] {
                faults.append("\(asset.primary.uri): new, with the id \(id) of \(place)")
            }
        case .anything: tally["anything", default: 0] += 1
        }
    }

    // MARK: Months

    private func checkMonths(
        _ expected: [ExpectedAsset],
        _ listed: [JSONValue],
        _ faults: inout [String]
    ) throws {
        let months = ExpectedMonths(expected)
        for type in [nil, "photo", "video"] {
            let actual = try client.ask("months" + (type.map { " type=\($0)" } ?? ""))
            faults += months.differences(actual, of: listed, type: type)
        }
        for month in months.keys + ["1999-12"] {
            let actual = try client.ask("count \(month)")
            let wanted = months.count(of: month)
            if actual != [wanted] { faults.append("count \(month): \(actual.json), not \(wanted.json)") }
        }
    }

    // MARK: Pages

    /// - Parameter actual: compared with the disk already.
    private func checkPages(_ actual: [JSONValue], _ faults: inout [String]) throws {
        let months = Dictionary(grouping: actual) { $0["monthKey"]?.string ?? "" }
        for (month, items) in months {
            let keys = items.map { PageOrder($0) }
            if keys != keys.sorted() { faults.append("\(month) is out of order") }
        }
        let wanted = months.keys.sorted().shuffled(using: &operations.random).prefix(2)
        for month in wanted {
            let type = operations.random.pick([nil, "photo", "video"]) ?? nil
            let items = (months[month] ?? []).filter { type == nil || $0["type"]?.string == type }
            let pages = PageWalk(
                client: client,
                request: "photos \(month)" + (type.map { " type=\($0)" } ?? ""),
                limit: 1 + operations.random.below(7),
                expected: items
            )
            faults += try pages.byOffset() + pages.byCursor()
        }
    }

    // MARK: Changes

    private func checkChanges(
        since: String,
        _ actual: [JSONValue],
        _ expected: [ExpectedAsset],
        _ ids: [FilePath: String],
        _ faults: inout [String]
    ) throws {
        let changes = try changes(since: since)
        for change in changes { mirror.apply(change) }
        faults += mirror.takeFaults().map { "changes: \($0)" }
        var wanted: [String: String] = [:]
        for item in actual { wanted[item["id"]?.string ?? ""] = item["monthKey"]?.string }
        if mirror.months != wanted { faults.append("changes lead to \(mirror.months), not to \(wanted)") }
        // Whose item is another now must have an event, and who has an event must have been changed.
        let told = Set(changes.compactMap { $0["id"]?.string })
        var newStamps: [String: [[Int]]] = [:]
        var touched: Set<String> = []
        for asset in expected {
            let id = ids[asset.primary] ?? ""
            newStamps[id] = asset.stamps
            let shot = Shadow.shot(of: asset.primary)
            // What moved and came back may have been told of in between.
            if operations.shadow.touched.contains(shot) || operations.shadow.carried.contains(shot) {
                touched.insert(id)
            }
        }
        for item in actual {
            let id = item["id"]?.string ?? ""
            if items[id] != item, !told.contains(id) { faults.append("no event tells of \(item.json)") }
            if items[id] == item, stamps[id] == newStamps[id], told.contains(id), !touched.contains(id) {
                faults.append("an event without a change: \(item.json)")
            }
        }
        if told.count != changes.count { faults.append("more than one line an id: \(changes.json)") }
    }

    /// The changes since a clock, sometimes a few at a time.
    private func changes(since: String) throws -> [JSONValue] {
        guard operations.random.chance(30) else {
            let lines = try client.ask("changes since=\(since)")
            #expect(lines.last?["more"]?.bool == false)
            #expect(lines.last?["isFreshInstance"]?.bool == false)
            return lines.dropLast()
        }
        let limit = 1 + operations.random.below(4)
        // Page by page each id may come again, so the pages are played into one net line an id.
        var net: [String: JSONValue] = [:]
        var order: [String] = []
        var clock = since
        while true {
            let lines = try client.ask("changes since=\(clock) limit=\(limit)")
            #expect(lines.count <= limit + 1)
            for change in lines.dropLast() {
                let id = change["id"]?.string ?? ""
                order.append(id)
                net[id] = change
            }
            clock = lines.last?["clock"]?.string ?? ""
            if lines.last?["more"]?.bool != true { break }
        }
        guard Set(order).count == order.count else {
            return try Array(client.ask("changes since=\(since)").dropLast())
        }
        return order.compactMap { net[$0] }
    }

    // MARK: The subscription

    private func nextEvent() throws -> JSONValue {
        guard let line = try subscriber.nextLine() else {
            throw Connection.NotRefused(line: "subscribe", reply: [])
        }
        return try JSONValue.parse(line)
    }

    /// Reads events until they have led to what the listing says. That they never do is a time-out.
    private func checkSubscription(
        _ expected: [ExpectedAsset],
        _ actual: [JSONValue],
        _ faults: inout [String]
    ) throws {
        let months = ExpectedMonths(expected)
        let wanted = SubscribedCounts(
            months: Dictionary(uniqueKeysWithValues: months.keys.map { ($0, months.numbers(of: $0)) }),
            groups: ExpectedGroups(actual).numbers
        )
        while subscribed.months != mirror.months || subscribedCounts != wanted {
            let event: JSONValue
            do {
                event = try nextEvent()
            } catch ClientError.timedOut {
                faults.append(
                    "the subscription leads to \(subscribed.months) and \(subscribedCounts), not to \(wanted)"
                )
                return
            }
            if event["event"]?.string == "photos" {
                subscribed.apply(event)
            } else if !subscribedCounts.apply(event) {
                faults.append("an unknown event: \(event.json)")
            }
        }
        faults += subscribed.takeFaults().map { "subscription: \($0)" }
    }

    // MARK: The audit

    /// The daemon's own comparison finds nothing either.
    private func checkAudit(_ faults: inout [String]) throws {
        let lines = try client.ask("verify")
        faults += lines.dropLast().map { "verify: \($0.json)" }
        if lines.last?["differences"]?.integer != 0 { faults.append("verify: \(lines.json)") }
    }

    private func remember(_ actual: [JSONValue], _ expected: [ExpectedAsset], _ ids: [FilePath: String]) {
        items = [:]
        stamps = [:]
        for item in actual {
            let id = item["id"]?.string ?? ""
            items[id] = item
            everSeen[id] = item["uri"]?.string ?? ""
        }
        for asset in expected {
            if let id = ids[asset.primary] { stamps[id] = asset.stamps }
        }
        operations.shadow.settle(expected, ids)
    }
}
