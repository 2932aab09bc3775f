import JSON

/// A node as a layout describes it, checked.
struct LayoutNode {
    /// `nil` until all layouts of a command are read: names that are made must not be some that a later node has.
    var id: String?
    let type: NodeType
    /// What a component shows.
    var name: String?
    var passProps: JSONValue?
    var options = Options()
    var children: [LayoutNode] = []
    /// Options that were said and mean nothing here, by their names.
    var warnings: [String] = []

    init(id: String?, type: NodeType) {
        self.id = id
        self.type = type
    }

    /// How much room its data take.
    var size: Int { (passProps?.dataSize ?? 0) + options.size }

    func has(_ other: String) -> Bool {
        id == other || children.contains { $0.has(other) }
    }
}
