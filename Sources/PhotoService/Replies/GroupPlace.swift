import CaptureRules
import PhotoModel

/// Where a group stands in a list of groups: by name, Other last.
struct GroupPlace: Comparable {
    /// `nil` is Other.
    private let order: GroupOrder?

    init(_ name: String?) {
        order = name.map(GroupOrder.init)
    }

    static func < (left: GroupPlace, right: GroupPlace) -> Bool {
        guard let first = left.order else { return false }
        guard let second = right.order else { return true }
        return first < second
    }
}

extension [GroupSummary] {
    func inListedOrder() -> [GroupSummary] {
        map { (group: $0, place: GroupPlace($0.name)) }.sorted { $0.place < $1.place }.map(\.group)
    }
}
