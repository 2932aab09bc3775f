import Glibc
import LineProtocol
import Logging
import PhotoModel
import TestSupport
import Testing

@testable import LineServer

@Suite("A program with a table of its own")
struct SocketServerTests {
    /// All that a client hears that says `text` and then nothing more.
    private func answers(to text: String) throws -> [String] {
        let folder = try TemporaryFolder()
        let path = folder.location + "socket"
        var socket = try ListeningSocket(path: path)
        let server = try SocketServer(
            table: Abacus.table,
            places: EndlessPlaces(),
            spoolFolder: folder.location,
            logger: Logger(label: "test")
        )
        defer {
            server.stopServing()
            server.stop()
        }
        try server.start(Abacus(beads: 7), listening: socket.take())
        let client = try LineClient(path)
        try client.send(text)
        return try client.rest().split(separator: "\n").map(String.init)
    }

    @Test("greets with its name and answers in order, whether at once or from a thread")
    func order() throws {
        #expect(
            try answers(to: "beads\nsum 1 2 3\nping\nbeads\n")
                == ["OK abacus 1", #"{"beads":7}"#, "OK", #"{"sum":6}"#, "OK", "OK", #"{"beads":7}"#, "OK"]
        )
    }

    @Test("answers a list of commands until one is refused")
    func lists() throws {
        let list = "command_list_begin\nsum 1 2\nbeads\nclose\nbeads\ncommand_list_end\n"
        #expect(
            try answers(to: list) == [
                "OK abacus 1", #"{"sum":3}"#, "list_OK", #"{"beads":7}"#, "list_OK",
                "ACK [2@2] {close} argument: it cannot stand in a list: only what reads the index can",
            ]
        )
    }

    @Test("refuses the end of a list that says more than that, when what comes before it is answered")
    func wrongEnds() throws {
        #expect(
            try answers(to: "command_list_begin\nsum 1 2\ncommand_list_end now\nping\n") == [
                "OK abacus 1", #"{"sum":3}"#, "list_OK",
                "ACK [2@1] {command_list_end} argument: unexpected word: now; command_list_end takes no words; "
                    + "write: command_list_end (a word with spaces goes in quotes)",
                "OK",
            ]
        )
    }

    @Test("a line that is too long is refused without a remedy that no command has")
    func longLine() throws {
        let line = String(repeating: "a", count: ProtocolVersion.requestLimit + 1)
        #expect(
            try answers(to: line)
                == ["OK abacus 1", "ACK [58@0] {} too-large: a line has at most 65536 bytes"]
        )
    }

    @Test("refuses what its table does not have, and what its handlers do not take")
    func refusals() throws {
        #expect(
            try answers(to: "bead\nsum\nsum x\nsubscribe\n").map { String($0.prefix(34)) } == [
                "OK abacus 1", "ACK [5@0] {} unknown-command: unkn", "ACK [2@0] {sum} argument: too few ",
                "ACK [2@0] {sum} argument: not a nu", "ACK [5@0] {} unknown-command: unkn",
            ]
        )
    }

    @Test("says of each command which options it knows, and whether it may stand in a list")
    func capabilities() throws {
        let lines = try answers(to: "commands\n")
        #expect(lines.contains { $0.hasPrefix(#"{"command":"sum","#) && $0.hasSuffix(#""inLists":true}"#) })
        #expect(
            lines.contains {
                $0.hasPrefix(#"{"command":"close","#) && $0.hasSuffix(#""options":[],"inLists":false}"#)
            }
        )
    }

    @Test("lists its commands and those of every server")
    func commands() throws {
        let names = try answers(to: "commands\n").dropFirst().dropLast().map {
            $0.split(separator: "\"")[3]
        }
        #expect(
            names == ["ping", "close", "commands", "beads", "sum", "command_list_begin", "command_list_end"]
        )
    }
}

/// A client's end of a connection.
private final class LineClient {
    private let descriptor: Int32

    init(_ path: FilePath) throws {
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        descriptor = try SystemFailure.check(socket(AF_UNIX, kind, 0), "socket")
        try Self.connect(descriptor, to: path)
    }

    private static func connect(_ descriptor: Int32, to path: FilePath) throws {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.bytes) }
        let length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let code = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, length)
            }
        }
        try SystemFailure.check(code, "connect")
    }

    deinit { close(descriptor) }

    /// Says all that there is to say.
    func send(_ text: String) throws {
        let bytes = Array(text.utf8)
        try SystemFailure.check(write(descriptor, bytes, bytes.count), "write")
        try SystemFailure.check(shutdown(descriptor, Int32(SHUT_WR)), "shutdown")
    }

    /// What comes until the connection ends.
    func rest() throws -> String {
        var text: [UInt8] = []
        while true {
            let piece = try ChannelPair.read(4096, from: descriptor)
            text += piece
            if piece.count < 4096 { return String(decoding: text, as: UTF8.self) }
        }
    }
}
