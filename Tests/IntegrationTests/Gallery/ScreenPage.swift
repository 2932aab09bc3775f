import JSON
import LineProtocol
import PhotoModel
import TestSupport
import Testing

/// A page as the gallery sees one: its stream, and what it posts. What it is told to do it does at once, when a test says so.
final class ScreenPage {
    let name: String
    let stream: Int64
    /// What its machine begins with.
    let restore: JSONValue
    private let gallery: GalleryFixture
    private let events: HTTPConnection
    private let posts: HTTPConnection

    /// - Parameters:
    ///   - name: of the screen; `nil`: one that the gallery makes up.
    ///   - posts: where it posts; `nil`: on a connection of its own.
    init(
        _ gallery: GalleryFixture,
        _ name: String?,
        size: (Int, Int)? = nil,
        posting posts: HTTPConnection? = nil
    ) throws {
        self.gallery = gallery
        let query = [name.map { "screen=\($0)" }, size.map { "width=\($0)&height=\($1)" }].compactMap(\.self)
        events = try gallery.begin("/events?" + query.joined(separator: "&"))
        #expect(try events.head().status == 200)
        // It comes before anything else.
        let first = try events.event().json
        #expect(first["event"]?.string == "screen")
        self.name = try #require(first["screen"]?.string)
        stream = try #require(first["stream"]?.integer)
        restore = try #require(first["restore"])
        self.posts = try posts ?? gallery.connect()
    }

    /// The next message about its screen.
    func message() throws -> JSONValue { try event { $0["event"]?.string == "screen" } }

    /// The next event for which a condition holds.
    func event(where isWanted: (JSONValue) -> Bool) throws -> JSONValue { try events.event(isWanted).json }

    /// The next input that it is told.
    func told() throws -> JSONValue { try #require(try message()["told"]) }

    func post(_ lines: String..., stream: Int64? = nil) throws -> HTTPAnswer {
        let body = Array(lines.joined(separator: "\n").utf8)
        return try posts.ask(
            [
                "POST /screen/\(name)?stream=\(stream ?? self.stream) HTTP/1.1", "Host: \(gallery.host)",
                gallery.cookie, gallery.origin, "Content-Length: \(body.count)",
            ],
            body: body
        )
    }

    /// Has carried out what it was told.
    func finish(_ id: String) throws {
        #expect(try post(#"{"finished":"\#(id)","time":5}"#).status == 204)
        #expect(try told()["finished"]?.string == id)
    }

    /// Is told a command and has carried it out.
    func carryOut() throws {
        let command = try told()
        try finish(try #require(command["commandId"]?.string, "\(command)"))
    }
}

/// A client of a gallery's own socket.
final class ControlClient {
    private let client: RawClient

    init(_ gallery: GalleryFixture) throws {
        client = try RawClient(gallery.control)
        #expect(try client.readLine() == "OK photod 1 gallery")
    }

    func send(_ line: String) throws { try client.send(Array((line + "\n").utf8)) }

    func line() throws -> String { try client.readLine() }

    func json() throws -> JSONValue { try JSONValue.parse(try line()) }

    /// The lines of a reply, `OK` or the `ACK` last.
    func reply() throws -> [String] {
        var lines: [String] = []
        repeat {
            lines.append(try line())
        } while lines.last != "OK" && !(lines.last?.hasPrefix("ACK ") ?? true)
        return lines
    }

    func ask(_ line: String) throws -> [String] {
        try send(line)
        return try reply()
    }

    /// A command that one page carries out. The reply.
    func command(_ name: String, _ json: String, on page: ScreenPage) throws -> [String] {
        try send("ui \(name) \(Self.quoted(json)) screen=\(page.name)")
        try page.carryOut()
        return try reply()
    }

    static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}

/// Layouts for tests of screens.
enum ScreenLayout {
    static func text(_ id: String, _ text: String = "x") -> String {
        #"{"id":"\#(id)","type":"component","data":{"name":"text","passProps":{"text":"\#(text)"}}}"#
    }

    static func stack(_ id: String, _ children: String...) -> String {
        #"{"id":"\#(id)","type":"stack","children":[\#(children.map { text($0) }.joined(separator: ","))]}"#
    }
}
