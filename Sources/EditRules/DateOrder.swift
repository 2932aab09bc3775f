import PhotoModel

/// The date that an edit gives each of its photos, which may follow from what is known of the photo.
public struct DateOrder: Hashable, Sendable {
    /// Where it begins.
    public enum Base: Hashable, Sendable {
        /// The date that the photo has.
        case current
        case said(CaptureDate)
        case fileName
        case modificationTime
        /// The date of another photo, by the word that names it.
        case photo(String)
    }

    public var base: Base
    public var shift: TimeShift
    /// Minutes east of UTC; `nil`: that of the base.
    public var offsetMinutes: Int?

    public init(base: Base, shift: TimeShift = TimeShift(seconds: 0), offsetMinutes: Int? = nil) {
        self.base = base
        self.shift = shift
        self.offsetMinutes = offsetMinutes
    }

    /// Why a photo cannot have the date.
    public enum Problem: Error, Hashable, Sendable {
        /// The base has none.
        case noDate
        /// Not that exactly is the base known.
        case tooVague(DatePrecision)
        /// No calendar of four digits a year has it.
        case outsideCalendar
    }

    /// - Parameter date: the base's; `nil`: there is none.
    public func date(from date: CaptureDate?) throws(Problem) -> CaptureDate {
        guard var result = date, result.source != .none else { throw .noDate }
        if shift.seconds != 0 {
            switch result.precision {
            case .year, .month: throw .tooVague(result.precision)
            case .day where shift.seconds % 86_400 != 0: throw .tooVague(.day)
            case .day, .hour, .minute, .second: break
            }
            // Whoever moves a date by minutes knows them.
            if result.precision == .hour, shift.seconds % 3600 != 0 { result.precision = .minute }
            if result.precision == .minute, shift.seconds % 60 != 0 { result.precision = .second }
            let moved = result.localTime.microseconds.addingSaturating(
                shift.seconds.multipliedSaturating(by: 1_000_000)
            )
            guard moved >= LocalTime.first.microseconds, moved <= LocalTime.last.microseconds
            else {
                throw .outsideCalendar
            }
            result.localTime = LocalTime(microseconds: moved)
        }
        if let offsetMinutes {
            // A day has no offset.
            guard result.precision.rawValue <= DatePrecision.hour.rawValue else {
                throw .tooVague(result.precision)
            }
            result.offsetMinutes = offsetMinutes
        }
        // As it is written down: what its text does not say is not meant.
        guard let plain = SaidDate.date(SaidDate.text(result)) else { throw .outsideCalendar }
        return plain
    }
}
