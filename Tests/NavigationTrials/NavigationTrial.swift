import JSON
import Navigation
import TestSupport

/// A random sequence of commands, gestures and what pages do, and what became of it. The seed is all there is to it.
public struct NavigationTrial {
    public private(set) var navigation = ScreenNavigation()
    private var layouts: RandomLayouts
    private var commands = 0

    public init(seed: UInt64) {
        layouts = RandomLayouts(generator: SeededGenerator(seed: seed))
    }

    /// The next input, one line of docs/navigation.md, and what the machine says to it.
    public mutating func step() throws(NavigationError) -> (input: String, outputs: [NavigationOutput]) {
        let input = next()
        var writer = JSONWriter()
        writer.value(input)
        let text = String(decoding: writer.bytes, as: UTF8.self)
        return (text, navigation.receive(try NavigationInput(parsing: text.utf8)))
    }

    /// A line with a whole sequence: `inputs`, `outputs` (a list of each), `tree` at the end and `options`, those of what is on
    /// screen then.
    public static func line(seed: UInt64, steps: Int) throws(NavigationError) -> [UInt8] {
        var trial = NavigationTrial(seed: seed)
        var inputs = JSONWriter()
        var outputs = JSONWriter()
        inputs.beginArray()
        outputs.beginArray()
        for _ in 0..<steps {
            let step = try trial.step()
            inputs.encoded(step.input.utf8)
            outputs.beginArray()
            for output in step.outputs { output.write(to: &outputs) }
            outputs.endArray()
        }
        inputs.endArray()
        outputs.endArray()
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("seed", seed)
        writer.key("inputs")
        writer.encoded(inputs.bytes)
        writer.key("outputs")
        writer.encoded(outputs.bytes)
        writer.key("tree")
        writer.encoded(trial.navigation.json.utf8)
        writer.key("options")
        writer.beginArray()
        for node in trial.navigation.tree.visible {
            trial.navigation.tree.options(for: node).write(to: &writer)
        }
        writer.endArray()
        writer.endObject()
        writer.endLine()
        return writer.bytes
    }
}

// MARK: - What comes next

extension NavigationTrial {
    private mutating func next() -> JSONValue {
        if navigation.tree.root == nil, navigation.runningID == nil, layouts.generator.chance(90) {
            return command("setRoot", [("root", layouts.layout())])
        }
        if let id = navigation.runningID, layouts.generator.chance(65) {
            return object([
                ("finished", .string(id)), ("time", .integer(Int64(layouts.generator.below(100)))),
            ])
        }
        switch layouts.generator.below(100) {
        case 0..<3: return object([("launched", .bool(true))])
        case 3..<5: return object([("finished", .string("nobody")), ("time", .integer(0))])
        case 5..<30: return gesture()
        default: return command()
        }
    }

    /// An id that is open, mostly, and mostly one for which a command makes sense.
    private mutating func id(_ suits: (Node) -> Bool = { _ in true }) -> JSONValue {
        if layouts.generator.chance(6) { return .string(layouts.generator.pick(RandomLayouts.ids) ?? "") }
        let open = navigation.tree.nodes.values
        var ids = open.filter(suits).map(\.id)
        if ids.isEmpty || layouts.generator.chance(10) { ids = open.map(\.id) }
        return .string(layouts.generator.pick(ids.sorted()) ?? "nothing")
    }

    private mutating func stack() -> JSONValue { id { $0.type == .stack } }

    /// A stack that has something to pop, or a child of one.
    private mutating func fullStack() -> JSONValue {
        let tree = navigation.tree
        return id { node in
            (node.type == .stack ? node : node.parent.flatMap { tree.nodes[$0] })
                .map { $0.type == .stack && $0.children.count > 1 } ?? false
        }
    }

    private mutating func top(among tops: [String]) -> JSONValue { id { tops.contains($0.id) } }

    private mutating func tabs() -> JSONValue { id { $0.type == .bottomTabs || $0.type == .topTabs } }

    private mutating func menu() -> JSONValue { id { $0.type == .sideMenu } }

    private mutating func component() -> JSONValue { id(\.isComponent) }

    private mutating func command() -> JSONValue {
        switch layouts.generator.below(16) {
        case 0: return command("setRoot", rootMembers())
        case 1...4:
            let kind = layouts.generator.chance(70) ? "component" : "topTabs"
            return command("push", [("componentId", stack()), ("layout", layouts.node(kind, depth: 2))])
        case 5: return command("pop", going(fullStack()))
        case 6: return command("popTo", going(fullStack()))
        case 7: return command("popToRoot", going(fullStack()))
        case 8: return setStackRoot()
        case 9, 10: return command("showModal", [("layout", layouts.layout(depth: 2))])
        case 11: return command("dismissModal", going(top(among: navigation.tree.modals)))
        case 12:
            return layouts.generator.chance(50)
                ? command("dismissAllModals", []) : command("dismissAllOverlays", [])
        case 13:
            return layouts.generator.chance(60)
                ? command("showOverlay", [("layout", layouts.layout(depth: 3))])
                : command("dismissOverlay", [("componentId", top(among: navigation.tree.overlays))])
        case 14: return layouts.generator.chance(60) ? takeBack() : selectTwice()
        default:
            if layouts.generator.chance(10) { return command("psuh", []) }
            return layouts.generator.chance(50)
                ? command("setDefaultOptions", [("options", layouts.options())])
                : command("mergeOptions", [("componentId", id()), ("options", layouts.options())])
        }
    }

    /// The children may be what is there already, and are others all the same.
    private mutating func setStackRoot() -> JSONValue {
        let stack = stack()
        var children: [JSONValue] = []
        for _ in 0..<layouts.generator.below(3) { children.append(layouts.node("component", depth: 2)) }
        let present = stack.string.flatMap { navigation.tree.nodes[$0]?.children.last }
        if let present, layouts.generator.chance(30) {
            children.append(layouts.component(called: present))
        }
        return command("setStackRoot", [("componentId", stack), ("children", .array(children))])
    }

    /// Options of a node, said anew, some of them with null.
    private mutating func takeBack() -> JSONValue {
        let id = id { !$0.options.isEmpty }
        var options = layouts.options(most: 1)
        let said = id.string.flatMap { navigation.tree.nodes[$0]?.options.values.keys.sorted() } ?? []
        if let key = layouts.generator.pick(said) { options = layouts.options(options, takingBack: key) }
        return command("mergeOptions", [("componentId", id), ("options", options)])
    }

    /// A tab by its index and by an id in it, which decides.
    private mutating func selectTwice() -> JSONValue {
        let id = tabs()
        let node = id.string.flatMap { navigation.tree.nodes[$0] }
        let type = node?.type.rawValue ?? "bottomTabs"
        let options = layouts.selecting(type, among: node?.children ?? RandomLayouts.ids)
        return command("mergeOptions", [("componentId", id), ("options", options)])
    }

    private mutating func rootMembers() -> [(String, JSONValue)] {
        var members = [("root", layouts.layout())]
        if layouts.generator.chance(20) { members.append(("modals", .array([layouts.layout(depth: 3)]))) }
        if layouts.generator.chance(20) { members.append(("overlays", .array([layouts.layout(depth: 4)]))) }
        return members
    }

    private mutating func going(_ id: JSONValue) -> [(String, JSONValue)] {
        var members = [("componentId", id)]
        if layouts.generator.chance(20) { members.append(("options", layouts.options())) }
        if layouts.generator.chance(3) { members.append(("layout", .null)) }
        return members
    }

    private mutating func gesture() -> JSONValue {
        let index = JSONValue.integer(Int64(layouts.generator.below(4)))
        switch layouts.generator.below(12) {
        case 0...2: return gesture("selectTab", [("componentId", tabs()), ("index", index)])
        case 3: return gesture("longPressTab", [("componentId", tabs()), ("index", index)])
        case 4, 5: return gesture("back", [])
        case 6: return gesture("pressButton", [("componentId", component()), ("buttonId", .string("more"))])
        case 7: return gesture("dismissModal", [])
        case 8:
            let side = JSONValue.string(layouts.generator.chance(50) ? "left" : "right")
            return gesture("openMenu", [("componentId", menu()), ("side", side)])
        case 9: return gesture("closeMenu", [("componentId", menu()), ("side", .string("left"))])
        case 10:
            return gesture(
                "search",
                [("componentId", component()), ("text", .string("sea")), ("isFocused", .bool(true))]
            )
        default:
            return layouts.generator.chance(50)
                ? gesture("cancelSearch", [("componentId", component())])
                : gesture(
                    "completePreview",
                    [("componentId", component()), ("previewComponentId", .string("p"))]
                )
        }
    }

    private mutating func command(_ name: String, _ members: [(String, JSONValue)]) -> JSONValue {
        commands += 1
        return object([("command", .string(name)), ("commandId", .string("c\(commands)"))] + members)
    }

    private func gesture(_ name: String, _ members: [(String, JSONValue)]) -> JSONValue {
        object([("gesture", .string(name))] + members)
    }

    private func object(_ members: [(String, JSONValue)]) -> JSONValue {
        .object(members.map { JSONValue.Member(name: $0.0, value: $0.1) })
    }
}
