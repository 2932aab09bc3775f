import LibraryIndex
import LineProtocol
import PhotoModel
import Synchronization

/// The months as `months` tells them, kept: a widget asks every second, and a new photo changes one of hundreds. After
/// a transaction only the months it touched are counted again.
final class MonthsCache: Sendable {
    private struct Month {
        let summary: MonthSummary
        /// `nil` where nothing of it can be read.
        let cover: AssetID?
        let guessed: MonthSummary

        init(_ summary: MonthSummary, _ reader: IndexReader) throws(IndexError) {
            self.summary = summary
            cover = try reader.cover(of: summary.month)
            guessed = try reader.guessedCount(of: summary.month)
        }
    }

    private struct State {
        /// `nil` before the first question.
        var months: [MonthKey: Month]?
        var stale: Set<MonthKey> = []
        var version: UInt64 = 0
        /// Encoded replies, by what was asked for: all, photos, videos.
        var replies: [AssetType?: [UInt8]] = [:]
    }

    private let state = Mutex(State())

    /// The counts or covers of these months have changed.
    func forget(_ months: Set<MonthKey>) {
        guard !months.isEmpty else { return }
        state.withLock { state in
            state.version += 1
            state.replies = [:]
            if state.months != nil { state.stale.formUnion(months) }
        }
    }

    /// The counts are another index's.
    func forgetAll() {
        state.withLock { state in
            state.version += 1
            state.replies = [:]
            state.months = nil
            state.stale = []
        }
    }

    /// Goes up with each `forget`.
    var version: UInt64 { state.withLock { $0.version } }

    /// The reply, where nothing has changed since it was made.
    func reply(for type: AssetType?) -> [UInt8]? {
        state.withLock { $0.replies[type] }
    }

    /// The reply as of a snapshot. It is kept unless something has changed since the snapshot was taken.
    func reply(for type: AssetType?, _ snapshot: Snapshot) throws(IndexError) -> [UInt8] {
        let reader = snapshot.reader
        let known = state.withLock { state -> (months: [MonthKey: Month]?, stale: Set<MonthKey>)? in
            // What became stale later is not to be counted in this snapshot.
            state.version == snapshot.monthsVersion ? (state.months, state.stale) : nil
        }
        var months: [MonthKey: Month]
        if let known, let counted = known.months {
            months = counted
            for month in known.stale {
                let summary = try reader.count(of: month)
                months[month] = summary.totalCount == 0 ? nil : try Month(summary, reader)
            }
        } else {
            months = [:]
            for summary in try reader.months() { months[summary.month] = try Month(summary, reader) }
        }
        let reply = Self.encode(months, only: type)
        state.withLock { state in
            guard state.version == snapshot.monthsVersion else { return }
            state.months = months
            state.stale = []
            state.replies[type] = reply
        }
        return reply
    }

    private static func encode(_ months: [MonthKey: Month], only type: AssetType?) -> [UInt8] {
        var json = JSONWriter(capacity: 32 << 10)
        for month in months.values.sorted(by: { $0.summary.month > $1.summary.month }) {
            let counted = month.summary.only(type)
            guard counted.totalCount > 0 else { continue }
            json.beginObject()
            json.month(summary: counted)
            json.member("guessedCount", month.guessed.only(type).totalCount)
            if let cover = month.cover {
                json.key("cover")
                json.assetID(cover)
            }
            json.endObject()
            json.endLine()
        }
        return json.bytes
    }
}

extension JSONWriter {
    /// A month's members, without the braces around them.
    mutating func month(summary: MonthSummary) {
        key("monthKey")
        month(summary.month)
        key("year")
        if let year = summary.month.year { integer(year) } else { null() }
        key("month")
        if let month = summary.month.month { integer(month) } else { null() }
        member("monthName", summary.month.name)
        counts(summary)
    }
}
