import LineProtocol
import Navigation

/// A command to screens, as somebody gave it.
struct ScreenCommand: Sendable {
    let name: String
    /// The text of its members; empty for one that has none.
    let text: [UInt8]
}

extension ScreenTable {
    /// Gives a command to one screen, or to all that are open.
    ///
    /// - Returns: its number, and what is to be done. Who gave it is told by `line` and `end`, which may be among these already.
    /// - Throws: where it is none, or there is no such screen.
    mutating func give(
        _ command: ScreenCommand,
        to target: ScreenName?
    ) throws(ProtocolError) -> (number: Int, actions: [Action]) {
        let number = commandCount + 1
        let input: NavigationInput
        do throws(NavigationError) {
            input = try .command(id: "\(number)", name: command.name, parsing: command.text)
        } catch { throw error.refusal }
        let names = try targets(target)
        commandCount = number
        waiting[number] = Waiting(screens: Set(names), isSingle: target != nil)
        let message = ScreenMessages.told(input)
        var actions: [Action] = []
        for name in names { actions += give(input, message, to: name, number) }
        return (number, actions)
    }

    private func targets(_ target: ScreenName?) throws(ProtocolError) -> [ScreenName] {
        guard let target else {
            let names = sorted.filter(\.isOpen).map(\.name)
            guard names.isEmpty else { return names }
            throw Self.closed("no screen is open")
        }
        guard screens[target]?.isOpen == true else { throw Self.closed("no page shows the screen \(target)") }
        return [target]
    }

    private static func closed(_ what: String) -> ProtocolError {
        ProtocolError(
            code: .noSuch,
            command: "ui",
            message:
                "\(what): “photoctl gallery” opens one, with ?screen=NAME in its address one of that name"
        )
    }

    private mutating func give(
        _ input: NavigationInput,
        _ message: [UInt8],
        to name: ScreenName,
        _ number: Int
    ) -> [Action] {
        guard screens[name]?.hasRoom(for: message.count) == true else {
            return over(number, on: name, refused: Self.noRoom)
        }
        let outputs = screens[name]?.receive(input, size: message.count) ?? []
        // What was refused at once has changed nothing: the page need not know.
        if case .refused? = outputs.first, outputs.count == 1 { return actions(of: outputs, on: name) }
        return tell(message, to: name) + actions(of: outputs, on: name)
    }

    static let noRoom = NavigationError(.busy, "too much is waiting: try again later")

    func tell(_ message: [UInt8], to name: ScreenName) -> [Action] {
        screens[name]?.stream.map { [.tell(stream: $0, message)] } ?? []
    }

    /// Who waits for a command waits no longer.
    mutating func timeOut(_ number: Int, after time: Duration) -> [Action] {
        guard let command = waiting.removeValue(forKey: number) else { return [] }
        let (seconds, rest) = time.components
        let message =
            "it was not done in \(rest == 0 ? "\(seconds)" : "\(time / .seconds(1))") s, and stays in its turn"
        guard !command.isSingle else {
            let names = command.screens.map(\.description).joined()
            let error = ProtocolError(code: .timeout, command: "ui", message: "\(names): \(message)")
            return [.end(command: number, error)]
        }
        return command.screens.sorted().map { name in
            .line(command: number, ScreenLines.late(name, command: number, message))
        } + [.end(command: number, nil)]
    }

    /// Nobody is there any more who waits for it. It stays in its turn.
    mutating func leave(_ number: Int) { waiting[number] = nil }
}

// MARK: - What machines say

extension ScreenTable {
    mutating func actions(of outputs: [NavigationOutput], on name: ScreenName) -> [Action] {
        var actions: [Action] = []
        var times: [String: Double] = [:]
        for output in outputs {
            switch output {
            case .event(let event):
                if case .commandCompleted(let command, _, _, let time) = event { times[command] = time }
                actions.append(self.event(name, event.name, event.members))
            case .carryOut(let transition):
                if transition.name != "restore" { actions.append(.changed(name)) }
            case .done(let id, let component):
                guard let number = Int(id) else { continue }
                let line = ScreenLines.done(
                    name,
                    command: number,
                    component: component,
                    time: times[id] ?? 0
                )
                actions += over(number, on: name, line)
            case .refused(let id, let error):
                guard let number = Int(id) else { continue }
                actions += over(number, on: name, refused: error)
            }
        }
        return actions
    }

    /// A command is over on one screen.
    private mutating func over(_ number: Int, on name: ScreenName, _ line: [UInt8]) -> [Action] {
        guard waiting[number]?.screens.remove(name) != nil else { return [] }
        let isLast = waiting[number]?.screens.isEmpty ?? true
        if isLast { waiting[number] = nil }
        return [.line(command: number, line)] + (isLast ? [.end(command: number, nil)] : [])
    }

    private mutating func over(_ number: Int, on name: ScreenName, refused error: NavigationError) -> [Action]
    {
        guard let command = waiting[number], command.screens.contains(name) else { return [] }
        guard command.isSingle else {
            return over(number, on: name, ScreenLines.refused(name, command: number, error))
        }
        waiting[number] = nil
        return [.end(command: number, error.refusal)]
    }

    /// What waits for a screen that is dropped is over.
    mutating func giveUp(_ name: ScreenName) -> [Action] {
        let error = NavigationError(.noSuch, node: nil, "the screen was forgotten before it was done")
        return waiting.keys.sorted().flatMap { over($0, on: name, refused: error) }
    }
}

extension NavigationError {
    /// As an ACK says it: the error, the node and the key are in its message.
    var refusal: ProtocolError { ProtocolError(code: replyCode, command: "ui", message: description) }
}
