import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension JSONValue {
    /// For messages.
    var json: String {
        var writer = JSONWriter(capacity: 256)
        writer.value(self)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

extension [JSONValue] {
    var json: String { map(\.json).joined(separator: "\n    ") }
}

/// Short forms of what tests ask the daemon.
extension Connection {
    /// Sends a request line as it is and reads the reply's lines.
    func ask(_ line: String) throws -> [JSONValue] {
        try send(Array(line.utf8) + [0x0A])
        return try readReply()
    }

    func readReply() throws -> [JSONValue] {
        var lines: [JSONValue] = []
        while let line = try nextLine() { lines.append(try JSONValue.parse(line)) }
        return lines
    }

    /// Sends a request line that is to be refused.
    func refusal(_ line: String) throws -> Acknowledgement {
        do {
            let reply = try ask(line)
            throw NotRefused(line: line, reply: reply)
        } catch ClientError.refused(let acknowledgement) {
            return acknowledgement
        }
    }

    struct NotRefused: Error {
        let line: String
        let reply: [JSONValue]
    }

    /// Waits until everything done so far is visible; returns the clock.
    @discardableResult
    func sync() throws -> String {
        let lines = try ask("sync")
        return try #require(lines.first?["clock"]?.string)
    }

    func status() throws -> JSONValue { try #require(try ask("status").first) }

    /// The number of photos and videos.
    func count() throws -> Int64 {
        let status = try status()
        return try #require(status["photos"]?.integer) + #require(status["videos"]?.integer)
    }

    func id(of path: FilePath) throws -> String {
        try #require(try ask("photo \(path.uri)").first?["id"]?.string)
    }

    /// The item at a path; `nil` where there is none.
    func item(_ path: FilePath) throws -> JSONValue? {
        do {
            return try ask("photo \(path.uri)").first
        } catch ClientError.refused(let refusal) where refusal.replyCode == .noSuch {
            return nil
        }
    }

    /// Every item, months newest first, by pages of a thousand.
    func allItems() throws -> [JSONValue] {
        try ask("months").flatMap { month in
            try items("photos \(month["monthKey"]?.string ?? "") limit=1000")
        }
    }

    /// Marks what has no mark. An unmarked photo that is less than a minute old may be taken for an editor's temporary file,
    /// and then its id says nothing; one that somebody has marked is nobody's.
    func mark(_ items: [JSONValue]) throws {
        let unmarked = items.filter { $0["viewed"]?.bool != true }.compactMap { $0["id"]?.string }
        guard !unmarked.isEmpty else { return }
        let end = try ask("viewed \(unmarked.joined(separator: " "))").last
        #expect(end?["ok"]?.integer == Int64(unmarked.count), "\(end?.json ?? "no reply")")
    }

    /// Every item of a list, page after page by cursor.
    func items(_ request: String) throws -> [JSONValue] {
        var items: [JSONValue] = []
        var cursor = ""
        while true {
            var lines = try ask(request + cursor)
            let page = try #require(lines.popLast()?["page"])
            items.append(contentsOf: lines)
            guard page["hasMore"]?.bool == true else { return items }
            cursor = try " after=" + #require(page["nextCursor"]?.string)
        }
    }
}
