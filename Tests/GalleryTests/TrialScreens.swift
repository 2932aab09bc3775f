import JSON
import LineProtocol
import Navigation
import Testing

@testable import Gallery

/// A table of screens as tests have one: what it says is to be done is told in words.
struct TrialScreens {
    var table = ScreenTable()
    var now: Int64 = 0

    static func text(_ text: String, id: String? = nil) -> String {
        let id = id.map { #""id":"\#($0)","# } ?? ""
        return #"{\#(id)"type":"component","data":{"name":"text","passProps":{"text":"\#(text)"}}}"#
    }

    static func root(_ id: String) -> String { #"{"root":\#(text(id, id: id))}"# }

    mutating func open(_ name: String?, stream: Int) throws(ProtocolError) -> [String] {
        Self.told(try table.open(name.flatMap { ScreenName($0) }, stream: stream, now: now))
    }

    mutating func close(_ stream: Int) -> [String] { Self.told(table.close(stream: stream, now: now)) }

    mutating func give(_ name: String, _ text: String = "", to screen: String? = nil) throws(ProtocolError)
        -> [String]
    {
        let command = ScreenCommand(name: name, text: Array(text.utf8))
        return Self.told(try table.give(command, to: screen.flatMap { ScreenName($0) }).actions)
    }

    mutating func say(_ line: String, _ stream: Int, of name: String) throws -> [String] {
        let name = ScreenName(name) ?? ScreenName(number: 0)
        let (actions, fault) = table.hear(Array(line.utf8), from: stream, of: name)
        if let fault { throw fault }
        return Self.told(actions)
    }

    mutating func finish(_ id: String, _ stream: Int, of name: String) throws -> [String] {
        try say(#"{"finished":"\#(id)","time":5}"#, stream, of: name)
    }

    func screen(_ name: String) throws -> Screen {
        try #require(ScreenName(name).flatMap { table.screens[$0] })
    }

    mutating func timeOut(_ number: Int) -> [String] { Self.told(table.timeOut(number, after: .seconds(10))) }

    /// `hall: commandCompleted`, `page 1: {…}`, `1: {…}`, `1 ends`, `keep hall`.
    static func told(_ actions: [ScreenTable.Action]) -> [String] {
        actions.map { action in
            switch action {
            case .tell(let stream, let message): "page \(stream): \(String(decoding: message, as: UTF8.self))"
            case .event(let event): "\(event.screen): \(name(of: event))"
            case .line(let command, let line):
                "\(command): \(String(decoding: line.dropLast(), as: UTF8.self))"
            case .end(let command, nil): "\(command) ends"
            case .end(let command, let error?): "\(command) ends: \(error)"
            case .changed(let name): "keep \(name)"
            }
        }
    }

    private static func name(of event: ScreenEvent) -> String {
        (try? JSONValue.parse(event.line))?["event"]?.string ?? "no JSON"
    }
}

extension [String] {
    /// What a page was told, as JSON.
    func messages(to stream: Int) throws -> [JSONValue] {
        try filter { $0.hasPrefix("page \(stream): ") }
            .map { try JSONValue.parse(String($0.dropFirst("page \(stream): ".count))) }
    }

    /// Without what pages were told.
    var rest: [String] { filter { !$0.hasPrefix("page ") } }
}
