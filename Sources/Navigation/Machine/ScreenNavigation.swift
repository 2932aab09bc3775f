import JSON

/// What one display shows, and what becomes of commands and gestures. It does nothing by itself: it is told what happened
/// (`receive`) and says what is to be done.
///
///     var navigation = ScreenNavigation()
///     navigation.receive(.launched)                                     // an event: appLaunched
///     navigation.receive(.command(id: "1", name: "setRoot", layout))    // componentWillAppear, and what the page does
///     navigation.receive(.finished(id: "1", time: 12.5))                // componentDidAppear, commandCompleted
///
/// Commands are carried out one after the other: what comes while one is under way waits. The page has the same machine in
/// JavaScript (`Page/navigation`); a test holds one against the other, so what changes here changes there.
public struct ScreenNavigation: Sendable {
    private struct Running {
        var id: String
        /// `nil` for what is no command.
        let command: String?
        var componentID: String?
        var after: [NavigationEvent] = []
    }

    /// A component that was told to have appeared.
    private struct Shown {
        let component: NavigationEvent.Component
        let instance: Int
    }

    public private(set) var tree: NavigationTree
    /// From the bottom.
    private var appeared: [Shown] = []
    private var running: Running?
    private var waiting: [NavigationInput] = []
    private var firstWaiting = 0
    private var said: [NavigationOutput] = []

    public init(_ tree: NavigationTree = NavigationTree()) {
        self.tree = tree
    }

    /// What is being carried out; `nil` for nothing.
    public var runningID: String? { running?.id }

    public var waitingCount: Int { waiting.count - firstWaiting }

    /// What waits for its turn, in the order it came.
    public var waitingInputs: ArraySlice<NavigationInput> { waiting[firstWaiting...] }

    public mutating func receive(_ input: NavigationInput) -> [NavigationOutput] {
        said = []
        switch input {
        case .launched: launch()
        case .finished(let id, let time): finish(id, time)
        case .command(let id, _, _): wait(input, id)
        case .gesture: wait(input, Self.gestureID)
        }
        goOn()
        return said
    }
}

// MARK: - Turns

extension ScreenNavigation {
    private static let gestureID = "gesture"
    private static let restoreID = "restore"

    private mutating func wait(_ input: NavigationInput, _ id: String) {
        guard waitingCount < NavigationLimits.waiting else {
            said.append(.refused(command: id, NavigationError(.busy, "try again later")))
            return
        }
        waiting.append(input)
    }

    /// Whatever waits is carried out one after the other: what is refused, or changes nothing, is over at once.
    private mutating func goOn() {
        while running == nil, firstWaiting < waiting.count {
            let input = waiting[firstWaiting]
            firstWaiting += 1
            switch input {
            case .command(let id, let name, let members):
                do throws(NavigationError) {
                    try start(NavigationCommand(name: name, members), name, id)
                } catch {
                    said.append(.refused(command: id, error))
                }
            case .gesture(let name, let members):
                do throws(NavigationError) {
                    try start(Gesture(name: name, members), name)
                } catch {
                    said.append(.refused(command: Self.gestureID, error))
                }
            case .launched, .finished: break
            }
        }
        // The list is not shortened at each turn: that would move all behind.
        guard firstWaiting == waiting.count || firstWaiting > 1000 else { return }
        waiting.removeFirst(firstWaiting)
        firstWaiting = 0
    }

    private mutating func start(_ command: NavigationCommand, _ name: String, _ id: String)
        throws(NavigationError)
    {
        let change = try tree.apply(command)
        for (node, option) in change.warnings {
            said.append(.event(.warning(command: id, component: node, option: option)))
        }
        running = Running(id: id, command: name, componentID: change.componentID, after: change.after)
        begin(name, id, change)
    }

    private mutating func start(_ gesture: Gesture, _ name: String) throws(NavigationError) {
        let outcome = try tree.apply(gesture)
        said += outcome.events.map(NavigationOutput.event)
        guard let change = outcome.change else { return }
        running = Running(id: Self.gestureID, command: nil, after: change.after)
        begin(name, Self.gestureID, change)
    }

    /// A page that begins anew is brought to the tree as it is. What was under way is done when that is.
    private mutating func launch() {
        for one in appeared { said.append(.event(.componentDidDisappear(one.component))) }
        appeared = []
        tree.forgetMade()
        said.append(.event(.appLaunched))
        if running?.id == Self.gestureID { running?.id = Self.restoreID }
        if running == nil, !tree.tops.isEmpty { running = Running(id: Self.restoreID, command: nil) }
        if let running { begin(Self.restoreID, running.id, TreeChange()) }
    }
}

// MARK: - What a page does

extension ScreenNavigation {
    private mutating func begin(_ name: String, _ id: String, _ change: TreeChange) {
        for node in tree.visible where !isShown(node, appeared) {
            said.append(.event(.componentWillAppear(.init(node))))
        }
        let wanted = tree.wanted
        said.append(
            .carryOut(
                .init(
                    name: name,
                    commandID: id,
                    make: tree.make(wanted.now),
                    later: tree.make(wanted.later),
                    remove: change.removed,
                    options: change.options
                )
            )
        )
    }

    private mutating func finish(_ id: String, _ time: Double) {
        guard let done = running, done.id == id else { return }
        running = nil
        let visible = tree.visible
        let now = visible.map { Shown(component: .init($0), instance: $0.instance) }
        for one in appeared where !now.contains(where: { isSame($0, one) }) {
            said.append(.event(.componentDidDisappear(one.component)))
        }
        for one in now where !appeared.contains(where: { isSame($0, one) }) {
            said.append(.event(.componentDidAppear(one.component)))
        }
        appeared = now
        said += done.after.map(NavigationOutput.event)
        guard let command = done.command else { return }
        said.append(
            .event(.commandCompleted(command: id, name: command, component: done.componentID, time: time))
        )
        said.append(.done(command: id, component: done.componentID))
    }

    /// The same component, and not another one that was given its id.
    private func isSame(_ one: Shown, _ other: Shown) -> Bool { one.instance == other.instance }

    private func isShown(_ node: Node, _ shown: [Shown]) -> Bool {
        shown.contains { $0.instance == node.instance }
    }
}
