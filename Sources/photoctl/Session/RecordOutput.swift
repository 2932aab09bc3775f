import LineProtocol
import PhotoClient

/// Where answers go, and in which form.
class RecordOutput {
    let format: OutputFormat
    let output: StandardOutput

    init(_ options: GlobalOptions) {
        output = StandardOutput()
        format = OutputFormat(options.output, isTerminal: output.isTerminal)
    }

    func decode(_ line: ArraySlice<UInt8>) throws(ClientError) -> JSONValue {
        do throws(JSONError) {
            return try JSONValue.parse(line)
        } catch {
            throw .malformedReply(ClientError.excerpt(line))
        }
    }

    /// Prints the rows of a reply, and what was printed of it before; of one that is refused in its middle those that came, before
    /// the refusal is told.
    func finish(_ table: Table) throws {
        if format == .table { output.write(table.text()) }
        try output.flush()
    }

    func write(line: ArraySlice<UInt8>) {
        output.write(line)
        output.write("\n")
    }

    func write(record value: JSONValue, of listing: Listing) {
        if format == .nulTerminated, let field = listing.nulField {
            // A path alone is exact: nothing is escaped, as NUL cannot be part of it. What could not be has none, and the exit
            // status tells of it: an empty record would be a file to xargs.
            let path = field(value)
            guard !path.isEmpty else { return }
            output.write(path)
            output.write("\0")
        } else {
            write(fields: listing.fields.map { $0(value) })
        }
    }

    /// One tab-separated record, ended as the format says.
    func write(fields: [String]) {
        let text = fields.map(EscapedText.field).joined(separator: "\t")
        if output.isTerminal {
            // `--tsv` on a terminal: a file name must not steer it.
            output.write(
                text.split(separator: "\t", omittingEmptySubsequences: false)
                    .map(PrintableText.sanitized).joined(separator: "\t")
            )
        } else {
            output.write(text)
        }
        output.write(format == .nulTerminated ? "\0" : "\n")
    }
}
