import JSON

/// docs/navigation.md says what each of these does.
extension OptionKey {
    static let overlay: [OptionKey] = [
        OptionKey("overlay.interceptTouchOutside", .bool, .bool(true)),
        OptionKey("overlay.takeFocus", .bool, .bool(true)),
        OptionKey("overlay.handleKeyboardEvents", .bool, .bool(false)),
    ]

    static let layout: [OptionKey] = [
        OptionKey("layout.backgroundColor", .color, .null),
        OptionKey("layout.componentBackgroundColor", .color, .null),
        OptionKey("layout.topMargin", .number(0...10000), .integer(0)),
        OptionKey("layout.insets", .insets, .null),
        OptionKey("layout.direction", .words(["ltr", "rtl", "locale"]), .string("locale")),
        OptionKey("layout.orientation", .wordList(["portrait", "landscape"]), .array([])),
        OptionKey("layout.adjustResize", .bool, .bool(true), .meaningless),
        OptionKey("layout.autoHideHome", .bool, .bool(false), .meaningless),
        OptionKey("layout.fitSystemWindows", .bool, .bool(false), .meaningless),
    ]

    static let modal: [OptionKey] = [
        OptionKey(
            "modal.presentationStyle",
            .words(["fullScreen", "pageSheet", "formSheet", "overFullScreen", "overCurrentContext"]),
            .string("fullScreen")
        ),
        OptionKey(
            "modal.transitionStyle",
            .words(["coverVertical", "flipHorizontal", "crossDissolve"]),
            .string("coverVertical")
        ),
        OptionKey("modal.swipeToDismiss", .bool, .bool(true)),
        OptionKey("modal.backgroundColor", .color, .null),
        OptionKey("modal.blurOnUnmount", .bool, .bool(false), .meaningless),
    ]

    static let preview: [OptionKey] = [
        OptionKey("preview.elementId", .text, .null),
        OptionKey("preview.width", .number(1...10000), .null),
        OptionKey("preview.height", .number(1...10000), .null),
        OptionKey("preview.commit", .bool, .bool(true)),
        OptionKey("preview.actions", .actions, .array([])),
    ]
}
