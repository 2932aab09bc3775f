import Navigation

/// One screen: what is open on it, and the page that shows it, where there is one.
struct Screen: Sendable {
    /// Bytes of commands that may wait for their turn, The machine limits their number alone.
    static let waitingLimit = 16 << 20

    let name: ScreenName
    private(set) var navigation: ScreenNavigation
    /// The number of its page's stream; `nil` where no page is open.
    var stream: Int?
    var constants = ScreenConstants()
    /// When its last page went.
    var closedAt: Int64 = 0
    /// How large each of those is that wait for their turn, in the machine's order, and all of them.
    private var sizes: [Int] = []
    private var waitingBytes = 0

    init(_ name: ScreenName, _ navigation: ScreenNavigation = ScreenNavigation()) {
        self.name = name
        self.navigation = navigation
    }

    var isOpen: Bool { stream != nil }

    /// Nothing was ever opened on it: there is nothing to be kept.
    var isEmpty: Bool { navigation.tree.isEmpty }

    /// Whether another command or gesture may wait, as far as memory goes. What is carried out at once does not wait.
    func hasRoom(for size: Int) -> Bool {
        navigation.runningID == nil || waitingBytes + size <= Self.waitingLimit
    }

    /// - Parameter size: of the input's text, in bytes.
    mutating func receive(_ input: NavigationInput, size: Int = 0) -> [NavigationOutput] {
        let before = navigation.waitingCount
        let outputs = navigation.receive(input)
        let after = navigation.waitingCount
        if after > before {
            sizes.append(size)
            waitingBytes += size
        }
        let begun = sizes.count - after
        if begun > 0 {
            waitingBytes -= sizes[..<begun].reduce(0, +)
            sizes.removeFirst(begun)
        }
        return outputs
    }

    /// What is open is dropped, and what waits.
    mutating func forget() {
        navigation = ScreenNavigation()
        sizes = []
        waitingBytes = 0
    }
}
