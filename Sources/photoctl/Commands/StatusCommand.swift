import ArgumentParser
import Glibc
import LineProtocol

struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show what photod is doing, and what is wrong.",
        discussion: """
            With --unreadable the files that could not be read. Fields: reason, path (the uri where the path is not \
            UTF-8), id, local time, type, month, size; of a sidecar reason, path and size. With -0 the path alone, byte for byte. Exits with 0 also where \
            there is none.
            """
    )

    @Flag(help: "Follow the first sweep with a progress bar until everything is indexed.")
    var follow = false

    @Flag(help: "List the files that could not be read, and why.")
    var unreadable = false

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard !follow || !unreadable else {
            throw ValidationError("--follow and --unreadable exclude each other; give one of them.")
        }
    }

    func run() throws {
        if follow { return try followSweep() }
        let session = try Session(global)
        if unreadable {
            try listUnreadable(session)
        } else {
            try session.printObject(Request("status"), view: StatusView.text)
        }
    }

    /// All of them, by pages.
    private func listUnreadable(_ session: Session) throws {
        var cursor: String?
        repeat {
            let request = Request("unreadable").adding("limit", "1000").adding("after", cursor)
            let page = try session.print(request, as: ItemListing.unreadable).trailer?["page"]
            cursor = page?["nextCursor"]?.string
        } while cursor != nil
    }

    /// Prints the daemon's events as they come; nothing here wakes up by itself.
    private func followSweep() throws {
        let events = try FollowedEvents(Request("subscribe", ["status"]), global)
        let records = RecordOutput(global)
        var estimate = ProgressEstimate()
        while let line = try events.next() {
            let event = try records.decode(line)
            if records.format == .json { records.write(line: line) }
            guard let state = event["state"]?.string else {
                try records.output.flush()
                continue
            }
            let progress = event["progress"]
            estimate.update(
                done: progress?["done"]?.integer ?? 0,
                total: progress?["total"]?.integer ?? 0,
                at: Self.monotonicSeconds
            )
            switch records.format {
            case .json: break
            case .tabbed, .nulTerminated:
                records.write(
                    fields: [
                        state, CellText.plain(progress?["done"]), CellText.plain(progress?["total"]),
                        CellText.plain(event["clock"]),
                    ])
            case .table:
                // Back to the line's start, and what the longer line before left is cleared.
                records.output.write("\r\(estimate.line(columns: records.output.columns))\u{1B}[K")
            }
            if state != "scanning" {
                if records.format == .table {
                    records.output.write("\r\(PrintableText.sanitized(state))\u{1B}[K\n")
                }
                return try records.output.flush()
            }
            try records.output.flush()
        }
    }

    private static var monotonicSeconds: Double {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
    }
}
