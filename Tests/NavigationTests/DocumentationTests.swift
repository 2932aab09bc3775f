import Foundation
import JSON
import Testing

@testable import Navigation

/// docs/navigation.md is what people write scripts by.
@Suite("docs/navigation.md")
struct DocumentationTests {
    private let text: String
    private let manual: String

    init() throws {
        let top = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        text = try String(contentsOf: top.appendingPathComponent("docs/navigation.md"), encoding: .utf8)
        manual = try String(
            contentsOf: top.appendingPathComponent("man/photod-navigation.7"),
            encoding: .utf8
        )
    }

    /// A table's rows as cells, without the head.
    private func rows(under heading: String, ofTableWith head: String) throws -> [[String]] {
        let section = try #require(text.range(of: "\n\(heading)\n"), "there is no “\(heading)”")
        let table = try #require(
            text[section.upperBound...].range(of: "\n\(head)\n"),
            "no table under \(heading)"
        )
        return text[table.upperBound...].split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
            .prefix { $0.hasPrefix("|") }
            .map { row in
                row.replacingOccurrences(of: "\\|", with: "\u{0}").split(
                    separator: "|",
                    omittingEmptySubsequences: false
                )
                .dropFirst().dropLast().map {
                    $0.replacingOccurrences(of: "\u{0}", with: "|").trimmingCharacters(in: .whitespaces)
                }
            }
    }

    /// What stands between back quotes.
    private func names(_ cell: String) -> [String] {
        cell.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter {
            $0.offset % 2 == 1
        }
        .map { String($0.element) }
    }

    @Test("is one conversation from its top to its end, and holds word for word")
    func conversation() throws {
        var navigation = ScreenNavigation()
        var said: [String] = []
        for line in text.split(separator: "\n") {
            if line.hasPrefix("> ") {
                #expect(said == [], "not in the document")
                said = navigation.receive(try NavigationInput(parsing: line.dropFirst(2).utf8)).map(\.json)
            } else if line.hasPrefix("< ") {
                let expected = said.isEmpty ? nil : said.removeFirst()
                #expect(expected == String(line.dropFirst(2)))
            }
        }
        #expect(said == [])
        let tree = try #require(text.split(separator: "\n").last { $0.hasPrefix("{") })
        #expect(navigation.json == String(tree))
    }

    @Test("has every option with its type, its default and what it means, and no other")
    func options() throws {
        var documented: [String] = []
        for group in Set(OptionKey.all.compactMap { $0.name.split(separator: ".").first }) {
            for row in try rows(under: "### \(group)", ofTableWith: "| option | type | default | |") {
                let name = try #require(names(row[0]).first)
                let key = try #require(OptionKey.byName[name], "there is no \(name)")
                documented.append(name)
                #expect(row[1] == key.type.description, "\(name)")
                let value = try names(row[2]).first.map { try JSONValue.parse($0) } ?? .null
                #expect(value == key.defaultValue, "\(name)")
                #expect(row[3].hasPrefix("*none*") == (key.meaning == .meaningless), "\(name)")
                #expect(row[3].hasPrefix("*acts*") == (key.meaning == .acts), "\(name)")
                #expect(
                    manual.contains(".It Ic \(name)\n") || manual.contains(".It Ic \(name) "),
                    "the manual has no \(name)"
                )
            }
        }
        #expect(documented.sorted() == OptionKey.all.map(\.name).sorted())
    }

    @Test(
        "has a section for each command, with its members and an example",
        arguments: NavigationCommand.Name.allCases
    )
    func commands(_ command: NavigationCommand.Name) throws {
        let start = try #require(text.range(of: "\n### \(command.rawValue)\n"))
        let section = text[start.upperBound...].components(separatedBy: "\n##")[0]
        for member in command.members { #expect(section.contains("`\(member.name)`"), "\(member.name)") }
        #expect(section.contains("\n> {\"command\":\"\(command.rawValue)\","))
        #expect(manual.contains(".It Cm \(command.rawValue)"))
    }

    @Test("has every event with its members, and an example of each")
    func events() throws {
        let component = NavigationEvent.Component(id: "a", name: "months", type: .component)
        let events: [NavigationEvent] = [
            .appLaunched, .componentWillAppear(component), .componentDidAppear(component),
            .componentDidDisappear(component), .navigationButtonPressed(component: "a", button: "b"),
            .commandCompleted(command: "1", name: "pop", component: "a", time: 1),
            .bottomTabPressed(component: "a", index: 1),
            .bottomTabSelected(component: "a", selected: 1, unselected: 0),
            .bottomTabLongPressed(component: "a", index: 1), .modalsDismissed(component: "a", count: 1),
            .modalAttemptedToDismiss(component: "a"), .screenPopped(component: "a"),
            .searchBarUpdated(component: "a", text: "", isFocused: true),
            .searchBarCancelPressed(component: "a"), .previewCompleted(component: "a", preview: "b"),
            .warning(command: "1", component: "a", option: "b"),
        ]
        let rows = try rows(under: "## Events", ofTableWith: "| event | members | when |")
        #expect(rows.map { names($0[0]) } == events.map { [$0.name] })
        #expect(rows.map { names($0[1]) } == events.map { $0.members.map(\.name) })
        for event in events {
            #expect(text.contains("< {\"event\":\"\(event.name)\""), "\(event.name)")
            #expect(manual.contains(".It Li \(event.name)"), "\(event.name)")
        }
    }

    @Test("has every type of node, component, gesture and refusal")
    func names() throws {
        let types = try rows(under: "## Layouts", ofTableWith: "| type | children | what is on screen |")
        #expect(types.flatMap { names($0[0]) } == NodeType.allCases.map(\.rawValue))
        let components = try rows(under: "### Components", ofTableWith: "| name | passProps | shows |")
        for row in components {
            for name in names(row[0]) {
                let component = try #require(Component.internals[name], "there is no \(name)")
                let documented = names(row[1]).filter { $0 != "true" }
                #expect(documented.sorted() == component.properties.map(\.name).sorted(), "\(name)")
                for property in component.properties where property.isNeeded {
                    #expect(row[1].contains("**`\(property.name)`**"), "\(name)")
                }
            }
        }
        #expect(components.flatMap { names($0[0]) }.sorted() == Component.internals.keys.sorted())
        let gestures = try rows(under: "## Gestures", ofTableWith: "| gesture | members | what comes of it |")
        #expect(gestures.flatMap { names($0[0]) } == Gesture.Name.allCases.map(\.rawValue))
        #expect(gestures.map { names($0[1]).sorted() } == Gesture.Name.allCases.map(\.members))
        let refusals = try rows(under: "## Refusals", ofTableWith: "| error | when |")
        #expect(refusals.flatMap { names($0[0]) } == NavigationError.Reason.allCases.map(\.rawValue))
        for reason in NavigationError.Reason.allCases {
            #expect(manual.contains(".It Li \(reason.rawValue)"))
        }
        for type in NodeType.allCases { #expect(manual.contains(".It Li \(type.rawValue)")) }
        for name in Component.internals.keys { #expect(manual.contains(".It Li \(name)")) }
    }
}
