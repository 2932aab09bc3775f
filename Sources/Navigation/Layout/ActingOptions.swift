import JSON

/// What options that change a container are checked against.
struct ActingTarget {
    let type: NodeType
    let childCount: Int
    /// The types of a side menu's parts.
    let childTypes: [NodeType]
    /// In which child a node lies.
    let indexOfChild: (_ id: String) -> Int?
}

extension ActingTarget {
    init(_ node: LayoutNode) {
        self.init(
            type: node.type,
            childCount: node.children.count,
            childTypes: node.children.map(\.type),
            indexOfChild: { id in node.children.firstIndex { $0.has(id) } }
        )
    }
}

/// Options of one container that change it: which tab is selected, and which menu is open.
struct ActingOptions {
    private var values: [String: JSONValue] = [:]

    subscript(name: String) -> JSONValue? {
        get { values[name] }
        set { values[name] = newValue }
    }

    private var inOrder: [(key: String, value: JSONValue)] { values.sorted { $0.key < $1.key } }

    func check(_ target: ActingTarget, node: String) throws(NavigationError) {
        for (key, value) in inOrder {
            let fits: Bool
            let expected: String
            if key.hasSuffix(".currentTabId") {
                fits = value.string.flatMap(target.indexOfChild) != nil
                expected = "none of its tabs has this node"
            } else if key.hasSuffix(".currentTabIndex") {
                fits = value.double.map { $0 < Double(target.childCount) } ?? false
                expected = "it has \(target.childCount) tabs"
            } else {
                let side: NodeType = key.hasPrefix("sideMenu.left.") ? .sideMenuLeft : .sideMenuRight
                fits = value == .bool(false) || target.childTypes.contains(side)
                expected = "it has no \(side.rawValue)"
            }
            if !fits { throw NavigationError(.badOption, node: node, key: key, expected) }
        }
    }

    /// Of the index and the id of a tab the id decides.
    func act(on target: ActingTarget, _ options: inout Options) {
        for (key, value) in inOrder.reversed() {
            if key.hasSuffix(".currentTabId") {
                let index = value.string.flatMap(target.indexOfChild) ?? 0
                options[String(key.dropLast("Id".count)) + "Index"] = .integer(Int64(index))
            } else if let index = value.double {
                options[key] = .integer(Int64(index))
            } else {
                options[key] = value
            }
        }
    }
}
