import JSON

extension OptionType {
    /// Whether a value is one of this type. `null` is for none.
    func fits(_ value: JSONValue) -> Bool {
        switch self {
        case .bool: value.bool != nil
        case .text: value.string != nil
        case .color: Self.isColor(value)
        case .number(let range): value.double.map(range.contains) ?? false
        case .integer(let range):
            value.double.map { $0 == $0.rounded(.towardZero) && range.contains($0) } ?? false
        case .words(let words): value.string.map(words.contains) ?? false
        case .wordList(let words): Self.isList(value) { $0.string.map(words.contains) ?? false }
        case .component: Self.isComponent(value)
        case .buttons: Self.isList(value) { Self.isObject($0, Self.buttonMembers, needed: ["id"]) }
        case .insets: Self.isObject(value, Self.insetMembers)
        case .motion: Self.isObject(value, Self.motionMembers)
        case .elements:
            Self.isList(value) {
                Self.isObject($0, Self.motionMembers.merging(["id": Self.isText]) { $1 }, needed: ["id"])
            }
        case .sharedElements:
            Self.isList(value) { Self.isObject($0, Self.sharedMembers, needed: ["fromId", "toId"]) }
        case .actions: Self.isList(value) { Self.isObject($0, Self.actionMembers, needed: ["id", "title"]) }
        }
    }

    private typealias Members = [String: @Sendable (JSONValue) -> Bool]

    private static func isList(_ value: JSONValue, of fits: (JSONValue) -> Bool) -> Bool {
        value.array.map { $0.allSatisfy(fits) } ?? false
    }

    private static func isObject(_ value: JSONValue, _ known: Members, needed: [String] = []) -> Bool {
        guard let members = value.members else { return false }
        return needed.allSatisfy { value[$0] != nil }
            && members.allSatisfy { known[$0.name]?($0.value) ?? false }
    }

    @Sendable private static func isText(_ value: JSONValue) -> Bool { value.string != nil }
    @Sendable private static func isFlag(_ value: JSONValue) -> Bool { value.bool != nil }
    @Sendable private static func isNumber(_ value: JSONValue) -> Bool { value.double != nil }
    @Sendable private static func isLength(_ value: JSONValue) -> Bool {
        value.double.map((0...10_000).contains) ?? false
    }
    /// Milliseconds.
    @Sendable private static func isTime(_ value: JSONValue) -> Bool {
        value.double.map((0...60_000).contains) ?? false
    }

    @Sendable private static func isColor(_ value: JSONValue) -> Bool {
        guard let text = value.string else { return false }
        if text == "transparent" { return true }
        let bytes = Array(text.utf8)
        return bytes.first == UInt8(ascii: "#") && [4, 5, 7, 9].contains(bytes.count)
            && bytes.dropFirst().allSatisfy { HexDigit.value($0) != nil }
    }

    @Sendable private static func isInterpolation(_ value: JSONValue) -> Bool {
        ["linear", "accelerate", "decelerate", "accelerateDecelerate", "overshoot"].contains(value.string)
    }

    @Sendable private static func isComponent(_ value: JSONValue) -> Bool {
        guard let members = value.members, members.allSatisfy({ ["name", "passProps"].contains($0.name) }),
            let name = value["name"]?.string, let component = Component.internals[name]
        else { return false }
        let passProps = value["passProps"]
        guard passProps == nil || passProps?.members != nil else { return false }
        return component.wrongProperty(in: passProps) == nil
    }

    private static let course: Members = [
        "duration": isTime, "delay": isTime, "interpolation": isInterpolation,
    ]

    private static let numberChange: Members = course.merging(["from": isNumber, "to": isNumber]) { $1 }
    private static let colorChange: Members = course.merging(["from": isColor, "to": isColor]) { $1 }

    private static let motionMembers: Members = {
        var members = course
        for name in [
            "alpha", "scale", "scaleX", "scaleY", "translationX", "translationY", "rotation", "x", "y",
            "width", "height", "cornerRadius",
        ] {
            members[name] = { isObject($0, numberChange) }
        }
        members["color"] = { isObject($0, colorChange) }
        return members
    }()

    private static let sharedMembers: Members = course.merging(["fromId": isText, "toId": isText]) { $1 }

    private static let insetMembers: Members = [
        "top": isLength, "right": isLength, "bottom": isLength, "left": isLength,
    ]

    private static let buttonMembers: Members = [
        "id": isText, "text": isText, "icon": isText, "accessibilityLabel": isText, "testID": isText,
        "enabled": isFlag, "color": isColor, "disabledColor": isColor, "fontSize": isLength,
        "component": isComponent,
    ]

    private static let actionMembers: Members = [
        "id": isText, "title": isText,
        "style": { ["default", "destructive", "selected"].contains($0.string) },
    ]
}
