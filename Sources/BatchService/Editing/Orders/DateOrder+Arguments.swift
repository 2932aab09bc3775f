import EditRules
import LineProtocol
import PhotoModel

extension DateOrder {
    /// Of `date=`, `shift=` and `offset=`; `nil` where none is there.
    init?(_ arguments: Arguments) throws(ProtocolError) {
        let request = arguments.request
        let offset = try Self.offset(arguments)
        let shift = try Self.shift(arguments)
        guard let text = request[option: "date"] else {
            guard offset != nil || shift != nil else { return nil }
            self.init(base: .current, shift: shift ?? TimeShift(seconds: 0), offsetMinutes: offset)
            return
        }
        guard shift == nil else {
            throw arguments.failure("date= and shift= exclude each other; give one of them")
        }
        switch text {
        case "filename": self.init(base: .fileName, offsetMinutes: offset)
        case "mtime": self.init(base: .modificationTime, offsetMinutes: offset)
        default:
            if text.hasPrefix("photo:") {
                self.init(base: .photo(String(text.dropFirst(6))), offsetMinutes: offset)
            } else if let date = SaidDate.date(text) {
                self.init(base: .said(date), offsetMinutes: offset)
            } else {
                throw arguments.failure(
                    "date=\(ProtocolError.excerpt(text)) is no date; write 2004-12-24T18:00:00, or less where less is known "
                        + "(2004-12-24, 2004-12, 2004), or filename, mtime or photo:ID+1h"
                )
            }
        }
    }

    private static func offset(_ arguments: Arguments) throws(ProtocolError) -> Int? {
        guard let text = arguments.request[option: "offset"] else { return nil }
        guard let minutes = SaidDate.offset(text) else {
            throw arguments.failure(
                "offset=\(ProtocolError.excerpt(text)) is no offset from UTC; write +02:00, -03:30 or Z"
            )
        }
        return minutes
    }

    private static func shift(_ arguments: Arguments) throws(ProtocolError) -> TimeShift? {
        guard let text = arguments.request[option: "shift"] else { return nil }
        guard let shift = TimeShift(word: text) else {
            throw arguments.failure(
                "shift=\(ProtocolError.excerpt(text)) is no time; write +1h30m, -2d or 45s: days, hours, minutes, seconds"
            )
        }
        return shift
    }
}

extension DateOrder.Problem {
    var code: ReplyCode {
        switch self {
        case .noDate: .noSuch
        case .tooVague, .outsideCalendar: .argument
        }
    }

    var message: String {
        switch self {
        case .noDate: "it has no such date; give one: date=2004-12-24"
        case .tooVague(let precision):
            "of its date no more than the \(precision.name) is known; give the date it has: date=2004-12-24T18:00:00"
        case .outsideCalendar: "it would be before the year 1 or after 9999"
        }
    }
}
