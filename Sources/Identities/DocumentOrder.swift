import PhotoModel

/// In which order identity documents are written: the month a photo moves into before the one it leaves. A crash between
/// the two then finds the id in both, where the higher revision wins, and never in neither.
struct DocumentOrder: Sendable {
    /// The months that photos of a month have moved into, by the month they left.
    private var destinations: [MonthKey: Set<MonthKey>] = [:]

    init() {}

    mutating func note(_ changes: [AssetChange]) {
        for change in changes {
            guard let old = change.oldMonth, let new = change.month, old != new else { continue }
            destinations[old, default: []].insert(new)
        }
    }

    mutating func add(_ other: DocumentOrder) {
        destinations.merge(other.destinations) { $0.union($1) }
    }

    func adding(_ other: DocumentOrder) -> DocumentOrder {
        var order = self
        order.add(other)
        return order
    }

    /// Whether photos of a month have moved into any of others: its document is not to be without them before theirs has them.
    func waits(_ month: MonthKey, forAnyOf others: Set<MonthKey>) -> Bool {
        !others.isEmpty && !(destinations[month] ?? []).isDisjoint(with: others)
    }

    /// Newest first, but for the months that others have to go before. Where months have exchanged photos there is no
    /// order that serves both, and the newest of them goes first: its backup has what left it.
    func sorted(_ months: [MonthKey]) -> [MonthKey] {
        var sorted: [MonthKey] = []
        var placed: Set<MonthKey> = []
        let due = Set(months)
        for month in months.sorted(by: >) { place(month, among: due, &placed, &sorted) }
        return sorted
    }

    private func place(
        _ first: MonthKey,
        among due: Set<MonthKey>,
        _ placed: inout Set<MonthKey>,
        _ sorted: inout [MonthKey]
    ) {
        // Depth first, with a stack of its own: a chain of moves is as long as there are months.
        var open: [(month: MonthKey, waitsFor: [MonthKey])] = []
        func begin(_ month: MonthKey) {
            guard placed.insert(month).inserted else { return }
            open.append((month, (destinations[month] ?? []).intersection(due).sorted()))
        }
        begin(first)
        while let last = open.indices.last {
            if let next = open[last].waitsFor.popLast() {
                begin(next)
            } else {
                sorted.append(open.removeLast().month)
            }
        }
    }
}
