import ArgumentParser
import LineProtocol

struct OptionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "options",
        abstract: "Show which options hold in a folder, and where each comes from.",
        discussion: "Fields: key, value, where it comes from."
    )

    @Argument(help: "A folder, or a file in one.", completion: .file())
    var path: String

    @OptionGroup var global: GlobalOptions

    func run() throws {
        let listing = Listing(
            columns: [
                .init("KEY", "key"), .init("VALUE") { Self.value($0) }, .init("FROM") { Self.origins($0) },
            ],
            members: ["key", "value", "from"]
        )
        _ = try Session(global).print(Request("options", [PathArgument.word(path)]), as: listing)
    }

    /// Several patterns on one line.
    static func value(_ line: JSONValue) -> String {
        guard let patterns = line["value"]?.array else { return CellText.plain(line["value"]) }
        return patterns.map { CellText.plain($0) }.joined(separator: ", ")
    }

    /// What adds up comes from several places.
    static func origins(_ line: JSONValue) -> String {
        guard let parts = line["parts"]?.array else { return CellText.plain(line["from"]) }
        return parts.map { CellText.plain($0["from"]) }.joined(separator: ", ")
    }
}
