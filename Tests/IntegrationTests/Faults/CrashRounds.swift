import Glibc
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

/// Rounds in which three writers change files while the daemon is killed again and again. After each, all is held
/// against the disk.
final class CrashRounds {
    private let daemon: DaemonFixture
    private var random: SeededGenerator
    private let writers: [RandomWriter]
    private let pace = WriterPace()
    private(set) var kills = 0
    /// How many ids were compared with what they were, and how many could not be.
    private var identities: [String: Int] = [:]
    /// Files that were shots by themselves when last compared. Of a pair that is split amid a crash, either may go on with
    /// the id.
    private var alone: [ObjectIdentifier: ShadowFile] = [:]

    private struct Follower {
        var clock: String
        var mirror: ChangeMirror
    }

    /// One that asks for the changes of each round.
    private var recent: Follower?
    /// One that asks for all since the beginning.
    private var old: Follower?

    init(_ daemon: DaemonFixture, _ random: SeededGenerator) throws {
        self.daemon = daemon
        self.random = random
        var seeds = random
        let pace = pace
        writers = try (1...3).map { try RandomWriter($0, daemon, pace, &seeds) }
    }

    /// Fills the folders, so that there is something to lose.
    func prepare() throws {
        for writer in writers {
            for _ in 0..<150 { try writer.operations.perform() }
        }
        try compare(round: 0)
    }

    func play(_ round: Int) throws {
        pace.begin(writers: writers.count)
        for writer in writers { try writer.begin(round, count: 60) }
        repeat { try liveAndDie() } while pace.isWorking
        for writer in writers { try writer.finish() }
        // What goes on after the last crash is seen by events, half of the time by the sweep.
        if random.chance(50) { try liveAndDie() }
        try compare(round: round)
    }

    func report() {
        print("kills: \(kills), identities checked: \(identities.sorted { $0.key < $1.key })")
        // A test that never knows what to expect would find nothing.
        #expect(identities["exact", default: 0] > 150)
    }

    // MARK: Crashes

    /// The daemon is killed while it starts, sweeps, reads, writes or rests; then it starts again.
    private func liveAndDie() throws {
        if random.chance(40) { try daemon.connect().sync() }
        letWritersWork(60)
        try kill()
        if random.chance(30) {
            try beginToStart()
            letWritersWork(20)
            try kill()
        }
        try daemon.start()
    }

    /// A random number of operations, of which some are done when this returns and the others follow.
    private func letWritersWork(_ most: Int) {
        let count = 1 + random.below(most)
        pace.allow(count, until: random.below(count + 1))
    }

    /// Starts it and waits for a stage of that: none, the lock, the socket, or that it is ready.
    private func beginToStart() throws {
        let old = Disk.status(daemon.socket)
        daemon.adopt(try daemon.spawn())
        switch random.below(4) {
        case 0: return
        case 1:
            let process = try Array("\(daemon.running.identifier)\n".utf8)
            try Waiting.until("the lock", below: daemon.scratch.location) {
                try Disk.read(daemon.state + "lock") == process
            }
        case 2:
            // The new one may have the old one's inode.
            try Waiting.until("a new socket", below: daemon.scratch.location) {
                guard let new = Disk.status(daemon.socket) else { return false }
                return (new.st_ino, new.st_ctim.tv_sec, new.st_ctim.tv_nsec)
                    != (old?.st_ino ?? 0, old?.st_ctim.tv_sec ?? 0, old?.st_ctim.tv_nsec ?? 0)
            }
        default: try daemon.waitUntilReady()
        }
    }

    private func kill() throws {
        try daemon.kill()
        kills += 1
        // That it was ready once must not be taken for the next one's word.
        _ = try daemon.notify.takeAll()
    }

    // MARK: Comparing

    private func compare(round: Int) throws {
        let client = try daemon.connect()
        let clock = try client.sync()
        let expected = try writers.map { try $0.expected() }
        let actual = try client.allItems()
        let listing = ListingComparison(expected.flatMap { $0 }, actual)
        var faults = listing.faults
        let months = ExpectedMonths(expected.flatMap { $0 })
        faults += months.differences(try client.ask("months"), of: actual)
        for (writer, assets) in zip(writers, expected) {
            checkIdentities(assets, writer, listing.ids, &faults)
            writer.operations.shadow.settle(assets, listing.ids)
        }
        noteAlone(expected)
        var listed: [String: String] = [:]
        for item in actual { listed[item["id"]?.string ?? ""] = item["monthKey"]?.string }
        if faults.isEmpty { faults += try follow(client, clock, listed) }
        if faults.isEmpty { faults += try differences(client, actual.count) }
        guard faults.isEmpty else {
            throw RoundDifference(
                round: round,
                seed: random.seed,
                what: faults,
                story: writers.flatMap(\.operations.story)
            )
        }
        try client.mark(actual)
    }

    /// What stayed or was only moved has the id that it had.
    private func checkIdentities(
        _ assets: [ExpectedAsset],
        _ writer: RandomWriter,
        _ ids: [FilePath: String],
        _ faults: inout [String]
    ) {
        let shadow = writer.operations.shadow
        for (asset, identity) in zip(assets, IdentityExpectation.all(of: assets, in: shadow)) {
            guard case .exactly(let wanted) = identity, let file = shadow.file(asset.primary),
                alone[ObjectIdentifier(file)] != nil, asset.media.count == 1, !file.isRenewed,
                !file.hasMet, !file.hasNewSuccessor, file.links == nil
            else {
                identities["anything", default: 0] += 1
                continue
            }
            identities["exact", default: 0] += 1
            if let id = ids[asset.primary], id != wanted {
                faults.append(
                    "\(asset.primary.uri): id \(id), was \(wanted); moves \(file.moves), \(file.folderMoves)"
                )
            }
        }
    }

    /// What the daemon's own comparison finds.
    private func differences(_ client: Connection, _ count: Int) throws -> [String] {
        let lines = try client.ask("verify")
        let end = lines.last
        // Companions are checked too.
        let isWhole = end?["checked"]?.integer ?? 0 >= Int64(count) && end?["differences"]?.integer == 0
        return isWhole ? [] : ["verify: \(lines.json)"]
    }

    private func noteAlone(_ expected: [[ExpectedAsset]]) {
        alone = [:]
        for (writer, assets) in zip(writers, expected) {
            for asset in assets where asset.media.count == 1 {
                guard let file = writer.operations.shadow.file(asset.primary) else { continue }
                alone[ObjectIdentifier(file)] = file
            }
        }
    }

    /// Plays the changes since the last round, and those since the first, into what was known then.
    private func follow(_ client: Connection, _ clock: String, _ months: [String: String]) throws -> [String]
    {
        guard let recent, let old else {
            let first = Follower(clock: clock, mirror: ChangeMirror(months: months))
            (self.recent, self.old) = (first, first)
            return []
        }
        var faults: [String] = []
        for (name, follower) in [("the last round", recent), ("the beginning", old)] {
            var mirror = follower.mirror
            let lines = try client.ask("changes since=\(follower.clock)")
            if lines.last?["isFreshInstance"]?.bool != false {
                faults.append("a fresh instance since \(name)")
            }
            for line in lines.dropLast() { mirror.apply(line) }
            faults += mirror.takeFaults().map { "changes since \(name): \($0)" }
            if mirror.months != months {
                faults.append("changes since \(name) lead to \(mirror.months), not to \(months)")
            }
        }
        self.recent = Follower(clock: clock, mirror: ChangeMirror(months: months))
        return faults
    }
}
