import LineProtocol

/// How the lines of a reply become a table or records.
struct Listing: Sendable {
    typealias Text = @Sendable (JSONValue) -> String

    struct Column: Sendable {
        let heading: String
        let isNumeric: Bool
        let text: Text

        init(_ heading: String, isNumeric: Bool = false, text: @escaping Text) {
            self.heading = heading
            self.isNumeric = isNumeric
            self.text = text
        }

        init(_ heading: String, _ member: String, isNumeric: Bool = false) {
            self.init(heading, isNumeric: isNumeric) { CellText.plain($0[member]) }
        }
    }

    /// The table's columns.
    let columns: [Column]
    /// The fields of a record, in a fixed order: they are an interface for scripts.
    let fields: [Text]
    /// The only field with `-0`, as bytes; `nil`: all of them.
    var nulField: (@Sendable (JSONValue) -> [UInt8])?
    /// Which lines are rows at all; the others are for `--json` alone.
    var isRow: @Sendable (JSONValue) -> Bool = { _ in true }
    /// Which rows a table shows; records are always complete.
    var isShownInTable: @Sendable (JSONValue) -> Bool = { _ in true }
    /// The member that marks the reply's last line, which is no row.
    var trailerMember: String?

    init(columns: [Column], fields: [Text], trailerMember: String? = nil) {
        self.columns = columns
        self.fields = fields
        self.trailerMember = trailerMember
    }

    /// A record of members.
    init(columns: [Column], members: [String], trailerMember: String? = nil) {
        self.init(
            columns: columns,
            fields: members.map(Self.field),
            trailerMember: trailerMember
        )
    }

    /// A member as a field.
    static func field(_ member: String) -> Text {
        { CellText.plain($0[member]) }
    }

    var headings: [Table.Heading] { columns.map { Table.Heading(text: $0.heading, isNumeric: $0.isNumeric) } }
}
