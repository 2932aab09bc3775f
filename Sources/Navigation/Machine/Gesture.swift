import JSON

/// What a user did, as a page tells it.
package enum Gesture {
    case selectTab(of: String, index: Int)
    case longPressTab(of: String, index: Int)
    case back
    case pressButton(of: String, id: String)
    case dismissModal
    case openMenu(of: String, Side)
    case closeMenu(of: String, Side)
    case search(in: String, text: String, isFocused: Bool)
    case cancelSearch(in: String)
    case completePreview(in: String, of: String)

    package enum Side: String {
        case left
        case right

        var part: NodeType { self == .left ? .sideMenuLeft : .sideMenuRight }
    }

    package enum Name: String, CaseIterable, Sendable {
        case selectTab
        case longPressTab
        case back
        case pressButton
        case dismissModal
        case openMenu
        case closeMenu
        case search
        case cancelSearch
        case completePreview

        /// By their names. All of them are needed.
        package var members: [String] {
            switch self {
            case .selectTab, .longPressTab: ["componentId", "index"]
            case .back, .dismissModal: []
            case .pressButton: ["buttonId", "componentId"]
            case .openMenu, .closeMenu: ["componentId", "side"]
            case .search: ["componentId", "isFocused", "text"]
            case .cancelSearch: ["componentId"]
            case .completePreview: ["componentId", "previewComponentId"]
            }
        }
    }

    init(name: String, _ said: JSONValue) throws(NavigationError) {
        guard let gesture = Name(rawValue: name) else { throw NavigationError(.malformed, key: "gesture") }
        try said.checkMembers(gesture.members, node: nil)
        for member in gesture.members {
            guard Self.fits(said[member], member) else { throw NavigationError(.malformed, key: member) }
        }
        let id = said["componentId"]?.string ?? ""
        let index = Int(said["index"]?.double ?? 0)
        let side = said["side"]?.string.flatMap(Side.init(rawValue:)) ?? .left
        self =
            switch gesture {
            case .selectTab: .selectTab(of: id, index: index)
            case .longPressTab: .longPressTab(of: id, index: index)
            case .back: .back
            case .pressButton: .pressButton(of: id, id: said["buttonId"]?.string ?? "")
            case .dismissModal: .dismissModal
            case .openMenu: .openMenu(of: id, side)
            case .closeMenu: .closeMenu(of: id, side)
            case .search:
                .search(in: id, text: said["text"]?.string ?? "", isFocused: said["isFocused"] == .bool(true))
            case .cancelSearch: .cancelSearch(in: id)
            case .completePreview: .completePreview(in: id, of: said["previewComponentId"]?.string ?? "")
            }
    }

    private static func fits(_ value: JSONValue?, _ member: String) -> Bool {
        switch member {
        case "index": value?.double.map { $0 == $0.rounded(.towardZero) && (0...9999).contains($0) } ?? false
        case "side": value?.string.flatMap(Side.init(rawValue:)) != nil
        case "isFocused": value?.bool != nil
        default: value?.string != nil
        }
    }
}
