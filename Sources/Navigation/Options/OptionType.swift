/// What an option may be.
public enum OptionType: Hashable, Sendable {
    case bool
    case text
    /// `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa` or `transparent`.
    case color
    case number(ClosedRange<Double>)
    case integer(ClosedRange<Double>)
    case words([String])
    case wordList([String])
    /// `{"name", "passProps"}`.
    case component
    case buttons
    case insets
    case motion
    case elements
    case sharedElements
    case actions
}

extension OptionType: CustomStringConvertible {
    /// As docs/navigation.md and the page's table have it.
    public var description: String {
        switch self {
        case .bool: "bool"
        case .text: "text"
        case .color: "color"
        case .number(let range): "number \(Self.whole(range))"
        case .integer(let range): "integer \(Self.whole(range))"
        case .words(let words): words.joined(separator: " | ")
        case .wordList(let words): "list of " + words.joined(separator: " | ")
        case .component: "component"
        case .buttons: "buttons"
        case .insets: "insets"
        case .motion: "motion"
        case .elements: "elements"
        case .sharedElements: "sharedElements"
        case .actions: "actions"
        }
    }

    private static func whole(_ range: ClosedRange<Double>) -> String {
        "\(Int64(range.lowerBound))…\(Int64(range.upperBound))"
    }
}
