/// What somebody says of a photo's group.
public enum GroupMark: Hashable, Sendable {
    case named(String)
    /// No group, shown as Other, whatever the photo is described as.
    case other
    /// Nothing: description and folder decide.
    case unset
}
