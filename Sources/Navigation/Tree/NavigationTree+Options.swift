import JSON

extension NavigationTree {
    /// Whose options hold for a node, the one that decides first: its current component and all around that.
    private func chain(of node: Node) -> [Node] { ancestors(of: leaf(of: node).id) }

    /// What an option is for a node: as its current component says, else the nearest around it that says it, else the default
    /// of all, else that of the option.
    public func option(_ name: String, for node: Node) -> JSONValue {
        for one in chain(of: node) {
            if let value = one.options[name] { return value }
        }
        return defaultOptions[name] ?? OptionKey.byName[name]?.defaultValue ?? .null
    }

    func flag(_ name: String, for node: Node) -> Bool { option(name, for: node) == .bool(true) }

    /// All options that are said for a node, by the same rule.
    public func options(for node: Node) -> Options {
        var all = defaultOptions
        for one in chain(of: node).reversed() { all.values.merge(one.options.values) { $1 } }
        return all
    }
}
