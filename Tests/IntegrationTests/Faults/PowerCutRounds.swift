import Glibc
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

/// Rounds that end in a power cut: the daemon stops amid its work, and of what it wrote to the index's log the last part
/// is gone that was not synced. The identity documents, which are, stay.
final class PowerCutRounds {
    private let daemon: DaemonFixture
    private var operations: RandomOperations
    /// What a client knew at each clock that it was told: the month of each id.
    private var known: [(clock: String, months: [String: String])] = []
    private var tally: [String: Int] = [:]

    init(_ daemon: DaemonFixture, _ random: SeededGenerator) throws {
        self.daemon = daemon
        let outside = daemon.scratch.location + "outside"
        try Disk.makeFolder(outside)
        operations = RandomOperations(root: daemon.root, outside: outside, random: random)
    }

    func report() {
        print("what was seen: \(tally.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" })")
        // A test in which nothing is lost, or no clock survives, would find nothing.
        for wanted in ["frames lost", "fresh instances", "clocks honoured", "ids of documents"] {
            #expect(tally[wanted, default: 0] > 0, "\(wanted)")
        }
    }

    func play(_ round: Int) throws {
        operations.beginRound(round)
        var faults: [String] = []
        // The documents are written when it ends in order, and two seconds after a change.
        if round % 4 == 2 || operations.random.chance(20) { try daemon.restart() }
        let client = try daemon.connect()
        // The first change of a life reserves numbers, which is synced: what comes after may be lost.
        try operations.create(daemon.root + "IMG_20161105_1234\(10 + round % 50).jpg")
        try check(client, &faults)
        let floor = try WriteAheadLog(of: daemon.state + "index.sqlite")
        for _ in 0...operations.random.below(3) where faults.isEmpty {
            try operations.finishWriting()
            for _ in 0...operations.random.below(10) { try operations.perform() }
            while operations.shadow.files.count > 120 { try operations.remove() }
            if operations.random.chance(70) { try check(client, &faults) }
        }
        try cutPower(client, after: floor)
        let documents = try documentedIDs()
        try daemon.start()
        try check(daemon.connect(), documents: documents, &faults)
        guard faults.isEmpty else {
            throw RoundDifference(
                round: round,
                seed: operations.random.seed,
                what: faults,
                story: operations.story
            )
        }
    }

    // MARK: The power cut

    private func cutPower(_ client: Connection, after floor: WriteAheadLog) throws {
        // In the midst of what the last operations led to; in long runs also of writing documents.
        if Soak.isOn, operations.random.chance(20) {
            let documents = daemon.state + "photos"
            let before = Disk.status(documents)?.st_mtim.tv_nsec
            try Waiting.until("a document") { Disk.status(documents)?.st_mtim.tv_nsec != before }
        }
        for _ in 0..<operations.random.below(200) { _ = try client.ask("ping") }
        try daemon.kill()
        _ = try daemon.notify.takeAll()
        let log = try WriteAheadLog(of: daemon.state + "index.sqlite")
        let synced = max(log.synced, log.salt == floor.salt ? floor.frames : 0)
        let kept = min(log.frames, synced + operations.random.below(max(1, log.frames - synced + 1)))
        tally["frames lost", default: 0] += log.frames - kept
        try log.cut(to: kept, andBytes: kept < log.frames ? operations.random.below(4_000) : 0)
        operations.story.append("power cut: \(kept) of \(log.frames) frames left, \(synced) synced")
    }

    /// The id of each place that an identity document names, if it knows the file that stands there. Of one that was saved
    /// anew since, and of which the index has lost all, it says nothing: a path alone tells nobody who a photo is.
    private func documentedIDs() throws -> [FilePath: String] {
        var ids: [FilePath: String] = [:]
        let folder = daemon.state + "photos"
        for name in try Disk.names(in: folder) where name.display.hasSuffix(".json") {
            let document = try JSONValue.parse(Disk.read(folder.appending(name))[...])
            for record in document["photos"]?.array ?? [] {
                guard let id = record["id"]?.string, let file = record["file"]?.string else { continue }
                let path = FilePath(daemon.root.bytes + [UInt8(ascii: "/")] + Self.decode(file))
                guard let status = Disk.status(path), record["inode"]?.string == "\(status.st_ino)" else {
                    continue
                }
                ids[path] = id
            }
        }
        return ids
    }

    private static func decode(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"),
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return bytes
    }

    // MARK: Comparing

    /// - Parameter documents: after a power cut, what the documents say.
    private func check(
        _ client: Connection,
        documents: [FilePath: String]? = nil,
        _ faults: inout [String]
    ) throws {
        let clock = try client.sync()
        operations.shadow.weighRound()
        let expected = try ExpectedAssets(root: daemon.root, contents: operations.contents).assets
        let actual = try client.allItems()
        let listing = ListingComparison(expected, actual)
        faults += listing.faults
        faults += ExpectedMonths(expected).differences(try client.ask("months"), of: actual)
        if let documents { checkIdentities(expected, documents, listing.ids, &faults) }
        operations.shadow.settle(expected, listing.ids)
        var months: [String: String] = [:]
        for item in actual { months[item["id"]?.string ?? ""] = item["monthKey"]?.string }
        if documents != nil { try checkClocks(client, months, &faults) }
        known.append((clock, months))
    }

    /// A file that was left alone since it was last compared, and that its document names, is what the document says.
    private func checkIdentities(
        _ expected: [ExpectedAsset],
        _ documents: [FilePath: String],
        _ ids: [FilePath: String],
        _ faults: inout [String]
    ) {
        let shadow = operations.shadow
        for asset in expected {
            guard asset.media.count == 1, let file = shadow.file(asset.primary), file.isInPlace,
                file.links == nil,
                !file.isRenewed, case .known(let id, isPrimary: true) = file.origin,
                documents[asset.primary] == id,
                !shadow.touched.contains(Shadow.shot(of: asset.primary))
            else { continue }
            tally["ids of documents", default: 0] += 1
            if let found = ids[asset.primary], found != id {
                faults.append("\(asset.primary.uri): id \(found), its document says \(id)")
            }
        }
    }

    /// Every clock there ever was is called a fresh instance, or what came after it leads to what there is.
    private func checkClocks(
        _ client: Connection,
        _ months: [String: String],
        _ faults: inout [String]
    ) throws {
        for (clock, before) in known {
            let lines = try client.ask("changes since=\(clock)")
            let isFresh = lines.last?["isFreshInstance"]?.bool ?? false
            tally[isFresh ? "fresh instances" : "clocks honoured", default: 0] += 1
            var mirror = ChangeMirror(months: isFresh ? [:] : before)
            for line in lines.dropLast() { mirror.apply(line) }
            faults += mirror.takeFaults().map { "since \(clock): \($0)" }
            if mirror.months != months {
                faults.append("since \(clock) leads to \(mirror.months), not to \(months)")
            }
        }
    }
}
