extension NavigationTree {
    /// The node of an id that may be any text.
    public func node(_ id: String) -> Node? {
        // What is no id is not looked up: two texts may be equal to Swift that are not the same.
        LayoutReader.isID(id) ? nodes[id] : nil
    }

    /// A node, what it lies in, and so on to the outermost.
    func ancestors(of id: String) -> [Node] {
        var found: [Node] = []
        var next = nodes[id]
        while let node = next {
            found.append(node)
            next = node.parent.flatMap { nodes[$0] }
        }
        return found
    }

    /// 1 for the outermost.
    func depth(of id: String) -> Int { ancestors(of: id).count }

    /// The child that stands for a container: the last of a stack, the selected tab, what lies between the menus, the second
    /// part of a split view. `nil` for a component.
    public func currentChild(of node: Node) -> Node? {
        switch node.type {
        case .component, .externalComponent: nil
        case .stack, .splitView, .sideMenuLeft, .sideMenuCenter, .sideMenuRight:
            node.children.last.flatMap { nodes[$0] }
        case .bottomTabs, .topTabs: nodes[node.children[selected(node)]]
        case .sideMenu: node.children.lazy.compactMap { nodes[$0] }.first { $0.type == .sideMenuCenter }
        }
    }

    /// The component that current children lead to.
    public func leaf(of node: Node) -> Node {
        var leaf = node
        while let child = currentChild(of: leaf) { leaf = child }
        return leaf
    }

    /// The component whose turn it is: that of the highest modal, else of the root.
    public var topmost: Node? {
        (modals.last ?? root).flatMap { nodes[$0] }.map(leaf)
    }

    /// The tab that is selected.
    public func selected(_ tabs: Node) -> Int {
        let index = tabs.type.selectionOption.flatMap { tabs.options[$0]?.integer } ?? 0
        return min(max(Int(index), 0), tabs.children.count - 1)
    }

    /// Whether a side of a menu is open.
    public func isOpen(_ menu: Node) -> Bool {
        let side = menu.type == .sideMenuLeft ? "left" : "right"
        return menu.parent.flatMap { nodes[$0]?.options["sideMenu.\(side).visible"] } == .bool(true)
    }

    /// The nearest stack around a node, itself included, else the nearest within, along current children.
    func stack(for node: Node) -> Node? {
        if let around = ancestors(of: node.id).first(where: { $0.type == .stack }) { return around }
        var next = currentChild(of: node)
        while let within = next {
            if within.type == .stack { return within }
            next = currentChild(of: within)
        }
        return nil
    }
}
