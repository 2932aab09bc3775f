import PhotoModel

/// Collects the changes of one transaction and nets them: at most one line an asset.
///
/// A file that is moved over another, or goes and comes back within the transaction, is one line saying what a
/// client has to do, not a story of how it came to pass.
struct ChangeRecorder {
    private struct Entry {
        let id: AssetID
        /// Before the transaction; `nil`: did not exist.
        let before: LoggedState?
        /// Now; `nil`: does not exist.
        var after: LoggedState?
    }

    private var entries: [Entry] = []
    private var positions: [AssetID: Int] = [:]

    var isEmpty: Bool { entries.isEmpty }

    mutating func record(_ id: AssetID, before: LoggedState?, after: LoggedState?) {
        if let position = positions[id] {
            entries[position].after = after
        } else {
            positions[id] = entries.count
            entries.append(Entry(id: id, before: before, after: after))
        }
    }

    /// The net changes, numbered from `first` in the order they were first recorded.
    func changes(startingAt first: Int64) -> [AssetChange] {
        var sequence = first
        var changes: [AssetChange] = []
        changes.reserveCapacity(entries.count)
        for entry in entries {
            let kind: AssetChange.Kind
            switch (entry.before, entry.after) {
            case (nil, nil): continue
            case (nil, _): kind = .inserted
            case (_, nil): kind = .deleted
            default: kind = .updated
            }
            changes.append(
                AssetChange(
                    sequence: sequence,
                    kind: kind,
                    id: entry.id,
                    month: entry.after?.month,
                    oldMonth: entry.before?.month,
                    type: entry.after?.type,
                    oldType: entry.before?.type
                )
            )
            sequence += 1
        }
        return changes
    }
}
