import JSON

/// docs/navigation.md says what each of these does.
extension OptionKey {
    static let animations: [OptionKey] = [
        "setRoot", "setStackRoot", "push", "pop", "showModal", "dismissModal",
    ]
    .flatMap(animation)

    /// A new root has nothing before it whose elements it could take over.
    private static func animation(of command: String) -> [OptionKey] {
        let group = "animations.\(command)"
        let whole = [
            OptionKey("\(group).enabled", .bool, .bool(true)),
            OptionKey("\(group).waitForRender", .bool, .bool(false)),
            OptionKey("\(group).enter", .motion, .null),
            OptionKey("\(group).exit", .motion, .null),
        ]
        if command == "setRoot" || command == "setStackRoot" { return whole }
        return whole + [
            OptionKey("\(group).elements", .elements, .array([])),
            OptionKey("\(group).sharedElements", .sharedElements, .array([])),
        ]
    }
}
