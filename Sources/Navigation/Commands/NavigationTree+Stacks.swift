import JSON

/// The commands of stacks.
extension NavigationTree {
    mutating func push(_ layout: JSONValue, onto id: String) throws(NavigationError) -> TreeChange {
        let stack = try stack(of: id)
        var reader = reader()
        var made = [
            try reader.read(layout, place: "layout", depth: depth(of: stack.id) + 1, in: stack.type)
        ]
        var change = TreeChange()
        name(&made, with: consume reader, &change)
        let child = adopt(made[0], in: stack.id)
        nodes[stack.id]?.children.append(child)
        change.componentID = child
        return change
    }

    mutating func pop(_ id: String, _ options: JSONValue?) throws(NavigationError) -> TreeChange {
        let stack = try stack(of: id)
        guard stack.children.count > 1 else {
            throw NavigationError(.nothingToPop, node: stack.id, "its only child stays")
        }
        var change = try change(saying: options)
        change.componentID = stack.children.last
        pop(stack.id, downTo: stack.children.count - 1, &change)
        return change
    }

    mutating func popTo(_ id: String, _ options: JSONValue?) throws(NavigationError) -> TreeChange {
        _ = try named(id)
        let around = ancestors(of: id)
        guard let place = around.dropFirst().firstIndex(where: { $0.type == .stack }),
            let index = around[place].children.firstIndex(of: around[place - 1].id)
        else { throw Self.noStack(id) }
        var change = try change(saying: options)
        pop(around[place].id, downTo: index + 1, &change)
        change.componentID = around[place - 1].id
        return change
    }

    mutating func popToRoot(_ id: String, _ options: JSONValue?) throws(NavigationError) -> TreeChange {
        let stack = try stack(of: id)
        var change = try change(saying: options)
        pop(stack.id, downTo: 1, &change)
        change.componentID = stack.children.first
        return change
    }

    mutating func setStackRoot(of id: String, _ layouts: [JSONValue]) throws(NavigationError) -> TreeChange {
        let stack = try stack(of: id)
        guard !layouts.isEmpty else {
            throw NavigationError(.noChildren, node: stack.id, "a stack has children")
        }
        var reader = reader(replacing: stack.children)
        var made: [LayoutNode] = []
        for (index, layout) in layouts.enumerated() {
            made.append(
                try reader.read(
                    layout,
                    place: "children[\(index)]",
                    depth: depth(of: stack.id) + 1,
                    in: stack.type
                )
            )
        }
        var change = TreeChange()
        name(&made, with: consume reader, &change)
        for child in stack.children { change.removed += release(child) }
        let children = made.map { adopt($0, in: stack.id) }
        nodes[stack.id]?.children = children
        change.componentID = children.last
        return change
    }

    private func stack(of id: String) throws(NavigationError) -> Node {
        guard let stack = stack(for: try named(id).node) else { throw Self.noStack(id) }
        return stack
    }

    private static func noStack(_ id: String) -> NavigationError {
        NavigationError(.noStack, node: id, "it lies in no stack, and has none")
    }
}
