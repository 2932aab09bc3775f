import ArgumentParser
import Glibc
import LineProtocol

struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show what photod is doing, and what is wrong."
    )

    @Flag(help: "Follow the first sweep with a progress bar until everything is indexed.")
    var follow = false

    @OptionGroup var global: GlobalOptions

    func run() throws {
        let session = try Session(global)
        if follow {
            try followSweep(session)
        } else {
            try session.printObject(Request("status"), view: StatusView.text)
        }
    }

    /// Prints the daemon's events as they come; nothing here wakes up by itself.
    private func followSweep(_ session: Session) throws {
        try session.connection.send(Request("subscribe", ["status"]))
        var estimate = ProgressEstimate()
        while let line = try session.connection.nextLine() {
            let event = try session.decode(line)
            if session.format == .json { session.write(line: line) }
            guard let state = event["state"]?.string else {
                try session.output.flush()
                continue
            }
            let progress = event["progress"]
            estimate.update(
                done: progress?["done"]?.integer ?? 0,
                total: progress?["total"]?.integer ?? 0,
                at: Self.monotonicSeconds
            )
            switch session.format {
            case .json: break
            case .tabbed, .nulTerminated:
                session.write(
                    fields: [
                        state, CellText.plain(progress?["done"]), CellText.plain(progress?["total"]),
                        CellText.plain(event["clock"]),
                    ])
            case .table:
                // Back to the line's start, and what the longer line before left is cleared.
                session.output.write("\r\(estimate.line(columns: session.output.columns))\u{1B}[K")
            }
            if state != "scanning" {
                if session.format == .table {
                    session.output.write("\r\(PrintableText.sanitized(state))\u{1B}[K\n")
                }
                return try session.output.flush()
            }
            try session.output.flush()
        }
    }

    private static var monotonicSeconds: Double {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
    }
}
