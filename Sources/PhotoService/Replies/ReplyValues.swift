import LibraryIndex
import LineProtocol
import PhotoModel

/// Values of the library as the wire has them.
extension JSONWriter {
    mutating func assetID(_ id: AssetID) {
        plainString(upTo: AssetID.textLength) { id.store(at: $0) }
    }

    /// `2016-11` or `undated`.
    mutating func month(_ month: MonthKey) {
        plainString(upTo: MonthKey.textLength) { month.store(at: $0) }
    }

    mutating func localTime(_ date: CaptureDate) {
        plainString(upTo: LocalTime.maximumTextLength) {
            date.localTime.store(at: $0, fractionDigits: date.fractionDigits)
        }
    }

    /// `+02:00`.
    mutating func offset(minutes: Int) {
        let size = min(minutes.magnitude, 99 * 60 + 59)
        let zero = UInt8(ascii: "0")
        plainString(upTo: 6) { text in
            text[0] = minutes < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+")
            text[1] = zero + UInt8(size / 600)
            text[2] = zero + UInt8(size / 60 % 10)
            text[3] = UInt8(ascii: ":")
            text[4] = zero + UInt8(size % 60 / 10)
            text[5] = zero + UInt8(size % 10)
            return 6
        }
    }

    mutating func clock(_ clock: Clock) {
        plainString(Array(clock.description.utf8))
    }

    /// Text that needs no escapes.
    mutating func plainString(_ bytes: [UInt8]) {
        beginString()
        bytes.withUnsafeBytes { raw($0) }
        endString()
    }

    mutating func counts(_ summary: MonthSummary) {
        counts(photos: summary.photoCount, videos: summary.videoCount)
    }

    mutating func counts(_ summary: GroupSummary) {
        counts(photos: summary.photoCount, videos: summary.videoCount)
    }

    /// The three counts of a month or a group.
    private mutating func counts(photos: Int, videos: Int) {
        member("totalCount", photos + videos)
        member("photoCount", photos)
        member("videoCount", videos)
    }

    mutating func change(_ change: AssetChange) {
        member("change", change.kind.name)
        key("id")
        assetID(change.id)
        if let now = change.month {
            key("monthKey")
            month(now)
        }
        if let old = change.oldMonth {
            key("oldMonthKey")
            month(old)
        }
    }
}
