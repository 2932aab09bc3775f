import PhotoModel

/// Counts added up over a bulk transaction, written once at its end in place of the triggers.
struct CountLedger {
    private struct Place: Hashable {
        let month: MonthKey
        let root: Int64
    }

    private struct Tally {
        var photos: Int64 = 0
        var videos: Int64 = 0

        mutating func add(_ delta: Int64, _ type: AssetType) {
            switch type {
            case .photo: photos += delta
            case .video: videos += delta
            }
        }
    }

    private var months: [Place: Tally] = [:]
    private var groups: [Int64: Tally] = [:]

    mutating func add(_ delta: Int64, month: MonthKey, root: Int64, type: AssetType, group: Int64?) {
        months[Place(month: month, root: root), default: Tally()].add(delta, type)
        if let group { groups[group, default: Tally()].add(delta, type) }
    }

    /// A root is taken out, and its counts with it: what this transaction has taken from them is not owed to anybody any more.
    mutating func forget(root: Int64) {
        months = months.filter { $0.key.root != root }
    }

    func write(to connection: Connection) throws(IndexError) {
        for (place, tally) in months {
            let statement = try connection.statement(
                """
                INSERT INTO month_count (month, root, photos, videos) VALUES (?1, ?2, ?3, ?4)
                    ON CONFLICT DO UPDATE SET photos = photos + excluded.photos, videos = videos + excluded.videos
                """
            )
            statement.bind(Int64(place.month.rawValue), at: 1)
            statement.bind(place.root, at: 2)
            statement.bind(tally.photos, at: 3)
            statement.bind(tally.videos, at: 4)
            try statement.run("counting a month")
        }
        for (group, tally) in groups {
            let statement = try connection.statement(
                "UPDATE grouping SET photos = photos + ?2, videos = videos + ?3 WHERE id = ?1"
            )
            statement.bind(group, at: 1)
            statement.bind(tally.photos, at: 2)
            statement.bind(tally.videos, at: 3)
            try statement.run("counting a group")
        }
    }
}
