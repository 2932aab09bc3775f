import JSON

/// docs/navigation.md says what each of these does.
extension OptionKey {
    static let bottomTabs: [OptionKey] = [
        OptionKey("bottomTabs.visible", .bool, .bool(true)),
        OptionKey("bottomTabs.animate", .bool, .bool(true)),
        OptionKey("bottomTabs.animateTabSelection", .bool, .bool(true)),
        OptionKey("bottomTabs.currentTabIndex", .integer(0...9999), .integer(0), .acts),
        OptionKey("bottomTabs.currentTabId", .text, .null, .acts),
        OptionKey(
            "bottomTabs.tabsAttachMode",
            .words(["together", "afterInitialTab", "onSwitchToTab"]),
            .string("together")
        ),
        OptionKey(
            "bottomTabs.titleDisplayMode",
            .words(["alwaysShow", "showWhenActive", "alwaysHide"]),
            .string("alwaysShow")
        ),
        OptionKey("bottomTabs.drawBehind", .bool, .bool(false)),
        OptionKey("bottomTabs.hideOnScroll", .bool, .bool(false)),
        OptionKey("bottomTabs.backgroundColor", .color, .null),
        OptionKey("bottomTabs.translucent", .bool, .bool(false)),
        OptionKey("bottomTabs.borderColor", .color, .null),
        OptionKey("bottomTabs.borderWidth", .number(0...100), .integer(1)),
        OptionKey("bottomTabs.elevation", .number(0...100), .integer(0)),
        OptionKey("bottomTabs.hideShadow", .bool, .bool(false)),
        OptionKey("bottomTabs.testID", .text, .null),
        OptionKey("bottomTabs.barStyle", .words(["default", "black"]), .string("default"), .meaningless),
        OptionKey("bottomTabs.preferLargeIcons", .bool, .bool(false), .meaningless),
    ]

    static let bottomTab: [OptionKey] = [
        OptionKey("bottomTab.text", .text, .null),
        OptionKey("bottomTab.textColor", .color, .null),
        OptionKey("bottomTab.selectedTextColor", .color, .null),
        OptionKey("bottomTab.fontSize", .number(1...500), .null),
        OptionKey("bottomTab.selectedFontSize", .number(1...500), .null),
        OptionKey("bottomTab.fontFamily", .text, .null),
        OptionKey("bottomTab.icon", .text, .null),
        OptionKey("bottomTab.iconColor", .color, .null),
        OptionKey("bottomTab.selectedIcon", .text, .null),
        OptionKey("bottomTab.selectedIconColor", .color, .null),
        OptionKey("bottomTab.iconWidth", .number(1...500), .null),
        OptionKey("bottomTab.iconHeight", .number(1...500), .null),
        OptionKey("bottomTab.badge", .text, .null),
        OptionKey("bottomTab.badgeColor", .color, .null),
        OptionKey("bottomTab.dotIndicator.visible", .bool, .bool(false)),
        OptionKey("bottomTab.dotIndicator.color", .color, .null),
        OptionKey("bottomTab.dotIndicator.size", .number(1...100), .integer(6)),
        OptionKey("bottomTab.dotIndicator.animate", .bool, .bool(false)),
        OptionKey("bottomTab.selectTabOnPress", .bool, .bool(true)),
        OptionKey("bottomTab.accessibilityLabel", .text, .null),
        OptionKey("bottomTab.testID", .text, .null),
        OptionKey("bottomTab.disableIconTint", .bool, .bool(false), .meaningless),
        OptionKey("bottomTab.sfSymbol", .text, .null, .meaningless),
    ]

    static let topTabs: [OptionKey] = [
        OptionKey("topTabs.visible", .bool, .bool(true)),
        OptionKey("topTabs.currentTabIndex", .integer(0...9999), .integer(0), .acts),
        OptionKey("topTabs.currentTabId", .text, .null, .acts),
        OptionKey("topTabs.title", .text, .null),
        OptionKey("topTabs.height", .number(0...1000), .integer(48)),
        OptionKey("topTabs.fontSize", .number(1...500), .null),
        OptionKey("topTabs.backgroundColor", .color, .null),
        OptionKey("topTabs.selectedTabColor", .color, .null),
        OptionKey("topTabs.unselectedTabColor", .color, .null),
    ]

    static let sideMenu: [OptionKey] = [
        OptionKey("sideMenu.left.visible", .bool, .bool(false), .acts),
        OptionKey("sideMenu.left.enabled", .bool, .bool(true)),
        OptionKey("sideMenu.left.width", .number(1...10000), .integer(280)),
        OptionKey("sideMenu.left.height", .number(1...10000), .null),
        OptionKey("sideMenu.left.shouldStretchDrawer", .bool, .bool(true), .meaningless),
        OptionKey("sideMenu.left.animationVelocity", .number(0...100000), .integer(840), .meaningless),
        OptionKey("sideMenu.right.visible", .bool, .bool(false), .acts),
        OptionKey("sideMenu.right.enabled", .bool, .bool(true)),
        OptionKey("sideMenu.right.width", .number(1...10000), .integer(280)),
        OptionKey("sideMenu.right.height", .number(1...10000), .null),
        OptionKey("sideMenu.right.shouldStretchDrawer", .bool, .bool(true), .meaningless),
        OptionKey("sideMenu.right.animationVelocity", .number(0...100000), .integer(840), .meaningless),
        OptionKey("sideMenu.openMode", .words(["aboveContent", "pushContent"]), .string("aboveContent")),
        OptionKey("sideMenu.openGestureMode", .words(["entireScreen", "bezel"]), .string("bezel")),
    ]

    static let splitView: [OptionKey] = [
        OptionKey(
            "splitView.displayMode",
            .words(["auto", "visible", "hidden", "overlay"]),
            .string("auto")
        ),
        OptionKey("splitView.primaryEdge", .words(["leading", "trailing"]), .string("leading")),
        OptionKey("splitView.minWidth", .number(0...10000), .integer(200)),
        OptionKey("splitView.maxWidth", .number(0...10000), .integer(480)),
        OptionKey(
            "splitView.primaryBackgroundStyle",
            .words(["none", "sidebar"]),
            .string("none"),
            .meaningless
        ),
    ]
}
