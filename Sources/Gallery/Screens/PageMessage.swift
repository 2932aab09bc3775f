import JSON
import Navigation

/// One line of what a page tells of its screen.
enum PageMessage {
    case input(NavigationInput)
    case constants(ScreenConstants)

    /// - Parameter commandID: of a command that the page gives by itself.
    /// - Throws: `malformed` where it is no such line.
    init(parsing line: [UInt8], commandID: String) throws(NavigationError) {
        let value = try JSONValue.layoutText(line)
        if let said = value["constants"] {
            switch ScreenConstants.read(said) {
            case .success(let constants): self = .constants(constants)
            case .failure(let wrong): throw NavigationError(.malformed, key: wrong.key)
            }
            return
        }
        let input = try NavigationInput(value, commandID: commandID)
        if case .launched = input {
            throw NavigationError(.malformed, key: "launched", "a page has begun when its stream has")
        }
        self = .input(input)
    }
}
