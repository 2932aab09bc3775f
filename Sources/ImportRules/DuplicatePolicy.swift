/// What happens to a file that the library has already. Nothing ever deletes it.
public enum DuplicatePolicy: String, Hashable, Sendable {
    /// The file stays where it is.
    case keep
    /// The file goes to the trash, if each file of its unit is in the library.
    case trash

    /// Reads `skip` or `keep`, which are the same, or `trash`.
    public init?(_ text: String) {
        self.init(rawValue: text == "skip" ? "keep" : text)
    }
}
