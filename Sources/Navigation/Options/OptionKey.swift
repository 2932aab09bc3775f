import JSON

/// One option: its whole name, what it may be, and what it is where nobody says anything.
public struct OptionKey: Sendable {
    public enum Meaning: Sendable {
        /// The option is kept with the node that says it.
        case kept
        /// The option changes the nearest container instead: which tab is selected, which menu is open.
        case acts
        /// The option says nothing to a browser. It is kept and answered with a warning.
        case meaningless
    }

    /// `topBar.title.text`.
    public let name: String
    public let type: OptionType
    public let defaultValue: JSONValue
    public let meaning: Meaning

    init(_ name: String, _ type: OptionType, _ defaultValue: JSONValue, _ meaning: Meaning = .kept) {
        self.name = name
        self.type = type
        self.defaultValue = defaultValue
        self.meaning = meaning
    }

    /// All of them, group by group.
    public static let all: [OptionKey] =
        topBar + bottomTabs + bottomTab + topTabs + sideMenu + overlay + animations + statusBar + layout
        + modal + preview + splitView

    public static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

    /// `topBar`, `topBar.title`, …: where further names follow.
    static let groups: Set<String> = {
        var groups: Set<String> = []
        for key in all {
            let names = key.name.split(separator: ".")
            for count in 1..<names.count { groups.insert(names.prefix(count).joined(separator: ".")) }
        }
        return groups
    }()
}
