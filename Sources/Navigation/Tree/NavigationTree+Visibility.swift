import JSON

extension NavigationTree {
    /// The components on screen, from the bottom.
    public var visible: [Node] {
        var found: [Node] = []
        for top in shown { appendLeaves(of: top, to: &found) }
        return found
    }

    /// The components that should be there: `now` with what is on screen, `later` after it.
    var wanted: (now: [String], later: [String]) {
        var now: [String] = []
        var later: [String] = []
        for top in shown { want(top, &now, &later) }
        return (now, later)
    }

    /// What no modal covers.
    private var shown: [Node] {
        let below = (root.map { [$0] } ?? []) + modals
        let covering = modals.lastIndex { id in
            nodes[id].map { option("modal.presentationStyle", for: $0) } == .string("fullScreen")
        }
        let first = covering.map { $0 + below.count - modals.count } ?? 0
        return (below[first...] + overlays).compactMap { nodes[$0] }
    }

    /// The children of a container that are on screen when it is.
    private func parts(of node: Node) -> [Node] {
        switch node.type {
        case .sideMenu:
            node.children.compactMap { nodes[$0] }.filter { $0.type == .sideMenuCenter || isOpen($0) }
        case .splitView: node.children.compactMap { nodes[$0] }
        case .component, .externalComponent, .stack, .bottomTabs, .topTabs, .sideMenuLeft, .sideMenuCenter,
            .sideMenuRight:
            currentChild(of: node).map { [$0] } ?? []
        }
    }

    private func appendLeaves(of node: Node, to found: inout [Node]) {
        if node.isComponent {
            found.append(node)
        } else {
            for part in parts(of: node) { appendLeaves(of: part, to: &found) }
        }
    }

    private func want(_ node: Node, _ now: inout [String], _ later: inout [String]) {
        if node.isComponent {
            now.append(node.id)
        } else if node.type == .bottomTabs {
            wantTabs(node, &now, &later)
        } else {
            for part in parts(of: node) { want(part, &now, &later) }
        }
    }

    private func wantTabs(_ tabs: Node, _ now: inout [String], _ later: inout [String]) {
        guard let current = currentChild(of: tabs) else { return }
        want(current, &now, &later)
        let mode = option("bottomTabs.tabsAttachMode", for: tabs)
        guard mode != .string("onSwitchToTab") else { return }
        for child in tabs.children.compactMap({ nodes[$0] }) where child.id != current.id {
            if mode == .string("together") {
                want(child, &now, &later)
            } else {
                var within: [String] = []
                want(child, &within, &later)
                later.append(contentsOf: within)
            }
        }
    }
}
