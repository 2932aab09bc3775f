import LineProtocol
import PhotoClient

/// One run of the program: a connection, and where answers go.
final class Session: RecordOutput {
    /// How a reply was printed.
    struct Outcome {
        var rows = 0
        /// The line that closes the reply with totals, where it has one.
        var trailer: JSONValue?
    }

    let connection: Connection

    convenience init(_ options: GlobalOptions, waiting time: Duration? = nil) throws(ClientError) {
        try self.init(options, to: options.socketPaths, waiting: time)
    }

    /// - Parameters:
    ///   - paths: where to look for who is asked.
    ///   - time: how long an answer may take; `nil`: as long as it takes.
    init(_ options: GlobalOptions, to paths: [SocketPath], waiting time: Duration? = nil) throws(ClientError)
    {
        connection = try Connection(to: paths, readTimeout: time)
        super.init(options)
    }

    /// Sends a request and prints its reply as a listing.
    func print(_ request: Request, as listing: Listing) throws -> Outcome {
        try connection.send(request)
        return try printReply(as: listing)
    }

    /// Prints the reply under way as a listing. On a terminal the table comes when the reply has ended.
    func printReply(as listing: Listing, each: (JSONValue) -> Void = { _ in }) throws -> Outcome {
        var outcome = Outcome()
        var table = Table(listing.headings)
        do {
            while let line = try connection.nextLine() {
                let value = try decode(line)
                let isTrailer = listing.trailerMember.map { value[$0] != nil } ?? false
                let isRow = !isTrailer && listing.isRow(value)
                if isTrailer { outcome.trailer = value }
                if isRow {
                    outcome.rows += 1
                    each(value)
                }
                if format == .json {
                    write(line: line)
                } else if isRow {
                    if format == .table {
                        if listing.isShownInTable(value) {
                            table.append(listing.columns.map { $0.text(value) })
                        }
                    } else {
                        write(record: value, of: listing)
                    }
                }
                try output.flushIfLarge()
            }
        } catch {
            try finish(table)
            throw error
        }
        try finish(table)
        return outcome
    }

    /// Sends a request whose reply is one object (or none) and prints it with `view` on a terminal, else as records
    /// of a dotted member name and its value.
    /// - Parameter members: what an object has as JSON, whatever the daemon has left out: `null` where there is nothing.
    func printObject(
        _ request: Request,
        members: [String] = [],
        view: (JSONValue) -> String
    ) throws {
        try connection.send(request)
        while let line = try connection.nextLine() {
            let value = try decode(line)
            switch format {
            case .json: write(line: Self.whole(line, value, members))
            case .table: output.write(view(value))
            case .tabbed, .nulTerminated:
                for (name, text) in FlatMembers.of(value) { write(fields: [name, text]) }
            }
        }
        try output.flush()
    }

    private static func whole(_ line: ArraySlice<UInt8>, _ object: JSONValue, _ members: [String])
        -> ArraySlice<UInt8>
    {
        let missing = members.filter { object[$0] == nil }
        guard !missing.isEmpty, let end = line.lastIndex(of: UInt8(ascii: "}")) else { return line }
        return line[..<end] + missing.map { ",\"\($0)\":null" }.joined().utf8 + line[end...]
    }
}
