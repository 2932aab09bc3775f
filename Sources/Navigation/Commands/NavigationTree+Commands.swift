import JSON

extension NavigationTree {
    /// Carries a command out, wholly or not at all.
    mutating func apply(_ command: NavigationCommand) throws(NavigationError) -> TreeChange {
        switch command {
        case .setRoot(let root, let modals, let overlays): try setRoot(root, modals, overlays)
        case .push(let id, let layout): try push(layout, onto: id)
        case .pop(let id, let options): try pop(id, options)
        case .popTo(let id, let options): try popTo(id, options)
        case .popToRoot(let id, let options): try popToRoot(id, options)
        case .setStackRoot(let id, let children): try setStackRoot(of: id, children)
        case .showModal(let layout): try show(layout, among: \.modals)
        case .dismissModal(let id, let options): try dismissModal(id, options)
        case .dismissAllModals(let options): try dismissAllModals(options)
        case .showOverlay(let layout): try show(layout, among: \.overlays)
        case .dismissOverlay(let id): try dismissOverlay(id)
        case .dismissAllOverlays: dismissAllOverlays()
        case .mergeOptions(let id, let options): try mergeOptions(options, of: id)
        case .setDefaultOptions(let options): try setDefaultOptions(options)
        }
    }

    private mutating func setRoot(
        _ layout: JSONValue,
        _ modalLayouts: [JSONValue],
        _ overlayLayouts: [JSONValue]
    ) throws(NavigationError) -> TreeChange {
        var reader = reader(replacing: (root.map { [$0] } ?? []) + modals)
        var made = [try reader.read(layout, place: "root")]
        for (index, modal) in modalLayouts.enumerated() {
            made.append(try reader.read(modal, place: "modals[\(index)]"))
        }
        for (index, overlay) in overlayLayouts.enumerated() {
            made.append(try reader.read(overlay, place: "overlays[\(index)]"))
        }
        var change = TreeChange()
        name(&made, with: consume reader, &change)
        if let root { change.removed += release(root) }
        dismiss(modals, &change)
        let ids = made.map { adopt($0) }
        root = ids[0]
        modals = Array(ids[1..<1 + modalLayouts.count])
        overlays += ids[(1 + modalLayouts.count)...]
        change.componentID = ids[0]
        return change
    }

    private mutating func show(
        _ layout: JSONValue,
        among tops: WritableKeyPath<NavigationTree, [String]>
    ) throws(NavigationError) -> TreeChange {
        var reader = reader()
        var made = [try reader.read(layout, place: "layout")]
        var change = TreeChange()
        name(&made, with: consume reader, &change)
        let id = adopt(made[0])
        self[keyPath: tops].append(id)
        change.componentID = id
        return change
    }

    private mutating func dismissModal(_ id: String, _ options: JSONValue?) throws(NavigationError)
        -> TreeChange
    {
        let top = try named(id).top
        guard modals.contains(top) else { throw NavigationError(.notModal, node: id, "it lies in no modal") }
        var change = try change(saying: options)
        change.componentID = top
        dismiss([top], &change)
        return change
    }

    private mutating func dismissAllModals(_ options: JSONValue?) throws(NavigationError) -> TreeChange {
        var change = try change(saying: options)
        dismiss(modals, &change)
        return change
    }

    private mutating func dismissOverlay(_ id: String) throws(NavigationError) -> TreeChange {
        let top = try named(id).top
        guard overlays.contains(top) else {
            throw NavigationError(.notOverlay, node: id, "it lies in no overlay")
        }
        var change = TreeChange()
        change.componentID = top
        overlays.removeAll { $0 == top }
        change.removed = release(top)
        return change
    }

    private mutating func dismissAllOverlays() -> TreeChange {
        var change = TreeChange()
        for overlay in overlays { change.removed += release(overlay) }
        overlays = []
        return change
    }
}

// MARK: - What gestures do too

extension NavigationTree {
    /// Takes modals away, and says so once, by the highest.
    mutating func dismiss(_ going: [String], _ change: inout TreeChange) {
        guard let highest = going.last else { return }
        modals.removeAll(where: going.contains)
        for modal in going { change.removed += release(modal) }
        change.after.append(.modalsDismissed(component: highest, count: going.count))
    }

    /// Leaves `count` children of a stack. Each of the others is popped, the last one first.
    mutating func pop(_ stack: String, downTo count: Int, _ change: inout TreeChange) {
        while let children = nodes[stack]?.children, children.count > count, let child = children.last {
            nodes[stack]?.children.removeLast()
            change.removed += release(child)
            change.after.append(.screenPopped(component: child))
        }
    }

    /// Does something that may select another tab, and says so.
    mutating func select(in tabs: String, _ change: inout TreeChange, _ act: (inout Options) -> Void) {
        guard let before = nodes[tabs] else { return }
        var options = before.options
        act(&options)
        nodes[tabs]?.options = options
        guard before.type == .bottomTabs, let after = nodes[tabs] else { return }
        let (unselected, selected) = (self.selected(before), self.selected(after))
        guard selected != unselected else { return }
        change.after.append(
            .bottomTabSelected(component: tabs, selected: selected, unselected: unselected)
        )
    }
}

// MARK: - Parts

extension NavigationTree {
    func named(_ id: String) throws(NavigationError) -> (node: Node, top: String) {
        guard let node = node(id) else {
            throw NavigationError(.noSuch, node: id, "nothing of this id is open")
        }
        return (node, ancestors(of: id).last?.id ?? id)
    }

    private func collectWarnings(of layout: LayoutNode, _ change: inout TreeChange) {
        change.warnings += layout.warnings.map { (layout.id, $0) }
        for child in layout.children { collectWarnings(of: child, &change) }
    }

    /// Gives ids to layouts that were read, and collects what in them means nothing.
    ///
    /// The reader is at its end with that: it knows the tree as it was, which would have to be copied to be changed.
    mutating func name(
        _ layouts: inout [LayoutNode],
        with reader: consuming LayoutReader,
        _ change: inout TreeChange
    ) {
        for index in layouts.indices {
            reader.name(&layouts[index], from: &nextNumber)
            collectWarnings(of: layouts[index], &change)
        }
    }

    /// The change of a command that was told how something is to go.
    func change(saying options: JSONValue?) throws(NavigationError) -> TreeChange {
        var change = TreeChange()
        guard let options else { return change }
        change.options = try said(options, &change)
        return change
    }

    /// Options of no node. Those that change a container mean nothing there.
    func said(_ options: JSONValue, _ change: inout TreeChange) throws(NavigationError) -> Options {
        var kept = Options()
        let read = try Options(reading: options, of: nil)
        for (key, value) in read.values.sorted(by: { $0.key < $1.key }) where value != .null {
            let meaning = OptionKey.byName[key]?.meaning ?? .kept
            if meaning != .kept { change.warnings.append((nil, key)) }
            if meaning != .acts { kept[key] = value }
        }
        return kept
    }
}
