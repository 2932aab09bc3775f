import LineProtocol
import Testing

@testable import PhotoClient

@Suite("What received bytes mean")
struct ConversationTests {
    private func conversation(lineLimit: Int = Conversation.lineLimit) -> Conversation {
        Conversation(with: SocketPath("/run/socket"), lineLimit: lineLimit)
    }

    /// Everything that arrives when these bytes come in pieces.
    private func arrivals(
        _ conversation: Conversation,
        _ text: String,
        pieces: Int = .max,
        isEnd: Bool = false
    ) -> [String] {
        var conversation = conversation
        var arrivals: [String] = []
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let piece = rest.prefix(pieces)
            rest = rest.dropFirst(piece.count)
            piece.withUnsafeBytes { conversation.receive($0) }
            while let arrival = conversation.next() { arrivals.append(arrival.text) }
        }
        if isEnd { conversation.receiveEnd() }
        while let arrival = conversation.next() { arrivals.append(arrival.text) }
        return arrivals
    }

    /// A conversation that has everything in it.
    private func everything() throws -> (Conversation, String, [String]) {
        var conversation = self.conversation()
        _ = try conversation.ask(Request("count", ["2016-11"]))
        _ = try conversation.ask(Request("subscribe", ["photos"]))
        _ = try conversation.ask(list: [Request("months"), Request("groups"), Request("ping")])
        _ = try conversation.ask(Request("viewed"), identifiers: ["A/L0/001", "x"])
        _ = try conversation.ask(list: [Request("ping"), Request("count", ["x"])])
        _ = try conversation.ask(Request("unsubscribe"))
        _ = try conversation.ask(Request("find", ["event"]))
        _ = try conversation.ask(Request("close"))
        let text = """
            OK photod 1
            {"totalCount":47}
            OK
            {"event":"photos","clock":"c:1:1"}
            {"event":"ready","clock":"c:1:1"}
            {"monthKey":"2016-11"}
            {"event":"photos","change":"inserted","id":"é","clock":"c:1:2"}
            {"monthKey":"2016-10"}
            list_OK
            {"group":"event"}
            {"clock":"c:1:3","event":"photos"}
            list_OK
            list_OK
            {"event":"new-in-2030"}
            OK
            {"result":"ok"}
            {"batch":null,"ok":1,"errors":1}
            OK
            list_OK
            ACK [2@1] {count} argument: not a month: x; write YYYY-MM or undated
            {"event":"photos","clock":"c:1:4"}
            OK
            {"description":"\\"event\\"","event2":1}
            {"group":"event"}
            OK
            OK

            """
        let expected = [
            "greeted",
            "1.0 {\"totalCount\":47}", "end 1",
            "2 photos c:1:1", "2 ready c:1:1",
            "3.0 {\"monthKey\":\"2016-11\"}", "2 photos c:1:2", "3.0 {\"monthKey\":\"2016-10\"}", "end 3.0",
            "3.1 {\"group\":\"event\"}", "2 photos c:1:3", "end 3.1", "end 3.2", "2 new-in-2030 -", "end 3",
            "4.0 {\"result\":\"ok\"}", "4.0 {\"batch\":null,\"ok\":1,\"errors\":1}", "end 4",
            "end 5.0", "5 refused 2@1",
            "2 photos c:1:4", "unsubscribed 2", "end 6",
            "7.0 {\"description\":\"\\\"event\\\"\",\"event2\":1}", "7.0 {\"group\":\"event\"}", "end 7",
            "end 8", "closed",
        ]
        return (conversation, text, expected)
    }

    @Test("is the same however they are cut up, and events are kept apart wherever they come")
    func everyCut() throws {
        let (conversation, text, expected) = try everything()
        for pieces in 1...text.utf8.count {
            let arrived = arrivals(conversation, text, pieces: pieces, isEnd: true)
            #expect(arrived == expected, "in pieces of \(pieces)")
        }
    }

    @Test("a daemon that hangs up anywhere ends every request that waits, once, and is no end of a reply")
    func everyHangUp() throws {
        let (conversation, text, expected) = try everything()
        let bytes = Array(text.utf8)
        for length in "OK photod 1\n".utf8.count..<bytes.count {
            let beginning = String(decoding: bytes[..<length], as: UTF8.self)
            let arrived = arrivals(conversation, beginning, isEnd: true)
            let regular = arrived.prefix { !$0.hasPrefix("failed") && $0 != "closed: closed" }
            #expect(expected.starts(with: regular) && arrived.last == "closed: closed", "\(arrived)")
            for number in 1...8 {
                let ends = [
                    "end \(number)", "failed \(number): closed", "unsubscribed \(number)",
                    "\(number) refused 2@1",
                ]
                #expect(arrived.count(where: { ends.contains($0) }) == 1, "\(number) in \(arrived)")
            }
        }
    }

    @Test(
        "what no daemon sends ends the conversation, and those who wait are told",
        arguments: [
            "nonsense\n", "\n", "ok\n", "OK \n", "ACK\n", "ACK [x@0] {} a: b\n", "list_OK\n", "[1]\n",
            "OK\nOK\n",
            "OK\nlist_OK\nlist_OK\n", "OK\nlist_OK\nOK\n", "OK\n{\"a\":1}\nlist_OK\nlist_OK\nlist_OK\n",
            "OK\nlist_OK\nlist_OK\n{}\n", "OK\nlist_OK\nlist_OK\nOK\nOK\n", "OK\nlist_OK\nlist_OK\nOK\n{}\n",
            "OK\nlist_OK\nlist_OK\nOK\n{\"event\":}\n", "\u{0}\n", "OK\r\n", "{}\nlist_OK\n",
            "OK\nlist_OK\nlist_OK\nOK\nlist_OK\n",
        ]
    )
    func hostile(text: String) throws {
        var conversation = self.conversation()
        _ = try conversation.ask(Request("ping"))
        _ = try conversation.ask(list: [Request("ping"), Request("ping")])
        _ = try conversation.ask(Request("subscribe"))
        let arrived = arrivals(conversation, "OK photod 1\n" + text + "OK\nOK\nOK\nOK\n", pieces: 1)
        #expect(arrived.last?.hasPrefix("closed: malformed ") == true, "\(arrived)")
        #expect(arrived.contains { $0.hasPrefix("failed 3: malformed ") }, "\(arrived)")
    }

    @Test("a line without an end is not kept without end")
    func endlessLine() throws {
        var conversation = self.conversation(lineLimit: 32)
        _ = try conversation.ask(Request("ping"))
        let fitting = "{\"a\":\"\(String(repeating: "x", count: 23))\"}\n"
        let arrived = arrivals(conversation, "OK photod 1\n" + fitting + "OK\n")
        #expect(arrived.suffix(2) == ["1.0 \(fitting.dropLast())", "end 1"])
        let tooLong = arrivals(conversation, "OK photod 1\n{\"a\":\"" + String(repeating: "x", count: 40))
        #expect(tooLong.suffix(2).map { $0.prefix(19) } == ["failed 1: malformed", "closed: malformed a"])
    }

    @Test("a daemon without room says why in place of the greeting")
    func noRoom() throws {
        var conversation = self.conversation()
        _ = try conversation.ask(Request("ping"))
        #expect(
            arrivals(conversation, "ACK [54@0] {} busy: too many clients; try again\n", isEnd: true)
                == ["failed 1: refused 54", "closed: refused 54"]
        )
    }

    @Test("nothing is sent to what has not greeted")
    func silence() throws {
        var conversation = self.conversation()
        _ = try conversation.ask(Request("ping"))
        #expect(conversation.takeOutput().isEmpty)
        Array("OK photod 1 0.2.0\n".utf8).withUnsafeBytes { conversation.receive($0) }
        #expect(conversation.next()?.text == "greeted")
        #expect(conversation.takeOutput() == Array("ping\n".utf8))
        #expect(conversation.takeOutput().isEmpty)
    }

    @Test("after an overflow nothing is answered, and the clock to go on from is told")
    func overflow() throws {
        var conversation = self.conversation()
        _ = try conversation.ask(Request("subscribe"))
        _ = try conversation.ask(Request("ping"))
        let text = """
            OK photod 1
            {"event":"ready","clock":"c:1:1"}
            {"event":"overflow","clock":"c:1:2"}

            """
        #expect(
            arrivals(conversation, text) == [
                "greeted", "1 ready c:1:1", "1 overflow c:1:2", "failed 1: overflow c:1:2",
                "failed 2: overflow c:1:2", "closed: overflow c:1:2",
            ]
        )
        #expect(ClientError.overflow(clock: "c:1:2").description.contains("since=c:1:2"))
    }

    @Test("a second subscription is refused, and the first goes on")
    func secondSubscription() throws {
        var conversation = self.conversation()
        _ = try conversation.ask(Request("subscribe"))
        _ = try conversation.ask(Request("subscribe"))
        let text = """
            OK photod 1
            {"event":"ready","clock":"c:1:1"}
            {"event":"months","clock":"c:1:2"}
            ACK [56@0] {subscribe} exists: this connection is subscribed already: send unsubscribe first
            {"event":"months","clock":"c:1:3"}

            """
        #expect(
            arrivals(conversation, text) == [
                "greeted", "1 ready c:1:1", "1 months c:1:2", "2 refused 56@0", "1 months c:1:3",
            ]
        )
    }

    @Test("what is forgotten is read and dropped, and a subscription is ended")
    func forgetting() throws {
        var conversation = self.conversation()
        let first = try conversation.ask(Request("months"))
        let second = try conversation.ask(Request("subscribe"))
        _ = try conversation.ask(Request("ping"))
        Array("OK photod 1\n".utf8).withUnsafeBytes { conversation.receive($0) }
        #expect(conversation.next()?.text == "greeted")
        _ = conversation.takeOutput()
        for _ in 0..<2 {
            conversation.forget(first)
            conversation.forget(second)
        }
        #expect(conversation.takeOutput() == Array("unsubscribe\n".utf8))
        _ = try conversation.ask(Request("subscribe", ["status"]))
        let text = """
            {"a":1}
            OK
            {"event":"ready","clock":"c:1:1"}
            OK
            {"event":"photos","clock":"c:1:2"}
            OK
            {"event":"ready","clock":"c:1:3"}

            """
        #expect(
            arrivals(conversation, text, isEnd: true) == [
                "end 3", "5 ready c:1:3", "failed 5: closed", "closed: closed",
            ]
        )
    }

    @Test("nothing is asked of a daemon that has gone")
    func askingTheGone() throws {
        var conversation = self.conversation()
        conversation.receiveEnd()
        #expect(conversation.next()?.text == "closed: not photod")
        #expect(conversation.isOver && conversation.next() == nil)
        #expect(throws: ClientError.self) { try conversation.ask(Request("ping")) }
    }
}

extension Arrival {
    /// For comparisons: the request's number, and what it is.
    var text: String {
        switch self {
        case .greeted: "greeted"
        case .line(let line, let number, let part):
            "\(number.rawValue).\(part) \(String(decoding: line, as: UTF8.self))"
        case .partEnd(let part, let number): "end \(number.rawValue).\(part)"
        case .end(let number): "end \(number.rawValue)"
        case .refused(let refusal, let number):
            "\(number.rawValue) refused \(refusal.code)@\(refusal.listIndex)"
        case .event(let event, let number): "\(number.rawValue) \(event.name) \(event.clock ?? "-")"
        case .unsubscribed(let number): "unsubscribed \(number.rawValue)"
        case .failed(let number, let reason): "failed \(number.rawValue): \(reason.text)"
        case .closed(nil): "closed"
        case .closed(let reason?): "closed: \(reason.text)"
        }
    }
}

extension ClientError {
    fileprivate var text: String {
        switch self {
        case .closed: "closed"
        case .refused(let refusal): "refused \(refusal.code)"
        case .malformedReply(let line): "malformed \(line)"
        case .overflow(let clock): "overflow \(clock ?? "-")"
        case .notPhotod: "not photod"
        case .cancelled: "cancelled"
        case .unreachable, .unsendable, .timedOut, .system: "\(self)"
        }
    }
}
