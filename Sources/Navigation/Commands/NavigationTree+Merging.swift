import JSON

/// The commands of options.
extension NavigationTree {
    mutating func mergeOptions(_ said: JSONValue, of id: String) throws(NavigationError) -> TreeChange {
        let node = try named(id).node
        var change = TreeChange()
        change.componentID = id
        var merged = node.options
        var acting: [(container: Node, options: ActingOptions)] = []
        let read = try Options(reading: said, of: id)
        for (key, value) in read.values.sorted(by: { $0.key < $1.key }) {
            switch OptionKey.byName[key]?.meaning ?? .kept {
            case .acts:
                guard value != .null, let container = container(around: id, for: key) else {
                    change.warnings.append((id, key))
                    continue
                }
                // Sorted by their names, keys of one container follow each other.
                if acting.last?.container.id != container.id { acting.append((container, ActingOptions())) }
                acting[acting.count - 1].options[key] = value
            case .meaningless:
                change.warnings.append((id, key))
                merged[key] = value == .null ? nil : value
            case .kept: merged[key] = value == .null ? nil : value
            }
        }
        let size = (node.passProps?.dataSize ?? 0) + merged.size
        guard dataSize - node.size + size <= NavigationLimits.data else {
            throw NavigationError(
                .dataTooLarge,
                node: id,
                "passProps and options are \(NavigationLimits.data) bytes at most"
            )
        }
        for (container, options) in acting {
            try options.check(ActingTarget(container, in: self), node: container.id)
        }
        set(merged, size: size, of: id)
        for (container, options) in acting {
            let target = ActingTarget(container, in: self)
            select(in: container.id, &change) { options.act(on: target, &$0) }
        }
        return change
    }

    mutating func setDefaultOptions(_ options: JSONValue) throws(NavigationError) -> TreeChange {
        var change = TreeChange()
        let kept = try said(options, &change)
        guard dataSize - defaultOptions.size + kept.size <= NavigationLimits.data else {
            throw NavigationError(
                .dataTooLarge,
                "passProps and options are \(NavigationLimits.data) bytes at most"
            )
        }
        defaultOptions = kept
        return change
    }

    /// The nearest container, the node itself included, that an option changes.
    private func container(around id: String, for option: String) -> Node? {
        ancestors(of: id).first { option.hasPrefix("\($0.type.rawValue).") }
    }
}
