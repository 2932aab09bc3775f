import PhotoModel

/// The date that IPTC splits into a day (2:55) and a time (2:60).
///
/// Taken: `20160912` (IIM 4.2, §6: CCYYMMDD, unknown parts `00`) and `2016-09-12`; `123456+0200`,
/// `12:34:56+02:00` and either without the offset. Without a time that can be read, the day is known and no
/// more.
struct IPTCDate: Hashable {
    let date: DateText

    init(day: String, time: String?, latest: LocalTime) throws(DateRejection) {
        let day = Self.spread(day, by: "-", lengths: [4, 2, 2])
        guard let time else {
            date = try DateText(day, latest: latest)
            return
        }
        do throws(DateRejection) {
            date = try DateText("\(day)T\(Self.spread(time, by: ":", lengths: [2, 2, 2]))", latest: latest)
        } catch {
            // It is the whole date once that is no future any more.
            guard error != .future else { throw error }
            // A time takes nothing away from a month or a year.
            date = try DateText(day, latest: latest)
        }
    }

    /// `20160912` becomes `2016-09-12`; what does not begin with that many digits stays, up to a NUL.
    private static func spread(_ text: String, by separator: Character, lengths: [Int]) -> String {
        let text = text.prefix { $0 != "\0" }
        let bytes = text.utf8
        let count = lengths.reduce(0, +)
        guard bytes.count >= count, bytes.prefix(count).allSatisfy({ ByteScanner.digit($0) != nil }) else {
            return String(text)
        }
        var rest = text
        var parts: [Substring] = []
        for length in lengths {
            parts.append(rest.prefix(length))
            rest = rest.dropFirst(length)
        }
        return parts.joined(separator: String(separator)) + rest
    }
}
