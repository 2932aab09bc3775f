import ArgumentParser
import LineProtocol
import PhotoClient

struct WatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Print events as they happen (the protocol's subscribe).",
        discussion: """
            Fields: event, then for photos and videos: change, id, month, old month; for months: month, photos and videos, photos, \
            videos; for groups: group (empty for Other), photos and videos, photos, videos; for status: state, done, \
            total; last the clock.
            """,
        aliases: ["subscribe"]
    )

    @Argument(
        help: "months, groups, photos, status, or videos for those alone; the first four without one.",
        completion: .list(SubscriptionTopic.allCases.map(\.rawValue))
    )
    var topics: [String] = []

    @Option(help: "Begin with what changed since this clock.")
    var since: String?

    @OptionGroup var global: GlobalOptions

    func run() throws {
        let events = try FollowedEvents(Request("subscribe", topics).adding("since", since), global)
        let records = RecordOutput(global)
        do {
            while let line = try events.next() { try print(line, records) }
        } catch ClientError.overflow(let clock) {
            throw Failure(
                .refused,
                "events came faster than they were read; continue with --since \(clock ?? "")"
            )
        }
    }

    private func print(_ line: ArraySlice<UInt8>, _ records: RecordOutput) throws {
        if records.format == .json {
            records.write(line: line)
        } else {
            let fields = EventRecord.fields(of: try records.decode(line))
            if records.format == .table {
                let cells = EventRecord.cells(of: fields).map(PrintableText.sanitized)
                records.output.write(cells.joined(separator: "  ") + "\n")
            } else {
                records.write(fields: fields)
            }
        }
        try records.output.flush()
    }
}

/// An event, or a line of the state that precedes events, as a record.
enum EventRecord {
    static func fields(of event: JSONValue) -> [String] {
        let name = event["event"]?.string ?? "state"
        return [name] + members(of: event).map { CellText.plain($0) } + [CellText.plain(event["clock"])]
    }

    /// What of a record is shown to people.
    static func cells(of fields: [String]) -> [String] {
        var fields = fields
        if fields.count > 1, fields[0] == "groups" {
            fields[1] = CellText.group(fields[1].isEmpty ? nil : .string(fields[1]))
        }
        return fields.filter { !$0.isEmpty }
    }

    private static func members(of event: JSONValue) -> [JSONValue?] {
        if event["group"] != nil {
            return [event["group"], event["totalCount"], event["photoCount"], event["videoCount"]]
        }
        if event["change"] != nil {
            return [event["change"], event["id"], event["monthKey"], event["oldMonthKey"]]
        }
        if event["monthKey"] != nil {
            return [event["monthKey"], event["totalCount"], event["photoCount"], event["videoCount"]]
        }
        if event["state"] != nil {
            return [event["state"], event["progress"]?["done"], event["progress"]?["total"]]
        }
        return []
    }
}
