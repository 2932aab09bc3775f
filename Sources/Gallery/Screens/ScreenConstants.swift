import JSON

/// What a page tells of the display it is on.
struct ScreenConstants: Hashable, Sendable {
    static let numbers = [
        "width", "height", "statusBarHeight", "topBarHeight", "bottomTabsHeight", "pixelRatio",
    ]
    private static let orientations = ["portrait", "landscape"]

    /// By their names, in the order in which they are told.
    private(set) var members: [JSONValue.Member] = []

    init() {}

    /// What the address of a page's stream says.
    init(width: String?, height: String?) {
        for (name, text) in [("width", width), ("height", height)] {
            guard let value = text.flatMap({ Double($0) }), Self.isSize(value) else { continue }
            members.append(.init(name: name, value: .number(value)))
        }
    }

    /// - Returns: `nil` where a member is none, or not what it should be; then its name.
    static func read(_ value: JSONValue) -> Result<ScreenConstants, Wrong> {
        var constants = ScreenConstants()
        guard let said = value.members else { return .failure(Wrong(key: "constants")) }
        for name in numbers + ["orientation"] {
            guard let value = value[name] else { continue }
            let fits =
                name == "orientation"
                ? orientations.contains(value.string ?? "") : value.double.map(isSize) ?? false
            guard fits else { return .failure(Wrong(key: name)) }
            constants.members.append(.init(name: name, value: value))
        }
        let known = Set(numbers + ["orientation"])
        if let other = said.first(where: { !known.contains($0.name) }) {
            return .failure(Wrong(key: other.name))
        }
        return .success(constants)
    }

    subscript(name: String) -> JSONValue? { members.first { $0.name == name }?.value }

    /// A member that is none, or has another value than it can.
    struct Wrong: Error, Hashable {
        let key: String
    }

    private static func isSize(_ value: Double) -> Bool { (0...1_000_000).contains(value) }
}
