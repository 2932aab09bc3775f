/// A date as XMP writes it, in the parts that EXIF and IPTC have it in.
struct DateParts {
    /// To the second, with none where it is known to the minute; `nil` where less is known.
    let exif: String?
    let fraction: String?
    let offset: String?
    /// `nil` where a month or a year is all there is.
    let day: String?

    init(_ text: String) throws(ImageEditingError) {
        let (date, time) = Self.split(text, at: "T")
        guard [4, 7, 10].contains(date.utf8.count) else { throw .unwritable }
        day = date.utf8.count == 10 ? String(date.filter { $0 != "-" }) : nil
        guard let time else {
            (exif, fraction, offset) = (nil, nil, nil)
            return
        }
        guard day != nil else { throw .unwritable }
        let sign = time.lastIndex { "+-Z".contains($0) }
        let (clock, fraction) = Self.split(time[..<(sign ?? time.endIndex)], at: ".")
        guard clock.utf8.count == 8 || clock.utf8.count == 5 else { throw .unwritable }
        self.fraction = fraction.map { String($0) }
        offset = sign.map { time[$0] == "Z" ? "+00:00" : String(time[$0...]) }
        let seconds = clock.utf8.count == 5 ? ":00" : ""
        exif = String(date.map { $0 == "-" ? ":" : $0 }) + " " + clock + seconds
    }

    /// Without an offset there is none: IPTC's has one.
    var timeOfDay: String? {
        guard let exif, let offset else { return nil }
        return (exif.suffix(8) + offset).filter { $0 != ":" }
    }

    /// As letters have it, to the second: `24 Dec 2004 18:00:30 -0300` (RFC 1123 §5.2.14); `nil` where no time is known.
    var spelled: String? {
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        guard let exif, let day, let month = Int(day.dropFirst(4).prefix(2)), (1...12).contains(month) else {
            return nil
        }
        let zone = offset.map { " " + $0.filter { $0 != ":" } } ?? ""
        return "\(day.suffix(2)) \(months[month - 1]) \(day.prefix(4)) \(exif.suffix(8))" + zone
    }

    private static func split(
        _ text: some StringProtocol,
        at separator: Character
    ) -> (Substring, Substring?) {
        let text = Substring(text)
        guard let index = text.firstIndex(of: separator) else { return (text, nil) }
        return (text[..<index], text[text.index(after: index)...])
    }
}
