import JSON
import LineProtocol
import Navigation

/// Why a page may say nothing of a screen.
enum PageFault: Error, Hashable, Sendable {
    case unknownScreen
    /// Another page, or none, shows the screen.
    case otherStream
    case refused(NavigationError)
}

extension ScreenTable {
    /// A page says something of the screen that it shows.
    ///
    /// - Returns: what is to be done, and why the line is refused where it is.
    mutating func hear(
        _ line: [UInt8],
        from stream: Int,
        of name: ScreenName
    ) -> (actions: [Action], fault: PageFault?) {
        guard screens[name] != nil else { return ([], .unknownScreen) }
        guard screens[name]?.stream == stream else { return ([], .otherStream) }
        let message: PageMessage
        do throws(NavigationError) {
            message = try PageMessage(parsing: line, commandID: "\(commandCount + 1)")
        } catch { return ([], .refused(error)) }
        switch message {
        case .constants(let constants):
            screens[name]?.constants = constants
            return ([], nil)
        case .input(let input): return hear(input, size: line.count, of: name)
        }
    }

    private mutating func hear(
        _ input: NavigationInput,
        size: Int,
        of name: ScreenName
    ) -> (actions: [Action], fault: PageFault?) {
        var (isCommand, mayWait) = (false, true)
        switch input {
        case .command: isCommand = true
        case .gesture: break
        case .launched, .finished: mayWait = false
        }
        if isCommand { commandCount += 1 }
        guard !mayWait || screens[name]?.hasRoom(for: size) ?? false else {
            return ([], .refused(Self.noRoom))
        }
        let outputs = screens[name]?.receive(input, size: size) ?? []
        // Of a gesture that comes to nothing the page's own machine says so.
        if isCommand, case .refused(_, let error)? = outputs.first, outputs.count == 1 {
            return ([], .refused(error))
        }
        return (tell(ScreenMessages.told(input), to: name) + actions(of: outputs, on: name), nil)
    }
}
