import JSON
import Testing

@testable import Navigation

@Suite("Options")
struct OptionTests {
    private static func title(_ text: String) -> String { #"{"topBar":{"title":{"text":"\#(text)"}}}"# }

    private func title(_ display: Display, of id: String) throws -> JSONValue {
        display.tree.option("topBar.title.text", for: try #require(display.tree.nodes[id]))
    }

    @Test("of one that is mistyped the nearest is named, be it a group of them")
    func mistyped() throws {
        for (said, meant) in [("titel", "topBar.title"), ("tesID", "topBar.testID")] {
            let options = try JSONValue.parse(Array(#"{"topBar":{"\#(said)":{"text":"x"}}}"#.utf8))
            let error = #expect(throws: NavigationError.self) { try Options(reading: options, of: nil) }
            #expect(
                error?.description.contains("did you mean \(meant)?") ?? false,
                "\(String(describing: error))"
            )
        }
    }

    @Test(
        "of a component are its own, else those of what is around it, else those of all, else the contract's"
    )
    func cascade() throws {
        var display = try Display(
            root: Layout.node(
                "bottomTabs",
                "t",
                [
                    Layout.node(
                        "stack",
                        "s",
                        [Layout.component("a", options: Self.title("a")), Layout.component("b")]
                    ),
                    Layout.component("c"),
                ]
            )
        )
        #expect(try title(display, of: "b") == .null)
        _ = try display.command("setDefaultOptions", #""options":\#(Self.title("all"))"#)
        #expect(try title(display, of: "b") == .string("all"))
        _ = try display.command("mergeOptions", #""componentId":"t","options":\#(Self.title("t"))"#)
        #expect(try title(display, of: "b") == .string("t"))
        _ = try display.command("mergeOptions", #""componentId":"s","options":\#(Self.title("s"))"#)
        #expect(try title(display, of: "b") == .string("s"))
        #expect(try title(display, of: "c") == .string("t"))
        #expect(try title(display, of: "a") == .string("a"))
        // A container goes by its current component.
        _ = try display.command("mergeOptions", #""componentId":"b","options":\#(Self.title("b"))"#)
        #expect(try title(display, of: "t") == .string("b"))
        _ = try display.command("pop", #""componentId":"s""#)
        #expect(try title(display, of: "s") == .string("a"))
    }

    @Test("are merged key by key, and null takes one back")
    func merge() throws {
        var display = try Display(
            root: Layout.component("a", options: #"{"topBar":{"visible":false,"height":40}}"#)
        )
        let options = #"{"topBar":{"height":null,"title":{"text":"x"},"rightButtons":[{"id":"more"}]}}"#
        _ = try display.command("mergeOptions", #""componentId":"a","options":\#(options)"#)
        let kept = display.tree.nodes["a"]?.options.values.keys.sorted()
        #expect(kept == ["topBar.rightButtons", "topBar.title.text", "topBar.visible"])
    }

    @Test("of all are replaced as a whole")
    func defaults() throws {
        var display = try Display(root: Layout.component("a"))
        _ = try display.command("setDefaultOptions", #""options":\#(Self.title("x"))"#)
        _ = try display.command("setDefaultOptions", #""options":{"topBar":{"visible":false}}"#)
        #expect(try title(display, of: "a") == .null)
    }

    @Test("that say nothing to a browser, or act on nothing, are kept or not, and told in any case")
    func warnings() throws {
        var display = try Display(root: Layout.component("a"))
        let options =
            #"{"statusBar":{"style":"dark"},"bottomTabs":{"currentTabIndex":1},"sideMenu":{"left":{"visible":true}}}"#
        let merged = try display.command("mergeOptions", #""componentId":"a","options":\#(options)"#)
        let told = ["bottomTabs.currentTabIndex", "sideMenu.left.visible", "statusBar.style"]
        func warned(_ said: [NavigationOutput], _ id: String?) -> [String] {
            said.events.compactMap {
                if case .warning(_, let component, let option) = $0, component == id { option } else { nil }
            }
        }
        #expect(warned(merged, "a") == told)
        #expect(display.tree.nodes["a"]?.options.values.keys.sorted() == ["statusBar.style"])
        let defaults = try display.command("setDefaultOptions", #""options":\#(options)"#)
        #expect(warned(defaults, nil) == told)
        let shown = try display.command("showModal", #""layout":\#(Layout.component("b", options: options))"#)
        #expect(warned(shown, "b") == told)
    }

    @Test("have a default that they may have", arguments: OptionKey.all.map(\.name))
    func defaultValue(name: String) throws {
        let key = try #require(OptionKey.byName[name])
        #expect(key.defaultValue == .null || key.type.fits(key.defaultValue))
    }

    static let values: [(option: String, good: [String], bad: [String])] = [
        ("topBar.visible", ["true"], ["1", "\"true\"", "[]"]),
        ("topBar.title.text", [#""""#, #""x""#], ["1", "{}"]),
        ("topBar.height", ["0", "1000", "12.5", "1e2"], ["-1", "1001", "\"1\""]),
        ("bottomTabs.currentTabIndex", ["0", "0.0"], ["0.5", "-1", "10000"]),
        (
            "topBar.background.color", [##""#fff""##, ##""#0A1b2C""##, #""transparent""#],
            [#""red""#, ##""#ff""##, ##""#ggg""##, "7"]
        ),
        ("modal.presentationStyle", [#""formSheet""#], [#""sheet""#]),
        ("layout.orientation", ["[]", #"["portrait","landscape"]"#], [#""portrait""#, #"["up"]"#]),
        ("layout.insets", ["{}", #"{"top":1.5}"#], [#"{"up":1}"#, #"{"top":-1}"#, "[]"]),
        (
            "topBar.title.component",
            [#"{"name":"months"}"#, #"{"name":"text","passProps":{"text":"x"}}"#],
            [
                #"{"name":"text"}"#, #"{"name":"html","passProps":{"path":"x"}}"#, "{}",
                #"{"name":"months","id":"x"}"#,
            ]
        ),
        (
            "topBar.leftButtons",
            ["[]", #"[{"id":"a","enabled":false,"component":{"name":"months"}}]"#],
            ["[{}]", #"[{"id":7}]"#, ##"[{"id":"a","colour":"#fff"}]"##]
        ),
        (
            "animations.push.enter",
            [##"{"alpha":{"from":0,"to":1,"duration":200},"color":{"to":"#fff"},"interpolation":"linear"}"##],
            [#"{"alpha":1}"#, #"{"duration":60001}"#, #"{"color":{"from":1}}"#, #"{"beta":{}}"#]
        ),
        ("animations.push.elements", [#"[{"id":"a","scale":{"from":0}}]"#], [#"[{"scale":{}}]"#]),
        (
            "animations.pop.sharedElements", [#"[{"fromId":"a","toId":"b","delay":1}]"#],
            [#"[{"fromId":"a"}]"#]
        ),
        ("preview.actions", [#"[{"id":"a","title":"A","style":"destructive"}]"#], [#"[{"id":"a"}]"#]),
    ]

    @Test("have the values of their kind and no others", arguments: values)
    func types(option: String, good: [String], bad: [String]) throws {
        let type = try #require(OptionKey.byName[option]?.type)
        for text in good { #expect(type.fits(try JSONValue.parse(text)), "\(text)") }
        for text in bad { #expect(!type.fits(try JSONValue.parse(text)), "\(text)") }
    }
}
