import LineProtocol

/// A tour of every command, on the user's own photos.
struct DemoTour {
    private let material: DemoMaterial

    init(_ material: DemoMaterial) {
        self.material = material
    }

    /// In the order in which they are shown. Each can be done where those before it were.
    var steps: [DemoStep] { tabs + stack + layers + containers + end }

    /// Said first where there is little to show.
    var remark: String? {
        material.photo == nil && material.video == nil
            ? "there are no photos in the library yet: the tour shows pages without" : nil
    }

    // MARK: - Parts

    private var tabs: [DemoStep] {
        let months = LayoutNode.container(
            "stack",
            id: "demo-left",
            options: ["bottomTab": ["text": "Months", "icon": "months"]],
            [LayoutNode.component("months", id: "demo-months")]
        )
        let other = LayoutNode.container(
            "stack",
            id: "demo-right",
            options: [
                "bottomTab": material.hasFavorites
                    ? ["text": "Favourites", "icon": "heart"] : ["text": "All", "icon": "all"]
            ],
            [LayoutNode.component(material.hasFavorites ? "favorites" : "all", id: "demo-other")]
        )
        return [
            DemoStep(
                "setDefaultOptions",
                [
                    "options": [
                        "topBar": ["background": ["color": "#102030"], "title": ["color": "#ffffff"]]
                    ]
                ],
                "From now on every bar is dark blue, where nothing else is said."
            ),
            DemoStep(
                "setRoot",
                ["root": LayoutNode.container("bottomTabs", id: "demo-tabs", [months, other])],
                "Two tabs, each with a stack, take the place of what was there."
            ),
        ]
    }

    private var stack: [DemoStep] {
        [
            push(monthLayout, monthText),
            push(photoLayout, photoText),
            DemoStep("pop", ["componentId": "demo-left"], "Back: what was opened last is closed."),
            push(
                LayoutNode.component(material.hasPlaces ? "map" : "folders", id: "demo-place"),
                material.hasPlaces ? "Where photos were taken, on the map." : "The groups of the library."
            ),
            push(
                LayoutNode.component("text", id: "demo-text", ["text": "Any text can be a page, too."]),
                "A page with a text, above it."
            ),
            DemoStep("popTo", ["componentId": "demo-month"], "Two are closed at once, back to the month."),
            DemoStep("popToRoot", ["componentId": "demo-left"], "And all that is above the first."),
            DemoStep(
                "setStackRoot",
                ["componentId": "demo-left", "children": [videoLayout]],
                material.video == nil
                    ? "All photos take the place of what was in the stack."
                    : "A video takes the place of what was in the stack."
            ),
            DemoStep(
                "mergeOptions",
                ["componentId": "demo-tabs", "options": ["bottomTabs": ["currentTabIndex": 1]]],
                "Options change what is open: the other tab is selected."
            ),
        ]
    }

    private var layers: [DemoStep] {
        [
            DemoStep("showModal", ["layout": modal], "A modal comes above everything."),
            DemoStep("dismissModal", ["componentId": "demo-modal"], "It goes again."),
            DemoStep(
                "showModal",
                ["layout": LayoutNode.component("status", id: "demo-status")],
                "Another one, with what photod is doing."
            ),
            DemoStep("dismissAllModals", nil, "However many there are: all go."),
            DemoStep(
                "showOverlay",
                [
                    "layout": LayoutNode.component(
                        "text",
                        id: "demo-sign",
                        ["text": "A sign"],
                        options: ["overlay": ["interceptTouchOutside": false, "takeFocus": false]]
                    )
                ],
                "An overlay is above modals, too, as these words are."
            ),
            DemoStep("dismissOverlay", ["componentId": "demo-sign"], "The sign is taken away."),
        ]
    }

    private var containers: [DemoStep] {
        let list = LayoutNode.component("folders", id: "demo-list")
        return [
            DemoStep(
                "setRoot",
                ["root": LayoutNode.container("splitView", id: "demo-split", [list, photoLayout])],
                "Two things beside each other."
            ),
            DemoStep(
                "setRoot",
                [
                    "root": LayoutNode.container(
                        "sideMenu",
                        id: "demo-side",
                        options: ["sideMenu": ["left": ["visible": true]]],
                        [
                            LayoutNode.container("sideMenuLeft", [list]),
                            LayoutNode.container("sideMenuCenter", [photoLayout]),
                        ]
                    )
                ],
                "A menu at the side, which is open."
            ),
        ]
    }

    private var end: [DemoStep] {
        [DemoStep("dismissAllOverlays", nil, "That was all. The screen goes back to what it showed before.")]
    }

    // MARK: - What there is to show

    private func push(_ layout: JSONValue, _ text: String) -> DemoStep {
        DemoStep("push", ["componentId": "demo-left", "layout": layout], text)
    }

    private var monthLayout: JSONValue {
        guard let month = material.month else {
            return LayoutNode.component("text", id: "demo-month", ["text": "No photos yet"])
        }
        return LayoutNode.component("month", id: "demo-month", ["month": .string(month.key)])
    }

    private var monthText: String {
        material.month.map { "\($0.name) is opened above the months." }
            ?? "A page is opened above the months."
    }

    private var photoLayout: JSONValue {
        guard let photo = material.photo, let month = material.month else {
            return LayoutNode.component("all", id: "demo-photo")
        }
        let properties: JSONValue = ["id": .string(photo), "in": .string("month:\(month.key)")]
        return LayoutNode.component("photo", id: "demo-photo", properties)
    }

    private var photoText: String {
        material.photo == nil ? "Another one above it." : "A photo of that month, large."
    }

    private var videoLayout: JSONValue {
        guard let video = material.video else { return LayoutNode.component("all", id: "demo-all") }
        return LayoutNode.component(
            "video",
            id: "demo-video",
            ["id": .string(video), "autoplay": true, "muted": true]
        )
    }

    private var modal: JSONValue {
        let options: JSONValue = ["modal": ["presentationStyle": "formSheet"]]
        guard let group = material.group else {
            return LayoutNode.component("shortcuts", id: "demo-modal", options: options)
        }
        return LayoutNode.component("group", id: "demo-modal", ["group": .string(group)], options: options)
    }
}
