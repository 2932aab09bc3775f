import Foundation
import LineProtocol
import PhotoClient
import PhotoModel
import Synchronization
import TestSupport
import Testing

extension IntegrationTests {
    /// What clients see while photos are edited.
    @Suite("Edits, seen while they go on")
    struct EditSnapshotTests {
        private static let count = 1_000
        private static let (old, new) = ("2016-11", "2004-12")

        /// A client of its own on a thread of its own, which looks until it is told to stop.
        private final class Looker<Finding: Sendable>: Sendable {
            private let isOver = Atomic(false)
            private let outcome = Mutex<Result<Finding, any Error>?>(nil)
            private let hasEnded = DispatchSemaphore(value: 0)

            /// - Parameter look: called again and again, the last time after `end`.
            init(
                _ socket: FilePath,
                _ finding: Finding,
                _ look: @escaping @Sendable (Connection, inout Finding) throws -> Void
            ) {
                let thread = Thread { [self] in
                    let result = Result {
                        let client = try Connection(to: [SocketPath(socket.bytes)], readTimeout: .seconds(30))
                        var finding = finding
                        var wasOver = false
                        while !wasOver {
                            wasOver = isOver.load(ordering: .acquiring)
                            try look(client, &finding)
                        }
                        return finding
                    }
                    outcome.withLock { $0 = result }
                    hasEnded.signal()
                }
                thread.start()
            }

            func end() throws -> Finding {
                isOver.store(true, ordering: .releasing)
                hasEnded.wait()
                let result = outcome.withLock { $0 }
                return try #require(result).get()
            }
        }

        /// What a client has seen of snapshots.
        private struct Looks {
            var (all, torn) = (0, 0)
        }

        /// What a client has followed that asks for changes again and again.
        private struct Followed {
            var clock: String
            /// How often each photo went to another month.
            var moves: [String: Int] = [:]
        }

        /// The ids of a month as one snapshot has them, and what is counted.
        private struct Snapshot {
            let ids: [String: [String]]
            let counts: [String: Int64]

            init(_ client: Connection) throws {
                let months = [EditSnapshotTests.old, EditSnapshotTests.new]
                let lists = months.map { "photos \($0) limit=1000 fields=id" }
                var replies = [
                    try client.ask(
                        (["command_list_begin", "months"] + lists + ["command_list_end"])
                            .joined(separator: "\n")
                    )
                ]
                // Each command's lines, and none behind the last.
                for _ in 0...months.count { replies.append(try client.readReply()) }
                var ids: [String: [String]] = [:]
                for (month, reply) in zip(months, replies.dropFirst()) {
                    ids[month] = reply.compactMap { $0["id"]?.string }
                }
                self.ids = ids
                var counts: [String: Int64] = [:]
                for month in replies[0] {
                    counts[month["monthKey"]?.string ?? ""] = month["totalCount"]?.integer
                }
                self.counts = counts
            }

            func isWhole(_ known: Set<String>) -> Bool {
                let all = ids.values.flatMap { $0 }
                return all.count == known.count && Set(all) == known
                    && ids.allSatisfy { counts[$0.key] ?? 0 == Int64($0.value.count) }
            }
        }

        @Test(
            "each photo is in one month in every snapshot, and changes tell each once",
            arguments: ["file", "sidecar", "index"]
        )
        func snapshots(layer: String) throws {
            try DaemonFixture.run { daemon in
                let (client, ids) = try daemon.withPhotos(Self.count)
                var clock = try client.sync()
                #expect(ids.count == Self.count)
                var months = (Self.old, Self.new)
                var name = ""
                for isUndone in [false, true] {
                    let known = Set(ids)
                    let observing = Looker(daemon.socket, Looks()) { client, looks in
                        looks.all += 1
                        if try !Snapshot(client).isWhole(known) { looks.torn += 1 }
                    }
                    let following = Looker(daemon.socket, Followed(clock: clock)) { client, followed in
                        let lines = try client.ask("changes since=\(followed.clock)")
                        for line in lines where line["monthKey"] != line["oldMonthKey"] {
                            if let id = line["id"]?.string { followed.moves[id, default: 0] += 1 }
                        }
                        followed.clock = try #require(lines.last?["clock"]?.string)
                    }
                    if isUndone {
                        #expect(try client.ask("undo \(name)").last?["ok"]?.integer == Int64(Self.count))
                    } else {
                        try client.send(
                            Request("edit").adding("date", "2004-12-24").adding("write", layer),
                            identifiers: ids
                        )
                        let reply = try client.readReply()
                        #expect(reply.last?["ok"]?.integer == Int64(Self.count))
                        name = try reply.batch
                    }
                    let looks = try observing.end()
                    #expect(looks.all > 1 && looks.torn == 0)
                    let moves = try following.end().moves
                    #expect(Set(moves.keys) == known && moves.values.allSatisfy { $0 == 1 })
                    let net = try client.ask("changes since=\(clock)").dropLast()
                    #expect(net.count == Self.count && Set(net.compactMap { $0["id"]?.string }) == known)
                    #expect(
                        net.allSatisfy {
                            $0["change"]?.string == "updated" && $0["oldMonthKey"]?.string == months.0
                                && $0["monthKey"]?.string == months.1
                        }
                    )
                    clock = try client.sync()
                    months = (months.1, months.0)
                }
                #expect(try client.ask("verify").last?["differences"]?.integer == 0)
            }
        }
    }
}
