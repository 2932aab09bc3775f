/// What an edit may say something of.
public enum EditedProperty: CaseIterable, Hashable, Sendable {
    case favorite
    case group
    case date
    case place
    case description
    case title
    case rating
    case keywords
}
