import ArgumentParser
import LineProtocol

// Questions about screens.

extension UiCommand {
    struct Screens: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "screens",
            abstract: "List the screens.",
            discussion: """
                Fields: screen, open (true, false), width, height, topmost, running, waiting, kept (true, false).
                """
        )

        @OptionGroup var options: UiOptions

        func run() throws {
            try GalleryFailure.naming {
                _ = try Session(options.global, to: [options.socketPath])
                    .print(Request("ui", ["screens"]), as: Self.listing)
            }
        }

        private static let listing = Listing(
            columns: [
                .init("SCREEN", "screen"),
                .init("STATE") { $0["open"]?.bool == true ? "open" : "closed" },
                .init("SIZE") { value in
                    guard let width = value["width"]?.integer, let height = value["height"]?.integer else {
                        return ""
                    }
                    return "\(width)×\(height)"
                },
                .init("TOPMOST", "topmost"), .init("RUNNING", "running"),
                .init("WAITING", isNumeric: true) { value in
                    value["waiting"]?.integer == 0 ? "" : CellText.plain(value["waiting"])
                },
                .init("KEPT") { $0["kept"]?.bool == true ? "yes" : "" },
            ],
            members: ["screen", "open", "width", "height", "topmost", "running", "waiting", "kept"]
        )
    }

    struct Tree: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "tree",
            abstract: "Show what screens have open.",
            discussion: "Records of a member's name and its value; --json is the canonical JSON."
        )

        @Argument(help: "The screen; all without it.", completion: .screens)
        var screen: String?

        @OptionGroup var options: UiOptions

        func run() throws {
            try GalleryFailure.naming {
                try Session(options.global, to: [options.socketPath])
                    .printObject(Request("ui", ["tree"] + (screen.map { [$0] } ?? [])), view: TreeView.text)
            }
        }
    }

    struct Constants: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "constants",
            abstract: "List what screens have told about themselves.",
            discussion: """
                Fields: screen, width, height, heights of the status bar, the top bar and the bottom tabs, pixel ratio, orientation.
                """
        )

        @Argument(help: "The screen; all without it.", completion: .screens)
        var screen: String?

        @OptionGroup var options: UiOptions

        func run() throws {
            try GalleryFailure.naming {
                _ = try Session(options.global, to: [options.socketPath])
                    .print(Request("ui", ["constants"] + (screen.map { [$0] } ?? [])), as: Self.listing)
            }
        }

        private static let listing = Listing(
            columns: [
                .init("SCREEN", "screen"), .init("WIDTH", "width", isNumeric: true),
                .init("HEIGHT", "height", isNumeric: true), .init("RATIO", "pixelRatio", isNumeric: true),
                .init("ORIENTATION", "orientation"),
                .init("STATUS BAR", "statusBarHeight", isNumeric: true),
                .init("TOP BAR", "topBarHeight", isNumeric: true),
                .init("BOTTOM TABS", "bottomTabsHeight", isNumeric: true),
            ],
            members: [
                "screen", "width", "height", "statusBarHeight", "topBarHeight", "bottomTabsHeight",
                "pixelRatio", "orientation",
            ]
        )
    }

    struct Forget: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "forget",
            abstract: "Have a screen show the gallery again, and forget what it had open."
        )

        @Argument(help: "The screen.", completion: .screens)
        var screen: String

        @OptionGroup var options: UiOptions

        func run() throws {
            try GalleryFailure.naming {
                try Session(options.global, to: [options.socketPath])
                    .printObject(Request("ui", ["forget", screen]), view: ObjectView.text)
            }
        }
    }
}
