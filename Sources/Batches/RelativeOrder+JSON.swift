import EditRules
import JSON
import PhotoModel

/// `{"adding":["beach"],"removing":["work"],"shift":3600,"offset":120}`: seconds, and minutes east of UTC. Keywords have both lists,
/// a date has a shift.
extension RelativeOrder {
    func appendJSON(to bytes: inout [UInt8]) {
        var separator = UInt8(ascii: "{")
        func begin(_ name: StaticString) {
            bytes.append(separator)
            separator = UInt8(ascii: ",")
            bytes.append(jsonText: "\(name)")
            bytes.append(UInt8(ascii: ":"))
        }
        if case .changed(let adding, let removing)? = keywords {
            begin("adding")
            bytes.append(jsonTexts: adding)
            begin("removing")
            bytes.append(jsonTexts: removing)
        }
        if let date {
            begin("shift")
            bytes.append(decimal: date.shift.seconds)
            if let minutes = date.offsetMinutes {
                begin("offset")
                bytes.append(decimal: Int64(minutes))
            }
        }
        bytes.append(UInt8(ascii: "}"))
    }

    /// `nil` where a value makes no sense, or there is none.
    init?(_ json: JSONValue) {
        var keywords: KeywordOrder?
        if json["adding"] != nil || json["removing"] != nil {
            guard let adding = json["adding"]?.texts, let removing = json["removing"]?.texts else {
                return nil
            }
            keywords = .changed(adding: adding, removing: removing)
        }
        var date: DateOrder?
        if let shift = json["shift"] {
            guard let seconds = shift.integer else { return nil }
            date = DateOrder(base: .current, shift: TimeShift(seconds: seconds))
            if let offset = json["offset"] {
                guard let minutes = offset.integer.flatMap({ Int(exactly: $0) }) else { return nil }
                date?.offsetMinutes = minutes
            }
        }
        self.init(keywords: keywords, date: date)
    }
}
