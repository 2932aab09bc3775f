import Glibc
import LineProtocol
import TestSupport
import Testing

@testable import PhotoClient

@Suite("A connection that never waits")
struct PolledConnectionTests {
    /// Moves bytes as a poll loop does, until something arrives that `isEnough` takes.
    private func arrivals(
        _ connection: inout PolledConnection,
        until isEnough: (Arrival) -> Bool
    ) throws -> [String] {
        var arrivals: [String] = []
        while true {
            var entry = pollfd(fd: connection.descriptor, events: Int16(POLLIN), revents: 0)
            if connection.wantsToWrite { entry.events |= Int16(POLLOUT) }
            // Half a minute: a test that hangs is to fail.
            guard poll(&entry, 1, 30_000) == 1 else {
                throw ClientError.timedOut
            }
            if entry.revents & Int16(POLLOUT) != 0 { connection.writable() }
            for arrival in connection.readable() {
                arrivals.append(arrival.text)
                if isEnough(arrival) { return arrivals }
            }
        }
    }

    private func isClosed(_ arrival: Arrival) -> Bool {
        if case .closed = arrival { true } else { false }
    }

    private func converse(
        script: @escaping FakeDaemon.Script,
        _ body: (inout PolledConnection) throws -> Void
    ) throws {
        let daemon = try FakeDaemon(script: script)
        defer { #expect(throws: Never.self) { try daemon.stop() } }
        var connection = try PolledConnection(to: [SocketPath(daemon.path)])
        do { try body(&connection) } catch { Issue.record("\(error)") }
        // The script may wait for the end.
        connection.fail(.cancelled)
    }

    @Test("is asked before the greeting, and tells what arrives")
    func conversation() throws {
        try converse { peer in
            peer.send("OK photod 1\n")
            #expect(peer.readLine() == "subscribe months")
            peer.send("{\"event\":\"ready\",\"clock\":\"c\"}\n")
            #expect(peer.readLine() == "ping")
            peer.send("{\"event\":\"months\",\"clock\":\"d\"}\nOK\n")
        } _: { connection in
            _ = try connection.ask(Request("subscribe", ["months"]))
            _ = try connection.ask(Request("ping"))
            let arrived = try arrivals(&connection, until: isClosed)
            let isOver = connection.isOver
            #expect(
                arrived == [
                    "greeted", "1 ready c", "1 months d", "end 2", "failed 1: closed", "closed: closed",
                ]
            )
            #expect(isOver)
        }
    }

    @Test("has nothing where nothing came, and does not wait for it")
    func nothing() throws {
        try converse { peer in
            while peer.readLine() != nil {}
        } _: { connection in
            var arrived = connection.readable()
            _ = try connection.ask(Request("ping"))
            arrived += connection.readable()
            let (wantsToWrite, awaitsReply) = (connection.wantsToWrite, connection.awaitsReply)
            #expect(arrived.isEmpty && !wantsToWrite && awaitsReply)
            connection.fail(.cancelled)
            let end = connection.arrived().map(\.text)
            #expect(end == ["failed 1: cancelled", "closed: cancelled"])
        }
    }

    @Test("thousands of requests sent ahead of large replies arrive in their order")
    func pipelining() throws {
        let count = 5000
        let padding = String(repeating: "x", count: 500)
        try converse { peer in
            peer.send("OK photod 1\n")
            while let line = peer.readLine() { peer.send("{\"line\":\"\(line)\"}\nOK\n") }
        } _: { connection in
            for number in 0..<count { _ = try connection.ask(Request("photo", ["\(number)-\(padding)"])) }
            let arrived = try arrivals(&connection) { $0.text == "end \(count)" }
            let expected = (1...count).flatMap { number in
                ["\(number).0 {\"line\":\"photo \(number - 1)-\(padding)\"}", "end \(number)"]
            }
            #expect(arrived == ["greeted"] + expected)
        }
    }

    @Test("where nobody listens the remedy is told")
    func unreachable() throws {
        let daemon = try FakeDaemon { _ in }
        try daemon.stop()
        do {
            _ = try PolledConnection(to: [SocketPath(daemon.path)])
            Issue.record("it connected")
        } catch {
            #expect(error.description.contains("systemctl --user start photod.socket"))
        }
    }
}
