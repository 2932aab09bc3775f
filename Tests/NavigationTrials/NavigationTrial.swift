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
        if navigation.tree.root == nil, navigation.runningID == nil, layouts.generator.chance(60) {
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

    /// An id that is open, mostly.
    private mutating func id() -> JSONValue {
        let open = navigation.tree.nodes.keys.sorted()
        let text =
            layouts.generator.chance(92)
            ? layouts.generator.pick(open) : layouts.generator.pick(RandomLayouts.ids)
        return .string(text ?? "nothing")
    }

    private mutating func command() -> JSONValue {
        switch layouts.generator.below(16) {
        case 0: return command("setRoot", rootMembers())
        case 1...4:
            let kind = layouts.generator.chance(70) ? "component" : "topTabs"
            return command("push", [("componentId", id()), ("layout", layouts.node(kind, depth: 2))])
        case 5: return command("pop", going())
        case 6: return command("popTo", going())
        case 7: return command("popToRoot", going())
        case 8:
            let count = layouts.generator.below(3)
            var children: [JSONValue] = []
            for _ in 0..<count { children.append(layouts.node("component", depth: 2)) }
            return command("setStackRoot", [("componentId", id()), ("children", .array(children))])
        case 9, 10: return command("showModal", [("layout", layouts.layout(depth: 2))])
        case 11: return command("dismissModal", going())
        case 12:
            return layouts.generator.chance(50)
                ? command("dismissAllModals", []) : command("dismissAllOverlays", [])
        case 13:
            return layouts.generator.chance(60)
                ? command("showOverlay", [("layout", layouts.layout(depth: 3))])
                : command("dismissOverlay", [("componentId", id())])
        case 14: return command("mergeOptions", [("componentId", id()), ("options", layouts.options())])
        default:
            if layouts.generator.chance(10) { return command("psuh", []) }
            return layouts.generator.chance(50)
                ? command("setDefaultOptions", [("options", layouts.options())])
                : command("mergeOptions", [("componentId", id()), ("options", layouts.options(most: 1))])
        }
    }

    private mutating func rootMembers() -> [(String, JSONValue)] {
        var members = [("root", layouts.layout())]
        if layouts.generator.chance(20) { members.append(("modals", .array([layouts.layout(depth: 3)]))) }
        if layouts.generator.chance(20) { members.append(("overlays", .array([layouts.layout(depth: 4)]))) }
        return members
    }

    private mutating func going() -> [(String, JSONValue)] {
        var members = [("componentId", id())]
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
        case 6: return gesture("pressButton", [("componentId", id()), ("buttonId", .string("more"))])
        case 7: return gesture("dismissModal", [])
        case 8:
            let side = JSONValue.string(layouts.generator.chance(50) ? "left" : "right")
            return gesture("openMenu", [("componentId", menu()), ("side", side)])
        case 9: return gesture("closeMenu", [("componentId", menu()), ("side", .string("left"))])
        case 10:
            return gesture(
                "search",
                [("componentId", id()), ("text", .string("sea")), ("isFocused", .bool(true))]
            )
        default:
            return layouts.generator.chance(50)
                ? gesture("cancelSearch", [("componentId", id())])
                : gesture("completePreview", [("componentId", id()), ("previewComponentId", .string("p"))])
        }
    }

    private mutating func tabs() -> JSONValue { one(of: [.bottomTabs, .topTabs]) }

    private mutating func menu() -> JSONValue { one(of: [.sideMenu]) }

    private mutating func one(of types: [NodeType]) -> JSONValue {
        let all = navigation.tree.nodes.values.filter { types.contains($0.type) }.map(\.id).sorted()
        return layouts.generator.pick(all).map { .string($0) } ?? id()
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
