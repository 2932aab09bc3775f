/// Rows in aligned columns. Columns that are empty in every row are left out.
struct Table {
    struct Heading {
        let text: String
        let isNumeric: Bool
    }

    /// A column other than the last takes at most this many columns of the terminal, but for paths: their ends tell which file is
    /// meant.
    private static let cellLimit = 48

    private let headings: [Heading]
    private var rows: [[String]] = []

    init(_ headings: [Heading]) {
        self.headings = headings
    }

    var isEmpty: Bool { rows.isEmpty }

    /// Adds a row; its cells are made printable.
    mutating func append(_ cells: [String]) {
        rows.append(cells.map(PrintableText.sanitized))
    }

    func text(withHeadings showsHeadings: Bool = true, indent: Int = 0) -> String {
        let used = headings.indices.filter { column in rows.contains { !$0[column].isEmpty } }
        guard let last = used.last else { return "" }
        var lines: [[String]] = rows.map { row in
            used.map {
                $0 == last || row[$0].hasPrefix("/")
                    ? row[$0] : DisplayWidth.truncated(row[$0], to: Self.cellLimit)
            }
        }
        if showsHeadings { lines.insert(used.map { headings[$0].text }, at: 0) }
        let widths = used.indices.map { column in
            lines.reduce(0) { max($0, DisplayWidth.of($1[column])) }
        }
        let margin = String(repeating: " ", count: indent)
        return lines.map { line in
            margin + pad(line, widths, used.map { headings[$0].isNumeric }) + "\n"
        }.joined()
    }

    private func pad(_ cells: [String], _ widths: [Int], _ areNumeric: [Bool]) -> String {
        var line = ""
        // Blanks that are due; written only where something follows, so that no line ends in any.
        var gap = 0
        for (index, cell) in cells.enumerated() {
            let space = widths[index] - DisplayWidth.of(cell)
            if areNumeric[index] { gap += space }
            if !cell.isEmpty {
                line += String(repeating: " ", count: gap) + cell
                gap = 0
            }
            gap += (areNumeric[index] ? 0 : space) + 2
        }
        return line
    }
}
