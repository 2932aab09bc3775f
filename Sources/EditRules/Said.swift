/// What somebody says of a property of a photo: a value, or nothing, so that what its file says counts.
public enum Said<Value: Hashable & Sendable>: Hashable, Sendable {
    case value(Value)
    case unset

    public init(_ value: Value?) {
        self = value.map { .value($0) } ?? .unset
    }

    public var value: Value? {
        if case .value(let value) = self { value } else { nil }
    }
}
