/// Values under keys, so many as there is room for: what goes beyond has the one forgotten that was noted first.
struct LatestValues<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let limit: Int
    private var known: [Key: Value] = [:]
    /// In the order in which they were noted; those before `first` are forgotten.
    private var order: [Key] = []
    private var first = 0

    init(limit: Int) { self.limit = limit }

    subscript(key: Key) -> Value? { known[key] }

    mutating func note(_ value: Value, for key: Key) {
        guard known.updateValue(value, forKey: key) == nil else { return }
        order.append(key)
        guard known.count > limit else { return }
        known[order[first]] = nil
        first += 1
        guard first >= limit else { return }
        order.removeFirst(first)
        first = 0
    }
}
