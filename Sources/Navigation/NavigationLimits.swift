/// What one display may be told. A tree over these would take a page with it.
public enum NavigationLimits {
    /// Nodes open at a time.
    public static let nodes = 10_000
    /// How deep a node may lie; the outermost is at 1.
    public static let depth = 200
    /// Bytes of `passProps` and options, as `JSONValue.dataSize` counts them.
    public static let data = 1_000_000
    /// Commands that wait while one is carried out.
    public static let waiting = 10_000
    /// How deep JSON may nest: two levels a node, and what a node's data are.
    public static let nesting = 2 * depth + 112
}
