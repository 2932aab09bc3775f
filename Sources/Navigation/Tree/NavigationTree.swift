import JSON

/// What is open on one display: a root, modals over it, overlays over those, and the options that hold for all.
public struct NavigationTree: Sendable {
    public internal(set) var root: String?
    /// From the bottom.
    public internal(set) var modals: [String] = []
    public internal(set) var overlays: [String] = []
    public internal(set) var defaultOptions = Options()
    public internal(set) var nodes: [String: Node] = [:]
    /// The next one for the id of a node that has none.
    public internal(set) var nextNumber = 1
    /// How much room the data of all nodes take.
    private(set) var nodeSize = 0
    private var instances = 0

    public init() {}

    /// The outermost nodes, from the bottom.
    public var tops: [String] { (root.map { [$0] } ?? []) + modals + overlays }

    /// Whether nothing is open, and nothing said for what will be.
    public var isEmpty: Bool { tops.isEmpty && defaultOptions.isEmpty }

    var dataSize: Int { nodeSize + defaultOptions.size }

    /// A node and all in it, each before its children.
    func within(_ top: String) -> [Node] {
        var found: [Node] = []
        var open = [top]
        while let id = open.popLast() {
            guard let node = nodes[id] else { continue }
            found.append(node)
            open.append(contentsOf: node.children.reversed())
        }
        return found
    }
}

// MARK: - Reading

extension NavigationTree {
    /// Begins to read layouts that come in the place of some nodes.
    func reader(replacing going: [String] = []) -> LayoutReader {
        var ids: Set<String> = []
        var size = dataSize
        for node in going.flatMap(within) {
            ids.insert(node.id)
            size -= node.size
        }
        return LayoutReader(nodes: nodes.count - ids.count, size: size) { [nodes] id in
            nodes[id] != nil && !ids.contains(id)
        }
    }
}

// MARK: - Changing

extension NavigationTree {
    /// Takes a layout in whose nodes have ids. Where it lies is for the caller.
    @discardableResult
    mutating func adopt(_ layout: LayoutNode, in parent: String? = nil) -> String {
        let id = layout.id ?? ""
        instances += 1
        nodes[id] = Node(
            id: id,
            type: layout.type,
            name: layout.name,
            passProps: layout.passProps,
            options: layout.options,
            children: layout.children.map { $0.id ?? "" },
            parent: parent,
            instance: instances,
            size: layout.size
        )
        nodeSize += layout.size
        for child in layout.children { adopt(child, in: id) }
        return id
    }

    /// Lets a node go, and all in it. Gives back the components among them that were made.
    mutating func release(_ top: String) -> [String] {
        let gone = within(top)
        for node in gone {
            nodes[node.id] = nil
            nodeSize -= node.size
        }
        return gone.filter(\.isMade).map(\.id)
    }

    mutating func set(_ options: Options, size: Int, of id: String) {
        guard let node = nodes[id] else { return }
        nodeSize += size - node.size
        nodes[id]?.options = options
        nodes[id]?.size = size
    }

    /// The components among these that the page has not been told to make.
    mutating func make(_ wanted: [String]) -> [String] {
        wanted.filter { id in
            guard nodes[id]?.isMade == false else { return false }
            nodes[id]?.isMade = true
            return true
        }
    }

    /// A page that begins anew has made nothing.
    mutating func forgetMade() {
        for id in nodes.keys { nodes[id]?.isMade = false }
    }
}
