import LineProtocol
import PhotoModel

/// What a client knows that follows the changes and nothing else: the month of each id. It finds fault with any event
/// that does not fit what it knows.
struct ChangeMirror {
    private(set) var months: [String: String]
    /// Events that made no sense.
    private(set) var faults: [String] = []

    init(months: [String: String] = [:]) {
        self.months = months
    }

    mutating func apply(_ event: JSONValue) {
        guard let id = event["id"]?.string, let change = event["change"]?.string else {
            return faults.append("not a change: \(event)")
        }
        let before = months[id]
        let month = event["monthKey"]?.string
        let oldMonth = event["oldMonthKey"]?.string
        let isRight =
            switch change {
            case "inserted": before == nil && oldMonth == nil && month != nil
            case "updated": before != nil && oldMonth == before && month != nil
            case "deleted": before != nil && oldMonth == before && month == nil
            default: false
            }
        if !isRight {
            faults.append("\(change) \(id) \(oldMonth ?? "-") → \(month ?? "-"), known: \(before ?? "-")")
        }
        months[id] = month
    }

    mutating func takeFaults() -> [String] {
        defer { faults = [] }
        return faults
    }
}
