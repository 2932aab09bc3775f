/// How answers are printed.
enum OutputFormat {
    /// The protocol's lines, unchanged.
    case json
    /// Aligned for people.
    case table
    /// A record a line, fields separated by tabs.
    case tabbed
    /// The same with NUL at a record's end; of photos, paths alone.
    case nulTerminated

    init(_ option: OutputOption?, isTerminal: Bool) {
        switch option {
        case .json: self = .json
        case .tsv: self = .tabbed
        case .nul: self = .nulTerminated
        case nil: self = isTerminal ? .table : .tabbed
        }
    }
}
