import JSON
import PhotoModel

/// Reads the layouts of one command. Nothing is changed until all of them are read.
struct LayoutReader {
    /// Whether an id stays in use beside what is read.
    private let isTaken: (String) -> Bool
    private var nodes: Int
    private var size: Int
    private var ids: Set<String> = []

    /// - Parameters:
    ///   - nodes: how many stay beside what is read.
    ///   - size: how much room what stays takes.
    init(nodes: Int, size: Int, isTaken: @escaping (String) -> Bool) {
        self.nodes = nodes
        self.size = size
        self.isTaken = isTaken
    }

    /// - Parameters:
    ///   - place: how a node without an id is called in a refusal: `root.children[1]`.
    ///   - depth: how deep it will lie.
    ///   - parent: what it will lie in.
    mutating func read(
        _ value: JSONValue,
        place: String,
        depth: Int = 1,
        in parent: NodeType? = nil
    ) throws(NavigationError) -> LayoutNode {
        guard value.members != nil else {
            throw NavigationError(.malformed, node: place, "a node is an object")
        }
        let id = try Self.readID(value, place)
        let name = id ?? place
        try value.checkMembers(["id", "type", "data", "children"], node: name)
        nodes += 1
        guard nodes <= NavigationLimits.nodes else {
            throw NavigationError(.tooManyNodes, node: name, "\(NavigationLimits.nodes) may be open")
        }
        guard depth <= NavigationLimits.depth else {
            throw NavigationError(.tooDeep, node: name, "\(NavigationLimits.depth) may lie in each other")
        }
        let type = try Self.readType(value, name)
        if let id, isTaken(id) || !ids.insert(id).inserted {
            throw NavigationError(.duplicateID, node: id, "another node has this id")
        }
        guard type.mayLie(in: parent) else {
            throw NavigationError(.misplaced, node: name, "no \(type.rawValue) here")
        }
        var node = LayoutNode(id: id, type: type)
        let acting = try readData(value.said("data") ?? .object([]), of: &node, name)
        guard let children = (value.said("children") ?? .array([])).array else {
            throw NavigationError(.malformed, node: name, key: "children", "children are a list")
        }
        guard type.children.contains(children.count) else {
            let most = type.children.upperBound
            throw NavigationError(
                children.isEmpty ? .noChildren : .wrongChildren,
                node: name,
                most == 0 ? "a component has none" : "a \(type.rawValue) has others"
            )
        }
        for (index, child) in children.enumerated() {
            node.children.append(
                try read(child, place: "\(place).children[\(index)]", depth: depth + 1, in: type)
            )
        }
        try Self.checkSides(of: node, name)
        try acting.check(ActingTarget(node), node: name)
        acting.act(on: ActingTarget(node), &node.options)
        return node
    }

    /// Gives ids to the nodes that have none, in the order they were read.
    mutating func name(_ node: inout LayoutNode, from number: inout Int) {
        node.id = node.id ?? freeID(node.type, from: &number)
        for index in node.children.indices { name(&node.children[index], from: &number) }
    }

    private mutating func freeID(_ type: NodeType, from number: inout Int) -> String {
        while true {
            let id = "\(type.rawValue)\(number)"
            number += 1
            if !isTaken(id), ids.insert(id).inserted { return id }
        }
    }

    private static func readID(_ value: JSONValue, _ place: String) throws(NavigationError) -> String? {
        guard let said = value.said("id") else { return nil }
        guard let id = said.string, isID(id) else {
            throw NavigationError(
                .badID,
                node: place,
                "an id is 1 to 128 letters, digits and . _ : / ~ -"
            )
        }
        return id
    }

    static func isID(_ text: String) -> Bool {
        (1...128).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
                    UInt8(ascii: ":"), UInt8(ascii: "/"), UInt8(ascii: "~"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }

    private static func readType(_ value: JSONValue, _ name: String) throws(NavigationError) -> NodeType {
        guard let said = value["type"] else {
            throw NavigationError(.malformed, node: name, key: "type", "a node has a type")
        }
        guard let type = said.string.flatMap(NodeType.init(rawValue:)) else {
            let near = NearestName.near(said.string ?? "", among: NodeType.allCases.map(\.rawValue))
            throw NavigationError(
                .unknownType,
                node: name,
                key: "type",
                near.map { "did you mean \($0)?" }
                    ?? NodeType.allCases.map(\.rawValue).joined(separator: ", ")
            )
        }
        return type
    }

    /// Gives back the options that change the node instead of being kept.
    private mutating func readData(
        _ data: JSONValue,
        of node: inout LayoutNode,
        _ name: String
    ) throws(NavigationError) -> ActingOptions {
        guard data.members != nil else {
            throw NavigationError(.malformed, node: name, key: "data", "data are an object")
        }
        switch node.type {
        case .component: try Self.readComponent(data, of: &node, among: Component.internals, name)
        case .externalComponent: try Self.readComponent(data, of: &node, among: Component.externals, name)
        case .stack, .bottomTabs, .topTabs, .sideMenu, .sideMenuLeft, .sideMenuCenter, .sideMenuRight,
            .splitView:
            try data.checkMembers(["options"], node: name)
        }
        let options = try Options(reading: data.said("options") ?? .object([]), of: name)
        var acting = ActingOptions()
        for (key, value) in options.values.sorted(by: { $0.key < $1.key }) where value != .null {
            switch OptionKey.byName[key]?.meaning {
            case .acts where key.hasPrefix("\(node.type.rawValue)."): acting[key] = value
            case .acts: node.warnings.append(key)
            case .meaningless:
                node.warnings.append(key)
                node.options[key] = value
            case .kept, nil: node.options[key] = value
            }
        }
        size += node.size
        guard size <= NavigationLimits.data else {
            throw NavigationError(
                .dataTooLarge,
                node: name,
                "passProps and options are \(NavigationLimits.data) bytes at most"
            )
        }
        return acting
    }

    private static func readComponent(
        _ data: JSONValue,
        of node: inout LayoutNode,
        among components: [String: Component],
        _ id: String
    ) throws(NavigationError) {
        try data.checkMembers(["name", "passProps", "options"], node: id)
        guard let name = data["name"]?.string else {
            throw NavigationError(.malformed, node: id, key: "name", "a component has a name")
        }
        let passProps = data.said("passProps")
        guard passProps == nil || passProps?.members != nil else {
            throw NavigationError(.malformed, node: id, key: "passProps", "passProps are an object")
        }
        guard let component = components[name] else {
            throw NavigationError(
                .unknownComponent,
                node: id,
                key: name,
                components.keys.sorted().joined(separator: ", ")
            )
        }
        if let wrong = component.wrongProperty(in: passProps) {
            throw NavigationError(
                .badProperty,
                node: id,
                key: wrong,
                "“\(name)” needs it, or needs another value"
            )
        }
        node.name = name
        node.passProps = passProps
    }

    private static func checkSides(of node: LayoutNode, _ name: String) throws(NavigationError) {
        guard node.type == .sideMenu else { return }
        let types = node.children.map(\.type)
        guard types.contains(.sideMenuCenter), Set(types).count == types.count else {
            throw NavigationError(.wrongChildren, node: name, "a sideMenuCenter, and one of each side")
        }
    }
}
