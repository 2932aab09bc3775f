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
        /// Nobody has touched the properties: some are as they were, and the others as they are to be.
        case due
        case done
        /// Somebody has given one of them another value.
        case overtaken
    }

    /// How far it has come.
    ///
    /// - Parameters:
    ///   - current: all properties of a photo.
    ///   - beneath: what its files say; of what they say nothing it is unset, and silent where nobody knows.
    public func step(at current: EditedValues, over beneath: EditedValues = EditedValues()) -> Step {
        let open = said(at: current, over: beneath).leavingOut(now)
        if open.isEmpty { return .done }
        return open.leavingOut(was).isEmpty ? .due : .overtaken
    }

    /// Whether the properties that `part` speaks of are as they were.
    ///
    /// - Parameters: as above.
    public func isDue(_ part: EditedValues, at current: EditedValues, over beneath: EditedValues) -> Bool {
        said(at: current, over: beneath).spoken(ofIn: part).leavingOut(was).isEmpty
    }

    /// What is said of the properties. What files have said since in place of what lay over them nobody else has said: it is
    /// what was said before, or what was to be.
    private func said(at current: EditedValues, over beneath: EditedValues) -> EditedValues {
        var said = current.spoken(ofIn: now)
        for property in said.properties where said.speech(of: property) == .unset {
            guard let own = [now, was].first(where: { $0.isSaid(by: beneath, on: property) }) else {
                continue
            }
            said.take(property, from: own)
        }
        return said
    }
}
