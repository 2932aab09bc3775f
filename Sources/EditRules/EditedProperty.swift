/// What an edit may say something of. Raw values stand in documents.
public enum EditedProperty: String, CaseIterable, Hashable, Sendable {
    case favorite
    case group
    case date
    case place
    case description
    case title
    case rating
    case keywords
}
