import LineProtocol
import PhotoClient
import PhotoModel
import PhotoReplies
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("The client library and the daemon")
    struct ClientLibraryTests {
        /// What came of one request.
        private struct Reply {
            var parts: [[ArraySlice<UInt8>]] = [[]]
            var isEnded = false

            func values<Value: ReplyValue>(_ type: Value.Type, part: Int = 0) throws -> [Value] {
                try parts[part].map { try Value(line: $0) }
            }
        }

        @Test("what the daemon says is told apart, and read as values, while a subscription goes on")
        func values() throws {
            try DaemonFixture.run { daemon in
                for (serial, description) in ["Beach", "Beach", nil].enumerated() {
                    try Disk.writePhoto(serial, to: daemon.root + "\(serial).jpg", description: description)
                }
                try daemon.connect().sync()
                let client = try daemon.connect()
                let subscription = try client.send(Request("subscribe"))
                let list = try client.send(list: [
                    Request("months"), Request("groups"), Request("count", ["2016-11"]),
                    Request("photos", ["2016-11"]).adding("limit", "2"),
                ])
                let status = try client.send(Request("status"))
                let refused = try client.send(list: [Request("ping"), Request("count", ["x"])])
                let end = try client.send(Request("unsubscribe"))

                var replies: [RequestNumber: Reply] = [:]
                var events: [Event] = []
                while replies[end]?.isEnded != true {
                    switch try client.next() {
                    case .line(let line, let number, let part):
                        replies[number, default: Reply()].parts[part].append(line)
                    case .partEnd(_, let number): replies[number, default: Reply()].parts.append([])
                    case .end(let number): replies[number, default: Reply()].isEnded = true
                    case .event(let event, let number):
                        #expect(number == subscription)
                        events.append(try Event(line: event.line))
                    case .refused(let refusal, let number):
                        #expect(number == refused && refusal.listIndex == 1 && refusal.command == "count")
                    case .unsubscribed(let number): #expect(number == subscription)
                    case .greeted: break
                    case .failed(_, let reason): throw reason
                    case .closed(let reason): throw reason ?? .closed
                    }
                }

                let answers = try #require(replies[list])
                let months = try answers.values(Month.self)
                #expect(months.map(\.key) == ["2016-11"] && months.map(\.name) == ["November 2016"])
                #expect(months.map(\.counts.total) == [3])
                let groups = try answers.values(Group.self, part: 1)
                #expect(
                    groups.map(\.name) == [.named("Beach"), .other] && groups.map(\.counts.photos) == [2, 1]
                )
                #expect(try answers.values(Counts.self, part: 2).map(\.photos) == [3])
                let page = try ItemPage(lines: answers.parts[3])
                #expect(page.items.count == 2 && page.page?.total == 3 && page.page?.hasMore == true)
                for item in page.items {
                    #expect(
                        item.id != nil && item.kind == .photo && item.state == .ok && item.isViewed == false
                    )
                    #expect(item.path?.hasPrefix(daemon.root.display) == true && item.monthKey == "2016-11")
                }
                let state = try #require(try replies[status]?.values(Status.self).first)
                #expect(state.photos == 3 && state.videos == 0 && state.clock != nil)
                #expect(state.roots.map(\.path) == [daemon.root.display])

                var kinds: Set<String> = []
                for event in events {
                    switch event.content {
                    case .clock(let isFresh): kinds.insert(isFresh ? "fresh" : "clock")
                    case .month(let month): kinds.insert(month.key ?? "")
                    case .group(let group): kinds.insert(group.name == .other ? "other" : "named")
                    case .status: kinds.insert("status")
                    case .ready: kinds.insert("ready")
                    case .change, .videoChange, .videoClock, .overflow, .unknown:
                        Issue.record("\(event.content)")
                    }
                }
                #expect(kinds == ["clock", "2016-11", "other", "named", "status", "ready"])
            }
        }
    }
}
