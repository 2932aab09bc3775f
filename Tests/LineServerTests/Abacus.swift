import LineProtocol

@testable import LineServer

/// A program of two commands: `beads` tells at once how many there are, `sum` adds numbers up on a reader's thread.
final class Abacus: LineService {
    struct Reading {
        let beads: Int
        let writer: ReplyWriter

        func tell(_ key: StaticString, _ value: Int) throws {
            writer.json.beginObject()
            writer.json.member(key, value)
            writer.json.endObject()
            try writer.endLine()
        }
    }

    static let program = "abacus"

    static let table = CommandTable<Abacus>(
        since: "1.0",
        [
            Command(
                "beads",
                since: "1.1",
                summary: "tells how many beads there are",
                .short { reading, _ in
                    try reading.tell("beads", reading.beads)
                }
            ),
            Command(
                "sum",
                usage: "NUMBER…",
                words: 1...9,
                since: "1.2",
                summary: "adds numbers up",
                .long { reading, arguments in try reading.tell("sum", sum(arguments)) }
            ),
        ]
    )

    let statistics = ServerStatistics(Abacus.table.definitions)
    private let beads: Int

    init(beads: Int) {
        self.beads = beads
    }

    func read(isShared: Bool, to writer: ReplyWriter, _ body: (Reading) throws -> Void) throws {
        try body(Reading(beads: beads, writer: writer))
    }

    private static func sum(_ arguments: Arguments) throws(ProtocolError) -> Int {
        var sum = 0
        for word in arguments.request.positionals {
            guard let number = Int(word) else { throw arguments.failure("not a number: \(word)") }
            sum &+= number
        }
        return sum
    }
}
