/// What both ends say about themselves.
public enum ProtocolVersion {
    /// Raised only when an old client could misread a new daemon. New commands, options, JSON members and events
    /// do not raise it: clients ignore what they do not know.
    public static let number = 1

    /// The first line a daemon sends, without its line end.
    public static let greeting: StaticString = "OK photod 1"

    /// The version of the programs built from this source.
    public static let program = "0.1.0"

    /// The longest request line in bytes, line end included.
    public static let requestLimit = 65_536

    /// The longest `ids=@` list in bytes, line ends included.
    public static let uploadLimit = 4 * 1024 * 1024
}
