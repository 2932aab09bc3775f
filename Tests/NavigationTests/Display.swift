import JSON
import Navigation

/// A display as tests have one: it is told in JSON, and what it does is done at once.
struct Display {
    var navigation = ScreenNavigation()
    private var commands = 0

    init() {}

    init(_ tree: NavigationTree) {
        navigation = ScreenNavigation(tree)
    }

    /// A display with a root.
    init(root: String) throws {
        _ = try command("setRoot", #""root":\#(root)"#)
    }

    var tree: NavigationTree { navigation.tree }

    /// The ids on screen, from the bottom.
    var visible: [String] { tree.visible.map(\.id) }

    /// One line of docs/navigation.md, and what is said to it.
    mutating func tell(_ line: String) throws -> [NavigationOutput] {
        navigation.receive(try NavigationInput(parsing: line.utf8))
    }

    /// A command, carried out. What is said until it is done.
    mutating func command(_ name: String, _ members: String = "") throws -> [NavigationOutput] {
        commands += 1
        let id = "t\(commands)"
        let said = try tell(
            #"{"command":"\#(name)","commandId":"\#(id)"\#(members.isEmpty ? "" : ",")\#(members)}"#
        )
        return said + navigation.receive(.finished(id: id, time: 1))
    }

    mutating func gesture(_ name: String, _ members: String = "") throws -> [NavigationOutput] {
        let said = try tell(#"{"gesture":"\#(name)"\#(members.isEmpty ? "" : ",")\#(members)}"#)
        return said + navigation.receive(.finished(id: "gesture", time: 1))
    }
}

extension [NavigationOutput] {
    var events: [NavigationEvent] {
        compactMap { if case .event(let event) = $0 { event } else { nil } }
    }

    /// `didAppear photo1`: events with the ids they are about.
    var told: [String] {
        events.filter { $0.name != "commandCompleted" }.map { event in
            let id = event.members.first { $0.name == "componentId" }?.value.string
            return id.map { "\(event.name) \($0)" } ?? event.name
        }
    }

    var refusal: NavigationError? {
        for case .refused(_, let error) in self { return error }
        return nil
    }

    /// The id of the reply.
    var reply: String? {
        for case .done(_, let component) in self { return component }
        return nil
    }

    var transition: NavigationOutput.Transition? {
        for case .carryOut(let transition) in self { return transition }
        return nil
    }
}

/// Layouts that tests are made of.
enum Layout {
    static func component(_ id: String, options: String = "{}") -> String {
        #"{"id":"\#(id)","type":"component","data":{"name":"months","options":\#(options)}}"#
    }

    static func node(_ type: String, _ id: String, _ children: [String], options: String = "{}") -> String {
        #"{"id":"\#(id)","type":"\#(type)","data":{"options":\#(options)},"children":[\#(children.joined(separator: ","))]}"#
    }

    static func stack(_ id: String, _ children: String...) -> String {
        node("stack", id, children.map { component($0) })
    }
}
