import EditRules
import LibraryIndex
import PhotoModel
import SidecarText

/// What is known of a video, and so of its frames.
struct FrameFacts: Sendable {
    let date: CaptureDate?
    /// When the video was changed last, in nanoseconds since 1970.
    let modificationTime: Int64
    let place: PlaceMark?
    let description: String?

    /// - Parameters:
    ///   - microseconds: from the video's beginning.
    /// - Returns: what a frame says of itself: of its date nothing where the video says nothing, but was changed last some time.
    func values(at microseconds: Int64) -> SidecarValues {
        var values = EditedValues()
        if let date = date(at: microseconds) { values.date = .value(date) }
        if let place { values.place = .value(place) }
        if let description { values.description = .value(description) }
        return values.inPhoto
    }

    /// Whether somebody has said the date, and no file may have to say it.
    var isDateSaid: Bool { date?.source == .overlay }

    /// What has to be said of a frame's date beside its file: of a year to come, or of a clock that was never set, no file is
    /// believed.
    ///
    /// - Parameter file: what its file says, as it is read.
    func unreadDate(at microseconds: Int64, beside file: CaptureDate?) -> CaptureDate? {
        guard isDateSaid, let date = date(at: microseconds).flatMap({ SaidDate.date(SaidDate.text($0)) })
        else { return nil }
        return date.localTime == file?.localTime ? nil : date
    }

    private func date(at microseconds: Int64) -> CaptureDate? {
        guard var date, date.source != .modificationTime else { return nil }
        let (time, overflows) = date.localTime.microseconds.addingReportingOverflow(microseconds)
        guard !overflows, (LocalTime.first.microseconds...LocalTime.last.microseconds).contains(time) else {
            return date
        }
        date.localTime = LocalTime(microseconds: time)
        if date.precision == .second { date.fractionDigits = 3 }
        // A day has none.
        if date.precision.rawValue > DatePrecision.hour.rawValue { date.offsetMinutes = nil }
        return date
    }

    /// When a frame was changed last, if that is all that is known of its date; `nil`: now.
    func modificationTime(at microseconds: Int64) -> Int64? {
        guard date?.source == .modificationTime else { return nil }
        let (nanoseconds, isTooLong) = microseconds.multipliedReportingOverflow(by: 1000)
        let (time, isTooLate) = modificationTime.addingReportingOverflow(nanoseconds)
        return isTooLong || isTooLate ? modificationTime : time
    }
}

extension FrameFacts {
    init(_ record: AssetRecord) {
        date = record.date
        modificationTime = record.stamp.modificationTime
        if let latitude = record.latitude, let longitude = record.longitude {
            place = .at(latitude: latitude, longitude: longitude, altitude: record.altitude)
        } else {
            place = nil
        }
        description = record.description
    }
}
