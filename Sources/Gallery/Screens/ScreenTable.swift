import JSON
import LineProtocol
import Navigation

/// All screens: what becomes of what pages say and of what they are commanded. It is told, and says what is to be done; it does
/// no I/O and knows no time but what it is given.
struct ScreenTable: Sendable {
    enum Action: Sendable {
        /// A page is to be told a message.
        case tell(stream: Int, [UInt8])
        /// Subscribers are.
        case event(ScreenEvent)
        /// Who waits for a command is: it is over on one screen,
        case line(command: Int, [UInt8])
        /// or on all of them. Nobody waits for it any more.
        case end(command: Int, ProtocolError?)
        /// What is open on a screen is no longer what was kept of it.
        case changed(ScreenName)
    }

    /// So many screens there may be, with those whose page is not open.
    static let limit = 1000
    /// How long a screen is remembered that is not kept, when its page has gone, in seconds: a page that is loaded anew has the same.
    static let memory: Int64 = 600

    /// A command for which somebody waits.
    struct Waiting: Sendable {
        var screens: Set<ScreenName>
        /// The command was for one screen: what is refused there is refused to who waits.
        let isSingle: Bool
    }

    var screens: [ScreenName: Screen] = [:]
    /// Whose page each stream tells.
    var streams: [Int: ScreenName] = [:]
    var waiting: [Int: Waiting] = [:]
    /// The last command's id.
    var commandCount = 0
    private(set) var eventCount = 0
    private var nameCount = 0

    /// What was kept of a screen.
    mutating func restore(_ name: ScreenName, _ tree: NavigationTree) {
        screens[name] = Screen(name, ScreenNavigation(tree))
    }

    var sorted: [Screen] { screens.values.sorted { $0.name < $1.name } }

    mutating func event(_ screen: ScreenName, _ name: String, _ members: [JSONValue.Member] = []) -> Action {
        eventCount += 1
        return .event(ScreenEvent(number: eventCount, screen, name, members))
    }
}

// MARK: - Pages come and go

extension ScreenTable {
    /// A page has opened, or opened again.
    ///
    /// - Parameters:
    ///   - name: the screen that it is to be; `nil`: one that the gallery makes up. A name that was made up once is not taken
    ///     from another page: the gallery may have been started anew and given it again, or the page is the copy of a tab.
    ///   - stream: the number of its stream, which no other has had.
    ///   - now: in seconds, of a clock that only runs forward.
    /// - Throws: `busy` where there are as many screens as there may be.
    mutating func open(
        _ name: ScreenName?,
        stream: Int,
        _ constants: ScreenConstants = ScreenConstants(),
        now: Int64
    ) throws(ProtocolError) -> [Action] {
        let wanted = name.flatMap { $0.isChosen || screens[$0]?.isOpen != true ? $0 : nil }
        // Before anything is dropped: who waited for that would not be told.
        guard wanted.map({ screens[$0] != nil }) ?? false || hasRoom else { throw Self.full }
        var actions = forgetOld(now)
        let name = wanted ?? freeName()
        if screens[name] == nil {
            actions += makeRoom()
            screens[name] = Screen(name)
        }
        if let former = screens[name]?.stream {
            streams[former] = nil
            actions += [.tell(stream: former, ScreenMessages.taken), event(name, ScreenEvent.closed)]
        }
        screens[name]?.stream = stream
        screens[name]?.constants = constants
        streams[stream] = name
        actions.append(event(name, ScreenEvent.opened))
        return actions + launch(name)
    }

    /// A page's stream has ended. What was under way waits for the next page.
    mutating func close(stream: Int, now: Int64) -> [Action] {
        guard let name = streams.removeValue(forKey: stream) else { return [] }
        screens[name]?.stream = nil
        screens[name]?.closedAt = now
        return [event(name, ScreenEvent.closed)]
    }

    /// Drops what is open on a screen. A page that shows it shows the gallery again.
    ///
    /// - Throws: `no-such`.
    mutating func forget(_ name: ScreenName) throws(ProtocolError) -> [Action] {
        guard screens[name] != nil else { throw Self.unknown(name) }
        var actions = giveUp(name)
        actions.append(.changed(name))
        screens[name]?.forget()
        guard screens[name]?.isOpen == true else {
            screens[name] = nil
            return actions
        }
        return actions + launch(name)
    }

    /// The page is told all, and the machine that there is one that begins.
    private mutating func launch(_ name: ScreenName) -> [Action] {
        let outputs = screens[name]?.receive(.launched) ?? []
        guard let screen = screens[name], let stream = screen.stream else { return [] }
        return [.tell(stream: stream, ScreenMessages.restore(screen, stream: stream))]
            + actions(of: outputs, on: name)
    }

    private mutating func freeName() -> ScreenName {
        while true {
            nameCount += 1
            let name = ScreenName(number: nameCount)
            if screens[name] == nil { return name }
        }
    }

    /// Drops screens whose page went long ago, and that are not kept.
    private mutating func forgetOld(_ now: Int64) -> [Action] {
        screens.values
            .filter { !$0.isOpen && $0.isForgettable && now - $0.closedAt >= Self.memory }
            .flatMap { drop($0.name) }
    }

    /// Whether there may be one screen more, if need be in the place of another.
    private var hasRoom: Bool {
        screens.count < Self.limit || screens.values.contains { !$0.isOpen && $0.isForgettable }
    }

    private mutating func makeRoom() -> [Action] {
        guard screens.count >= Self.limit else { return [] }
        let oldest = screens.values.filter { !$0.isOpen && $0.isForgettable }
            .min { ($0.closedAt, $0.name) < ($1.closedAt, $1.name) }
        return oldest.map { drop($0.name) } ?? []
    }

    private static let full = ProtocolError(
        code: .busy,
        command: "ui",
        message: "there are \(limit) screens: forget some with “photoctl ui forget SCREEN”"
    )

    private mutating func drop(_ name: ScreenName) -> [Action] {
        defer { screens[name] = nil }
        return giveUp(name)
    }

    static func unknown(_ name: ScreenName) -> ProtocolError {
        ProtocolError(
            code: .noSuch,
            command: "ui",
            message: "no such screen: \(name); “ui screens” lists them"
        )
    }
}

extension Screen {
    /// Whether it need not be remembered for ever.
    fileprivate var isForgettable: Bool { !name.isChosen || isEmpty }
}
