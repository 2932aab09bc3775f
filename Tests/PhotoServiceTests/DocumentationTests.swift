import Foundation
import LineProtocol
import PhotoModel
import Testing

@testable import PhotoService

/// `docs/protocol.md` is what people write clients by: it names everything that can be sent, and its examples are such
/// as the daemon sends.
@Suite("docs/protocol.md")
struct DocumentationTests {
    private let text: String

    init() throws {
        let top = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        text = try String(contentsOf: top.appendingPathComponent("docs/protocol.md"), encoding: .utf8)
    }

    /// What a client sends, and what it gets, in the order of the examples.
    private var examples: [(request: String, reply: [String])] {
        var examples: [(request: String, reply: [String])] = []
        for line in text.split(separator: "\n") {
            if line.hasPrefix("> ") {
                examples.append((String(line.dropFirst(2)), []))
            } else if line.hasPrefix("< "), !examples.isEmpty {
                examples[examples.count - 1].reply.append(String(line.dropFirst(2)))
            } else if line.hasPrefix("   "), let last = examples.last?.reply.last, last.hasPrefix("{") {
                // One line of the protocol, which is too long for one of the page.
                examples[examples.count - 1].reply[examples[examples.count - 1].reply.count - 1] += line
            }
        }
        return examples
    }

    /// The first cells of a table's rows, the back quotes taken off.
    private func names(inTableUnder heading: String) throws -> [String] {
        let start = try #require(text.range(of: heading), "there is no “\(heading)”")
        return text[start.upperBound...].split(separator: "\n", omittingEmptySubsequences: false)
            .drop { !$0.hasPrefix("| `") }.prefix { $0.hasPrefix("| `") }
            .compactMap { $0.split(separator: "`").dropFirst().first.map(String.init) }
    }

    @Test("names every member of an item, in the order they are sent")
    func fields() throws {
        #expect(try names(inTableUnder: "### Members of an item") == ItemFields.names)
    }

    @Test("names every member that `photo` has beside those", arguments: PhotoMembers.names)
    func photoMembers(name: String) {
        #expect(text.contains("`\(name)`"))
    }

    @Test("names every source of a date, once")
    func dateSources() throws {
        let names = try names(inTableUnder: "### Sources of a date")
        #expect(names.sorted() == DateSource.allCases.map { "\($0.name)" }.sorted())
    }

    @Test("has an example of every command", arguments: PhotodCommands.table.definitions.all.map(\.name))
    func commands(name: String) {
        #expect(examples.contains { $0.request.split(separator: " ").first.map(String.init) == name })
    }

    @Test("has in its examples what a client can read")
    func replies() throws {
        for (request, reply) in examples {
            for line in reply where line.hasPrefix("{") {
                // Members that an example leaves out.
                let whole = line.replacingOccurrences(of: ",…}", with: "}")
                    .replacingOccurrences(of: ",…,", with: ",")
                #expect(throws: Never.self, "\(request): \(line)") { try JSONValue.parse(Array(whole.utf8)) }
            }
        }
    }
}
