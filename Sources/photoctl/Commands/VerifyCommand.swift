import ArgumentParser
import LineProtocol

struct VerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Compare everything with the disk, and mend what differs.",
        discussion: """
            Folders, counts, the change log and the identity documents are held against each other; every difference is \
            a line. Fields: path (or month, group, id), kind, mended, problem. Exits with 0 where there is none, with 1 \
            where there was any.
            """
    )

    @OptionGroup var global: GlobalOptions

    func run() throws {
        let session = try Session(global)
        let outcome = try session.print(Request("verify"), as: Self.listing)
        if session.format == .table, let end = outcome.trailer {
            let checked = CellText.count(end["checked"], "file")
            let differences = CellText.count(end["differences"], "difference")
            session.output.write("\(checked) compared, \(differences)\n")
            try session.output.flush()
        }
        if outcome.rows > 0 { throw Failure(.differencesFound) }
    }

    private static let listing = Listing(
        columns: [
            .init("WHAT", text: subject), .init("MENDED", "mended"), .init("PROBLEM", "problem"),
        ],
        fields: [
            subject, { CellText.plain($0["kind"]) }, { CellText.plain($0["mended"]) },
            { CellText.plain($0["problem"]) },
        ],
        trailerMember: "checked"
    )

    private static func subject(_ difference: JSONValue) -> String {
        for member in ["path", "uri", "monthKey", "group", "id"] {
            if let text = difference[member]?.string { return text }
        }
        return ""
    }
}
