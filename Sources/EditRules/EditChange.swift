/// What an edit changes of a photo: the properties that are others afterwards, as they were and as they are then.
public struct EditChange: Hashable, Sendable {
    public let was: EditedValues
    public let now: EditedValues

    /// - Parameters:
    ///   - current: all properties.
    ///   - wanted: those that are asked for.
    /// - Returns: `nil` where they are so already.
    public init?(from current: EditedValues, to wanted: EditedValues) {
        let now = wanted.leavingOut(current)
        guard !now.isEmpty else { return nil }
        self.init(was: current.spoken(ofIn: now), now: now)
    }

    public init(was: EditedValues, now: EditedValues) {
        self.was = was
        self.now = now
    }

    public var reversed: EditChange { EditChange(was: now, now: was) }

    public enum Step: Hashable, Sendable {
        /// Nobody has touched the properties: they are as they were.
        case due
        case done
        /// Somebody has given one of them another value.
        case overtaken
    }

    /// How far it has come, by what a photo's properties are.
    public func step(at current: EditedValues) -> Step {
        let current = current.spoken(ofIn: now)
        if current == now { return .done }
        return current == was ? .due : .overtaken
    }
}
