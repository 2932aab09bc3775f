/// What a node of a layout is.
public enum NodeType: String, CaseIterable, Sendable {
    case component
    case externalComponent
    case stack
    case bottomTabs
    case topTabs
    case sideMenu
    case sideMenuLeft
    case sideMenuCenter
    case sideMenuRight
    case splitView

    /// How many children one has.
    var children: ClosedRange<Int> {
        switch self {
        case .component, .externalComponent: 0...0
        case .stack, .bottomTabs, .topTabs: 1...Int.max
        case .sideMenu: 1...3
        case .sideMenuLeft, .sideMenuCenter, .sideMenuRight: 1...1
        case .splitView: 2...2
        }
    }

    /// Parts of a side menu are nowhere else, and a side menu has nothing else.
    private var isPartOfMenu: Bool {
        switch self {
        case .sideMenuLeft, .sideMenuCenter, .sideMenuRight: true
        case .component, .externalComponent, .stack, .bottomTabs, .topTabs, .sideMenu, .splitView: false
        }
    }

    /// A stack in a stack would have two bars, and two ways back.
    func mayLie(in parent: NodeType?) -> Bool {
        isPartOfMenu == (parent == .sideMenu) && !(self == .stack && parent == .stack)
    }

    /// The option that says which child is selected.
    var selectionOption: String? {
        switch self {
        case .bottomTabs, .topTabs: "\(rawValue).currentTabIndex"
        case .component, .externalComponent, .stack, .sideMenu, .sideMenuLeft, .sideMenuCenter,
            .sideMenuRight, .splitView:
            nil
        }
    }
}
