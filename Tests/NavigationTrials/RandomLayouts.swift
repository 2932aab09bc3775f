import JSON
import Navigation
import TestSupport

/// Layouts and options as people write them, some of them wrong.
struct RandomLayouts {
    var generator: SeededGenerator
    /// Of a hundred nodes some are wrong in one way or the other.
    private let mistakes = 1

    /// Few, so that they are met again.
    static let ids = [
        "a", "b", "c", "d", "e", "f", "g", "photos/1", "x.y:z~_-", "stack1", "component2", "component4",
    ]

    mutating func layout(depth: Int = 0) -> JSONValue {
        let containers = ["stack", "stack", "bottomTabs", "bottomTabs", "topTabs", "sideMenu", "splitView"]
        // A root that is a component leaves little to do.
        let isComponent = depth > 3 || generator.chance(depth == 0 ? 5 : 25 + 15 * depth)
        return node(isComponent ? "component" : generator.pick(containers) ?? "stack", depth: depth)
    }

    mutating func node(_ type: String, depth: Int) -> JSONValue {
        var members: [JSONValue.Member] = []
        if generator.chance(25), let id = generator.pick(Self.ids) { members.append("id", .string(id)) }
        members.append("type", .string(generator.chance(mistakes) ? "stcak" : type))
        let children = self.children(type, depth: depth)
        let data = self.data(type, children: children)
        if data != .object([]) { members.append("data", data) }
        if !children.isEmpty { members.append("children", .array(children)) }
        if generator.chance(mistakes) { members.append("extra", .null) }
        return .object(members)
    }

    private mutating func children(_ type: String, depth: Int) -> [JSONValue] {
        var children: [JSONValue] = []
        switch type {
        case "stack", "bottomTabs", "topTabs":
            let count = generator.chance(mistakes) ? 0 : 1 + generator.below(3)
            for _ in 0..<count {
                var child = layout(depth: depth + 1)
                // Stacks lie in no stack; that it is refused is met now and then.
                if type == "stack", child["type"] == .string("stack"), !generator.chance(10) {
                    child = node("component", depth: depth + 1)
                }
                children.append(child)
            }
        case "sideMenu":
            var parts = ["sideMenuCenter"]
            if generator.chance(60) { parts.insert("sideMenuLeft", at: 0) }
            if generator.chance(40) { parts.append("sideMenuRight") }
            if generator.chance(3 * mistakes) {
                parts =
                    generator.pick([
                        ["sideMenuLeft", "component"], ["sideMenuRight"], parts + ["sideMenuCenter"],
                    ]) ?? []
            }
            for part in parts { children.append(node(part, depth: depth)) }
        case "sideMenuLeft", "sideMenuCenter", "sideMenuRight": children.append(layout(depth: depth + 1))
        case "splitView":
            children.append(layout(depth: depth + 1))
            children.append(layout(depth: depth + 1))
            if generator.chance(mistakes) { children.removeLast() }
        default: break
        }
        return children
    }

    private mutating func data(_ type: String, children: [JSONValue]) -> JSONValue {
        var members: [JSONValue.Member] = []
        if type == "component" {
            let (name, properties) = component()
            members.append("name", .string(name))
            if let properties { members.append("passProps", properties) }
        }
        var options = generator.chance(30) ? self.options() : .object([])
        if type == "sideMenu", generator.chance(40) {
            options = options.setting(["sideMenu", "left", "enabled"], to: .bool(false))
        }
        if type == "bottomTabs" || type == "topTabs", generator.chance(15) {
            options = selecting(type, among: children.compactMap { $0["id"]?.string }, options)
        }
        if options != .object([]) { members.append("options", options) }
        return .object(members)
    }

    /// Says of tabs by two options which one is selected.
    mutating func selecting(
        _ type: String,
        among ids: [String],
        _ options: JSONValue = .object([])
    ) -> JSONValue {
        guard let id = generator.pick(ids) else { return options }
        return options.setting([type, "currentTabIndex"], to: .integer(Int64(generator.below(3))))
            .setting([type, "currentTabId"], to: .string(id))
    }

    private mutating func component() -> (name: String, passProps: JSONValue?) {
        if generator.chance(mistakes) { return ("phtoo", nil) }
        switch generator.below(6) {
        case 0: return ("months", nil)
        case 1: return ("photo", .object([.init(name: "id", value: .string("1/L0/001"))]))
        case 2:
            let month = generator.chance(10) ? "2016-13" : "2016-11"
            return ("month", .object([.init(name: "month", value: .string(month))]))
        case 3: return ("group", .object([.init(name: "other", value: .bool(generator.chance(80)))]))
        case 4:
            let path = generator.chance(10) ? "../secret" : "signs/a.jpg"
            return ("image", .object([.init(name: "path", value: .string(path))]))
        default:
            return (
                "text",
                .object([
                    .init(name: "text", value: .string("a\u{301} 𝄞\n")),
                    .init(name: "n", value: .number(0.5)),
                ])
            )
        }
    }

    mutating func options(most: Int = 4) -> JSONValue {
        var options = JSONValue.object([])
        for _ in 0...generator.below(most) {
            guard let key = option() else { continue }
            var value = self.value(of: key.type)
            if generator.chance(3 * mistakes) {
                value = generator.pick([.array([.null]), .number(0.5), .object([])]) ?? .null
            }
            if generator.chance(10) { value = .null }
            options = options.setting(key.name.split(separator: ".").map(String.init), to: value)
        }
        if generator.chance(mistakes) {
            let path =
                generator.pick([["topBar", "titel"], ["topBar.visible"], ["topBar.title"], ["topBar"]]) ?? []
            options = options.setting(path, to: .bool(true))
        }
        return options
    }

    func options(_ options: JSONValue, takingBack key: String) -> JSONValue {
        options.setting(key.split(separator: ".").map(String.init), to: .null)
    }

    func component(called id: String) -> JSONValue {
        .object([
            .init(name: "id", value: .string(id)), .init(name: "type", value: .string("component")),
            .init(name: "data", value: .object([.init(name: "name", value: .string("months"))])),
        ])
    }

    /// Those that change what happens come more often.
    private mutating func option() -> OptionKey? {
        let weighty = [
            "bottomTabs.currentTabIndex", "bottomTabs.currentTabId", "topTabs.currentTabIndex",
            "sideMenu.left.visible", "sideMenu.right.visible", "modal.presentationStyle",
            "bottomTabs.tabsAttachMode", "bottomTab.selectTabOnPress", "modal.swipeToDismiss",
            "sideMenu.left.enabled", "modal.swipeToDismiss", "bottomTab.selectTabOnPress",
            "topBar.backButton.popStackOnPress", "topBar.rightButtons",
        ]
        if generator.chance(50), let name = generator.pick(weighty) { return OptionKey.byName[name] }
        return generator.pick(OptionKey.all)
    }

    private mutating func value(of type: OptionType) -> JSONValue {
        switch type {
        case .bool: .bool(generator.chance(50))
        case .text: .string(generator.pick(Self.ids) ?? "")
        case .color: .string(generator.pick(["#fff", "#0a1b2c3d", "transparent", "#12345", "red"]) ?? "")
        case .number, .integer: .integer(Int64(generator.below(3)))
        case .words(let words): .string(generator.pick(words) ?? "")
        case .wordList(let words): .array(words.map { .string($0) })
        case .component: .object([.init(name: "name", value: .string(component().name))])
        case .buttons: .array([.object([.init(name: "id", value: .string("more"))])])
        case .insets: .object([.init(name: "top", value: .integer(8))])
        case .motion:
            .object([
                .init(name: "alpha", value: .object([.init(name: "from", value: .integer(0))])),
                .init(name: "duration", value: .number(0.25)),
            ])
        case .elements: .array([.object([.init(name: "id", value: .string("title"))])])
        case .sharedElements: .array([.object([.init(name: "fromId", value: .string("a"))])])
        case .actions:
            .array([
                .object([
                    .init(name: "id", value: .string("more")), .init(name: "title", value: .string("More")),
                ])
            ])
        }
    }
}

extension [JSONValue.Member] {
    mutating func append(_ name: String, _ value: JSONValue) { append(.init(name: name, value: value)) }
}

extension JSONValue {
    /// The object with a value at a path; what is in the way is replaced.
    func setting(_ path: [String], to value: JSONValue) -> JSONValue {
        guard let first = path.first else { return value }
        var members = self.members ?? []
        let inner = (self[first] ?? .object([])).setting(Array(path.dropFirst()), to: value)
        members.removeAll { $0.name == first }
        members.append(first, inner)
        return .object(members)
    }
}
