import JSON

/// A node of what is open.
public struct Node: Sendable {
    public let id: String
    public let type: NodeType
    /// What a component shows.
    public let name: String?
    public let passProps: JSONValue?
    public internal(set) var options: Options
    public internal(set) var children: [String]
    public internal(set) var parent: String?
    /// Tells apart nodes that have the same id one after the other.
    let instance: Int
    /// How much room its data take.
    var size: Int
    /// Whether the page was told to make the component.
    var isMade = false

    public var isComponent: Bool { children.isEmpty }
}
