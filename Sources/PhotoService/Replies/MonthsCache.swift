import LibraryIndex
import LineProtocol
import PhotoModel
import Synchronization

/// The months as `months` tells them, kept: a widget asks every second, and a new photo changes one of hundreds. After
/// a transaction only the months it touched are counted again.
final class MonthsCache: Sendable {
    private struct State {
        /// `nil` before the first question.
        var months: [MonthKey: MonthSummary]?
        var stale: Set<MonthKey> = []
        var version: UInt64 = 0
        /// Encoded replies, by what was asked for: all, photos, videos.
        var replies: [AssetType?: [UInt8]] = [:]
    }

    private let state = Mutex(State())

    /// The counts of these months have changed.
    func forget(_ months: Set<MonthKey>) {
        guard !months.isEmpty else { return }
        state.withLock { state in
            state.version += 1
            state.replies = [:]
            if state.months != nil { state.stale.formUnion(months) }
        }
    }

    /// The reply, where nothing has changed since it was made.
    func reply(for type: AssetType?) -> [UInt8]? {
        state.withLock { $0.replies[type] }
    }

    /// Makes the reply, and keeps it unless counts change meanwhile.
    func makeReply(for type: AssetType?, _ reader: IndexReader) throws(IndexError) -> [UInt8] {
        let before = state.withLock { ($0.months, $0.stale, $0.version) }
        let months: [MonthKey: MonthSummary]
        if var known = before.0 {
            for month in before.1 {
                let summary = try reader.count(of: month)
                known[month] = summary.totalCount == 0 ? nil : summary
            }
            months = known
        } else {
            months = Dictionary(try reader.months().map { ($0.month, $0) }) { first, _ in first }
        }
        let reply = Self.encode(months, only: type)
        state.withLock { state in
            // What was counted before a change must not be kept after it.
            guard state.version == before.2 else { return }
            state.months = months
            state.stale = []
            state.replies[type] = reply
        }
        return reply
    }

    private static func encode(_ months: [MonthKey: MonthSummary], only type: AssetType?) -> [UInt8] {
        var json = JSONWriter(capacity: 32 << 10)
        for month in months.values.sorted(by: { $0.month > $1.month }) {
            let counted = month.only(type)
            guard counted.totalCount > 0 else { continue }
            json.beginObject()
            json.month(summary: counted)
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
