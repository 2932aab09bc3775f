import EditRules
import JSON
import PhotoModel

/// `{"adding":["beach"],"removing":["work"],"shift":3600,"offset":120}`: seconds, and minutes east of UTC. Keywords have both lists,
/// a date has a shift.
extension RelativeOrder {
    var json: [UInt8] {
        var json = JSONWriter(capacity: 256)
        json.beginObject()
        if case .changed(let adding, let removing)? = keywords {
            for (name, words) in [("adding", adding), ("removing", removing)] {
                json.key(name)
                json.beginArray()
                for word in words { json.string(word) }
                json.endArray()
            }
        }
        if let date {
            json.member("shift", date.shift.seconds)
            if let minutes = date.offsetMinutes { json.member("offset", minutes) }
        }
        json.endObject()
        return json.bytes
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
