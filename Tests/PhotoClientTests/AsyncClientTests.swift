import AsyncPhotoClient
import LineProtocol
import PhotoReplies
import TestSupport
import Testing

@testable import PhotoClient

@Suite("A client for tasks")
struct AsyncClientTests {
    /// Runs tasks against a scripted daemon.
    private func converse(
        script: @escaping FakeDaemon.Script,
        _ body: (Client) async throws -> Void
    ) async throws {
        let daemon = try FakeDaemon(script: script)
        let client = try Client(to: [SocketPath(daemon.path)])
        do {
            try await body(client)
        } catch {
            Issue.record("\(error)")
        }
        client.close()
        try daemon.stop()
    }

    private func failure(_ body: () async throws -> Void) async -> ClientError? {
        do {
            try await body()
            return nil
        } catch {
            return error as? ClientError
        }
    }

    @Test("tasks that ask at the same time get each their own reply")
    func concurrent() async throws {
        try await converse { peer in
            peer.send("OK photod 1\n")
            while let line = peer.readLine() { peer.send("{\"line\":\"\(line)\"}\nOK\n") }
        } _: { client in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<500 {
                    group.addTask {
                        let lines = try await client.lines(Request("photo", ["\(number)"]))
                        #expect(lines == [Array("{\"line\":\"photo \(number)\"}".utf8)])
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test("replies are values, pages and parts")
    func values() async throws {
        try await converse { peer in
            peer.send("OK photod 1\n")
            #expect(peer.readLine() == "months")
            peer.send("{\"monthKey\":\"2016-11\",\"totalCount\":47}\n{\"monthKey\":\"undated\"}\nOK\n")
            #expect(peer.readLine() == "photos 2016-11 limit=1")
            peer.send("{\"id\":\"A\"}\n{\"page\":{\"count\":1,\"hasMore\":true,\"nextCursor\":\"n\"}}\nOK\n")
            for line in ["command_list_begin", "ping", "count 2016-11", "command_list_end"] {
                #expect(peer.readLine() == line)
            }
            peer.send("list_OK\n{\"totalCount\":47}\nlist_OK\nOK\n")
            #expect(peer.readLine() == "changes since=c:1:2")
            peer.send("{\"change\":\"deleted\",\"id\":\"A\"}\n{\"clock\":\"c:1:3\",\"more\":false}\nOK\n")
            #expect(peer.readLine() == "viewed ids=@")
            #expect(peer.readLine() == "A" && peer.readLine() == "")
            peer.send("{\"ok\":1}\nOK\n")
            while peer.readLine() != nil {}
        } _: { client in
            let months = try await client.values(Month.self, of: Request("months"))
            #expect(months.map(\.key) == ["2016-11", "undated"] && months[0].counts.total == 47)
            let page = try await client.items(Request("photos", ["2016-11"]).adding("limit", "1"))
            #expect(page.items.map(\.id) == ["A"] && page.page?.nextCursor == "n")
            let parts = try await client.lines(list: [Request("ping"), Request("count", ["2016-11"])])
            #expect(parts == [[], [Array("{\"totalCount\":47}".utf8)]])
            let changes = try await client.changes(since: "c:1:2")
            #expect(changes.changes.first?.kind == .deleted && changes.clock == "c:1:3")
            let viewed = try await client.lines(Request("viewed"), identifiers: ["A"])
            #expect(viewed.count == 1)
        }
    }

    @Test("events come apart from replies, and a subscription ends where it is asked to")
    func events() async throws {
        try await converse { peer in
            peer.send("OK photod 1\n")
            #expect(peer.readLine() == "subscribe months since=c:1:1")
            peer.send("{\"event\":\"ready\",\"clock\":\"c:1:1\"}\n")
            #expect(peer.readLine() == "ping")
            peer.send("{\"event\":\"months\",\"monthKey\":\"2016-11\",\"clock\":\"c:1:2\"}\nOK\n")
            #expect(peer.readLine() == "unsubscribe")
            peer.send("OK\n")
            while peer.readLine() != nil {}
        } _: { client in
            var seen: [String] = []
            for try await event in try client.subscribe(to: [.months], since: "c:1:1") {
                switch event.content {
                case .ready: #expect(try await client.lines(Request("ping")).isEmpty)
                case .month(let month):
                    seen.append(month.key ?? "")
                    _ = try await client.lines(Request("unsubscribe"))
                case .change, .clock, .videoChange, .videoClock, .group, .status, .overflow, .unknown:
                    Issue.record("\(event.content)")
                }
            }
            #expect(seen == ["2016-11"])
        }
    }

    @Test("a refused request, and a refused subscription, throw what the daemon said")
    func refusals() async throws {
        try await converse { peer in
            peer.send("OK photod 1\n")
            while let line = peer.readLine() {
                peer.send("ACK [2@0] {\(line)} argument: no\n")
            }
        } _: { client in
            guard case .refused(let refusal) = await failure({ _ = try await client.lines(Request("count")) })
            else {
                Issue.record("it was not refused")
                return
            }
            #expect(refusal.command == "count")
            let subscription = try client.subscribe()
            guard case .refused = await failure({ for try await _ in subscription {} }) else {
                Issue.record("the subscription was not refused")
                return
            }
            guard
                case .unsendable = await failure({ _ = try await client.lines(Request("subscribe")) })
            else {
                Issue.record("it waits for a reply that does not end")
                return
            }
        }
    }

    @Test("a daemon that hangs up ends everything that waits, and what is asked later")
    func hangUp() async throws {
        try await converse { peer in
            peer.send("OK photod 1\n")
            for _ in 0..<3 { _ = peer.readLine() }
            peer.send("{\"event\":\"ready\",\"clock\":\"c\"}\n{\"a\":1}\n")
        } _: { client in
            let subscription = try client.subscribe()
            async let first = failure { _ = try await client.lines(Request("months")) }
            async let second = failure { _ = try await client.lines(Request("months")) }
            async let third = failure { for try await _ in subscription {} }
            let earlier = await [first, second, third]
            let later = await failure { _ = try await client.lines(Request("ping")) }
            for error in earlier + [later] {
                guard case .closed = error else {
                    Issue.record("\(String(describing: error))")
                    continue
                }
            }
        }
    }

    @Test("a task that is cancelled does not wait, and the others get their own replies")
    func cancellation() async throws {
        try await converse { peer in
            peer.send("OK photod 1\n")
            #expect(peer.readLine() == "sync")
            // It answers only when something else was asked: by then the task was told that nobody waits.
            #expect(peer.readLine() == "count 2016-11")
            peer.send("{\"clock\":\"c\"}\nOK\n{\"totalCount\":1}\nOK\n")
            while peer.readLine() != nil {}
        } _: { client in
            let waiting = Task { try await client.lines(Request("sync")) }
            waiting.cancel()
            guard case .cancelled = await failure({ _ = try await waiting.value }) else {
                Issue.record("it was not cancelled")
                return
            }
            let counts = try await client.values(Counts.self, of: Request("count", ["2016-11"]))
            #expect(counts.map(\.total) == [1])
        }
    }

    @Test("a task that is cancelled while it takes events ends the subscription")
    func cancelledSubscription() async throws {
        try await converse { peer in
            peer.send("OK photod 1\n")
            #expect(peer.readLine() == "subscribe")
            peer.send("{\"event\":\"ready\",\"clock\":\"c\"}\n")
            #expect(peer.readLine() == "unsubscribe")
            peer.send("OK\n")
            while peer.readLine() != nil {}
        } _: { client in
            let subscription = try client.subscribe()
            let (ready, isReady) = AsyncStream.makeStream(of: Void.self)
            let listening = Task {
                for try await _ in subscription { isReady.yield() }
            }
            for await _ in ready { break }
            listening.cancel()
            guard case .cancelled = await failure({ try await listening.value }) else {
                Issue.record("it was not cancelled")
                return
            }
        }
    }

    @Test("a reply comes behind a state that nobody takes, however long that is")
    func longState() async throws {
        let count = 50_000
        try await converse { peer in
            peer.send("OK photod 1\n")
            #expect(peer.readLine() == "subscribe photos since=c:0:0")
            for number in 1...count {
                peer.send("{\"event\":\"photos\",\"change\":\"inserted\",\"clock\":\"c:0:\(number)\"}\n")
            }
            peer.send("{\"event\":\"ready\",\"clock\":\"c:0:\(count)\"}\n")
            #expect(peer.readLine() == "ping")
            peer.send("OK\n")
            while peer.readLine() != nil {}
        } _: { client in
            let subscription = try client.subscribe(to: [.photos], since: "c:0:0")
            #expect(try await client.lines(Request("ping")).isEmpty)
            var taken = 0
            for try await event in subscription {
                if case .ready = event.content { break }
                taken += 1
            }
            #expect(taken == count)
        }
    }

    @Test("what a cancelled subscription leaves untaken keeps the next one from nothing")
    func untakenEvents() async throws {
        try await converse { peer in
            peer.send("OK photod 1\n")
            #expect(peer.readLine() == "subscribe")
            peer.send("{\"event\":\"ready\",\"clock\":\"c:0:0\"}\n")
            #expect(peer.readLine() == "ping")
            for number in 1...10_000 {
                peer.send("{\"event\":\"photos\",\"change\":\"inserted\",\"clock\":\"c:0:\(number)\"}\n")
            }
            peer.send("OK\n")
            #expect(peer.readLine() == "unsubscribe")
            #expect(peer.readLine() == "subscribe")
            peer.send("OK\n{\"event\":\"ready\",\"clock\":\"c:0:20000\"}\n")
            while peer.readLine() != nil {}
        } _: { client in
            let first = try client.subscribe()
            #expect(try await client.lines(Request("ping")).isEmpty)
            await Task {
                withUnsafeCurrentTask { $0?.cancel() }
                _ = try? await first.makeAsyncIterator().next()
            }.value
            for try await event in try client.subscribe() {
                guard case .ready = event.content else { continue }
                break
            }
            withExtendedLifetime(first) {}
        }
    }

    @Test("more events than anybody takes are left with the daemon, and replies come all the same")
    func manyEvents() async throws {
        let count = 50_000
        try await converse { peer in
            peer.send("OK photod 1\n")
            #expect(peer.readLine() == "subscribe photos")
            peer.send("{\"event\":\"ready\",\"clock\":\"c:0:0\"}\n")
            for number in 1...count {
                peer.send("{\"event\":\"photos\",\"change\":\"inserted\",\"clock\":\"c:0:\(number)\"}\n")
            }
            #expect(peer.readLine() == "ping")
            peer.send("OK\n")
            while peer.readLine() != nil {}
        } _: { client in
            let subscription = try client.subscribe(to: [.photos])
            var number = 0
            for try await event in subscription {
                if event.clock != "c:0:\(number)" {
                    Issue.record("\(event.clock ?? "") in the place of \(number)")
                }
                if number == 10 { #expect(try await client.lines(Request("ping")).isEmpty) }
                number += 1
                if number > count { break }
            }
        }
    }
}
