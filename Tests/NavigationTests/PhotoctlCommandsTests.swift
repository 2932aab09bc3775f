import JSON
import Navigation
import Testing

@testable import photoctl

@Suite("What photoctl has screens do")
struct PhotoctlCommandsTests {
    /// A library with all that a tour can show.
    private static let full: DemoMaterial = {
        var material = DemoMaterial()
        material.month = .init(key: "2016-11", name: "November 2016")
        material.photo = "B84E8479-475C-4727-A4A4-B77AA9980897/L0/001"
        material.video = "550E8400-E29B-41D4-A716-446655440000/L0/001"
        material.group = "Beach “trip”\n\\"
        material.hasFavorites = true
        material.hasPlaces = true
        return material
    }()

    private static let onePhoto: DemoMaterial = {
        var material = DemoMaterial()
        (material.month, material.photo) = (full.month, full.photo)
        return material
    }()

    private static let oneVideo: DemoMaterial = {
        var material = DemoMaterial()
        material.video = full.video
        return material
    }()

    /// A command, carried out; nothing of it may be refused or say nothing.
    private func send(_ command: ScreenCommand, to display: inout Display) throws {
        let members = command.json.map { String(decoding: $0.dropFirst().dropLast(), as: UTF8.self) }
        let said = try display.command(command.name, members ?? "")
        #expect(said.refusal == nil, "\(command.name) \(members ?? "")")
        #expect(!said.events.contains { $0.name == "warning" }, "\(command.name) \(members ?? "")")
    }

    /// The canonical JSON without what counts up.
    private func kept(_ display: Display) throws -> JSONValue {
        let members = try JSONValue.parse(display.navigation.json).members ?? []
        return .object(members.filter { $0.name != "nextNumber" })
    }

    @Test(
        "a tour has every command, and each step can be done",
        arguments: [full, onePhoto, oneVideo, .init()]
    )
    func tour(material: DemoMaterial) throws {
        let tour = DemoTour(material)
        var display = Display()
        _ = try display.tell(#"{"launched":true}"#)
        var previous: DemoStep?
        for (number, step) in tour.steps.enumerated() {
            for command in step.commands(number: number, after: previous) { try send(command, to: &display) }
            // The words, and the sign while that is there: nothing is left behind.
            #expect(display.tree.overlays.count <= 2)
            #expect(!step.text.isEmpty)
            previous = step
        }
        #expect(display.tree.overlays.isEmpty && display.tree.modals.isEmpty)
        #expect(
            Set(tour.steps.map(\.command.name)) == [
                "setRoot", "push", "pop", "popTo", "popToRoot", "setStackRoot", "showModal", "dismissModal",
                "dismissAllModals", "showOverlay", "dismissOverlay", "dismissAllOverlays", "mergeOptions",
                "setDefaultOptions",
            ]
        )
        #expect((tour.remark == nil) == (material.photo != nil || material.video != nil))
    }

    @Test(
        "after a tour a screen has what it had before",
        arguments: [
            [],
            [
                #"setRoot "root":{"id":"tabs","type":"bottomTabs","children":[{"type":"stack","children":[{"type":"component","data":{"name":"months"}}]},{"type":"component","data":{"name":"all","options":{"bottomTab":{"badge":"3"}}}}]}"#,
                #"mergeOptions "componentId":"tabs","options":{"bottomTabs":{"currentTabIndex":1}}"#,
                #"setDefaultOptions "options":{"layout":{"orientation":["landscape"]}}"#,
                #"showModal "layout":{"type":"component","data":{"name":"status"}}"#,
                #"showOverlay "layout":{"id":"sign","type":"component","data":{"name":"text","passProps":{"text":"é"}}}"#,
            ],
            [
                #"setDefaultOptions "options":{"topBar":{"height":40}}"#,
                #"showModal "layout":{"type":"component","data":{"name":"status"}}"#,
                #"showModal "layout":{"type":"component","data":{"name":"all"}}"#,
                #"showOverlay "layout":{"type":"component","data":{"name":"months"}}"#,
            ],
        ]
    )
    func restoration(before: [String]) throws {
        var display = Display()
        for line in before {
            let words = line.split(separator: " ", maxSplits: 1)
            #expect(try display.command(String(words[0]), String(words[1])).refusal == nil)
        }
        let tree = try kept(display)
        let saved = JSONValue.object([.init(name: "screen", value: "hall")] + (tree.members ?? []))
        let restoration = try #require(ScreenRestoration(saved))
        #expect(restoration.screen == "hall")
        let tour = DemoTour(Self.full)
        // Also where it was interrupted.
        for end in tour.steps.indices {
            var display = display
            var previous: DemoStep?
            for (number, step) in tour.steps[...end].enumerated() {
                for command in step.commands(number: number, after: previous) {
                    try send(command, to: &display)
                }
                previous = step
            }
            if restoration.forgets { display = Display() }
            for command in restoration.commands { try send(command, to: &display) }
            #expect(try kept(display) == tree, "after step \(end)")
        }
    }

    @Test(
        "a slide takes the place of the one before, whatever the transition",
        arguments: SlideTransition.allCases
    )
    func slides(transition: SlideTransition) throws {
        var generator = SystemRandomNumberGenerator()
        let stage = SlideStage(transition: transition, using: &generator)
        var display = Display()
        try send(stage.beginning(Slide(id: "a"), width: 1280), to: &display)
        for slide in [Slide(id: "b", isVideo: true, duration: 3), Slide(id: "c")] {
            try send(stage.showing(slide), to: &display)
            let shown = try #require(display.tree.visible.first)
            #expect(display.tree.visible.count == 1)
            #expect(shown.name == (slide.isVideo ? "video" : "photo"))
        }
        // It begins anew on a screen that has it already, and where something else is.
        try send(stage.beginning(Slide(id: "d"), width: 1280), to: &display)
        #expect(display.tree.visible.count == 1)
        // Another slideshow takes its place, and the one before is told.
        let other = SlideStage(transition: transition, using: &generator)
        try send(other.beginning(Slide(id: "x"), width: 1280), to: &display)
        let members = stage.showing(Slide(id: "e")).json.map {
            String(decoding: $0.dropFirst().dropLast(), as: UTF8.self)
        }
        #expect(try display.command("setStackRoot", members ?? "").refusal?.reason == .noSuch)
    }
}
