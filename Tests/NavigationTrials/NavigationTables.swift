import JSON
import Navigation

/// What there is in the Swift module, for a comparison with the page's tables.
public enum NavigationTables {
    public static var line: [UInt8] {
        var writer = JSONWriter()
        writer.value(
            .object([
                .init(name: "options", value: .array(OptionKey.all.map(option))),
                .init(name: "nodeTypes", value: texts(NodeType.allCases.map(\.rawValue))),
                .init(name: "commands", value: .array(NavigationCommand.Name.allCases.map(command))),
                .init(name: "gestures", value: .array(Gesture.Name.allCases.map(gesture))),
                .init(name: "components", value: .array(components)),
                .init(name: "limits", value: .array(limits.map { .integer(Int64($0)) })),
            ])
        )
        writer.endLine()
        return writer.bytes
    }

    private static let limits = [
        NavigationLimits.nodes, NavigationLimits.depth, NavigationLimits.data, NavigationLimits.waiting,
    ]

    private static func option(_ key: OptionKey) -> JSONValue {
        .array([
            .string(key.name), .string(key.type.description), key.defaultValue, .string("\(key.meaning)"),
        ])
    }

    private static func command(_ name: NavigationCommand.Name) -> JSONValue {
        .array([.string(name.rawValue), texts(name.members.map(\.name))])
    }

    private static func gesture(_ name: Gesture.Name) -> JSONValue {
        .array([.string(name.rawValue), texts(name.members)])
    }

    private static var components: [JSONValue] {
        (Array(Component.internals.values) + Array(Component.externals.values)).sorted { $0.name < $1.name }
            .map { .array([.string($0.name), texts($0.properties.map(\.name))]) }
    }

    private static func texts(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
}
