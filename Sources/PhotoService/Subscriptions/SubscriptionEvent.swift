import LibraryIndex
import LineServer
import PhotoModel

/// What subscribers are told of, once for all of them: the parts are shared, not copied.
enum SubscriptionEvent: LineEvent {
    /// A transaction: its changes, and the counts of the months and groups it touched as they were read after
    /// it.
    case committed(CommittedChanges, months: [MonthSummary], groups: [GroupSummary])
    /// The encoded members of `status` but for its clock, and that: the index's; `nil` while the index is made anew.
    case status([UInt8], clock: Clock?)

    var weight: Int {
        switch self {
        case .committed(let changes, let months, let groups):
            1 + changes.changes.count + months.count + groups.count
        case .status: 1
        }
    }

    var isState: Bool {
        switch self {
        case .committed: false
        case .status: true
        }
    }
}
