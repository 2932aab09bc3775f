import JSON

/// What comes of a gesture.
struct GestureOutcome {
    /// Events that are told at once.
    var events: [NavigationEvent] = []
    /// `nil` where the tree stays as it is.
    var change: TreeChange?
}

extension NavigationTree {
    mutating func apply(_ gesture: Gesture) throws(NavigationError) -> GestureOutcome {
        switch gesture {
        case .selectTab(let id, let index): return try selectTab(of: id, index)
        case .longPressTab(let id, let index):
            let tabs = try self.tabs(id, index, [.bottomTabs])
            return GestureOutcome(events: [.bottomTabLongPressed(component: tabs.id, index: index)])
        case .back: return back()
        case .pressButton(let id, let button): return try press(button, of: id)
        case .dismissModal: return dismissModal()
        case .openMenu(let id, let side): return try setMenu(of: id, side, isOpen: true)
        case .closeMenu(let id, let side): return try setMenu(of: id, side, isOpen: false)
        case .search(let id, let text, let isFocused):
            let component = try component(id)
            return GestureOutcome(events: [
                .searchBarUpdated(component: component.id, text: text, isFocused: isFocused)
            ])
        case .cancelSearch(let id):
            return GestureOutcome(events: [.searchBarCancelPressed(component: try component(id).id)])
        case .completePreview(let id, let preview):
            return GestureOutcome(events: [
                .previewCompleted(component: try component(id).id, preview: preview)
            ])
        }
    }

    private mutating func selectTab(of id: String, _ index: Int) throws(NavigationError) -> GestureOutcome {
        let tabs = try tabs(id, index, [.bottomTabs, .topTabs])
        var outcome = GestureOutcome()
        if tabs.type == .bottomTabs {
            outcome.events.append(.bottomTabPressed(component: id, index: index))
            if let tab = nodes[tabs.children[index]], !flag("bottomTab.selectTabOnPress", for: tab) {
                return outcome
            }
        }
        guard index != selected(tabs), let option = tabs.type.selectionOption else { return outcome }
        var change = TreeChange()
        select(in: id, &change) { $0[option] = .integer(Int64(index)) }
        outcome.change = change
        return outcome
    }

    /// Goes back where the component whose turn it is lets one: in the nearest stack that has something below, else out of a
    /// modal.
    private mutating func back() -> GestureOutcome {
        guard let component = topmost else { return GestureOutcome() }
        let stack = ancestors(of: component.id).first { $0.type == .stack && $0.children.count > 1 }
        guard let stack else { return modals.isEmpty ? GestureOutcome() : dismissModal() }
        guard flag("topBar.backButton.popStackOnPress", for: component) else {
            let button = option("topBar.backButton.id", for: component).string ?? ""
            return GestureOutcome(events: [.navigationButtonPressed(component: component.id, button: button)])
        }
        var change = TreeChange()
        pop(stack.id, downTo: stack.children.count - 1, &change)
        return GestureOutcome(change: change)
    }

    private mutating func dismissModal() -> GestureOutcome {
        guard let modal = modals.last.flatMap({ nodes[$0] }) else { return GestureOutcome() }
        guard flag("modal.swipeToDismiss", for: modal) else {
            return GestureOutcome(events: [.modalAttemptedToDismiss(component: modal.id)])
        }
        var change = TreeChange()
        dismiss([modal.id], &change)
        return GestureOutcome(change: change)
    }

    private func press(_ button: String, of id: String) throws(NavigationError) -> GestureOutcome {
        let component = try component(id)
        let buttons = ["topBar.leftButtons", "topBar.rightButtons", "preview.actions"].flatMap {
            option($0, for: component).array ?? []
        }
        guard buttons.contains(where: { $0["id"]?.string?.utf8.elementsEqual(button.utf8) ?? false }) else {
            throw NavigationError(.noSuch, node: id, key: button)
        }
        return GestureOutcome(events: [.navigationButtonPressed(component: id, button: button)])
    }

    private mutating func setMenu(
        of id: String,
        _ side: Gesture.Side,
        isOpen: Bool
    ) throws(NavigationError) -> GestureOutcome {
        let menu = try named(id).node
        let parts = menu.type == .sideMenu ? menu.children.compactMap { nodes[$0] } : []
        guard let part = parts.first(where: { $0.type == side.part }) else {
            throw NavigationError(.noSuch, node: id, key: "side", "it has no such menu")
        }
        guard self.isOpen(part) != isOpen,
            !isOpen || flag("sideMenu.\(side.rawValue).enabled", for: menu)
        else { return GestureOutcome() }
        nodes[id]?.options["sideMenu.\(side.rawValue).visible"] = .bool(isOpen)
        return GestureOutcome(change: TreeChange())
    }

    private func component(_ id: String) throws(NavigationError) -> Node {
        let node = try named(id).node
        guard node.isComponent else { throw NavigationError(.noSuch, node: id, "it is no component") }
        return node
    }

    private func tabs(_ id: String, _ index: Int, _ types: [NodeType]) throws(NavigationError) -> Node {
        let node = try named(id).node
        guard types.contains(node.type), index < node.children.count else {
            throw NavigationError(.noSuch, node: id, key: "index", "it has no such tab")
        }
        return node
    }
}
