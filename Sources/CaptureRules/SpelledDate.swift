import PhotoModel

/// A date whose month is spelled, as PNG's `Creation Time` and AVI's IDIT have it.
///
/// Taken, in any case and with full or short names in English: RFC 1123 (`Mon, 12 Sep 2016 12:34:56 +0200`,
/// which the PNG specification suggests), RFC 850's `12-Sep-2016`, C's `Mon Sep 12 12:34:56 2016` and
/// date(1)'s `Mon Sep 12 12:34:56 CEST 2016`. The zone may be an offset or one of RFC 822's names; other
/// names are let be, because `IST` or `CST` in the world at large is three zones each.
struct SpelledDate: Hashable {
    let date: DateText

    init(_ text: String, latest: LocalTime) throws(DateRejection) {
        var words = Words()
        for word in text.utf8.prefix(while: { $0 != 0 }).split(whereSeparator: Self.isSeparator) {
            try words.read(String(decoding: word, as: UTF8.self).lowercased())
        }
        guard let year = words.year, let month = words.month else { throw .unreadable }
        var written = "\(year)-\(month)"
        if let day = words.day {
            written += "-\(day)"
            if let time = words.time { written += " \(time) \(words.half)" }
        }
        var date = try DateText(written, latest: latest)
        if let minutes = words.offsetMinutes { date.offsetMinutes = minutes }
        self.date = date
    }

    private static func isSeparator(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: ",") || (0x09...0x0D).contains(byte)
    }
}

extension DateText {
    /// Reads a date as digits, else as one with its month spelled.
    static func ofAnyForm(_ text: String, latest: LocalTime) throws(DateRejection) -> DateText {
        do throws(DateRejection) {
            return try DateText(text, latest: latest)
        } catch {
            guard error == .unreadable else { throw error }
            return try SpelledDate(text, latest: latest).date
        }
    }
}

/// What the words of such a date say, each at most once.
private struct Words {
    var year: String?
    var month: Int?
    var day: String?
    var time: String?
    var half = ""
    var offsetMinutes: Int?

    /// - Parameter word: in lower case.
    mutating func read(_ word: String) throws(DateRejection) {
        guard let first = word.utf8.first else { return }
        if first == UInt8(ascii: "(") { return }
        if word.contains(":") {
            guard time == nil else { throw .unreadable }
            time = word
        } else if first == UInt8(ascii: "+") || first == UInt8(ascii: "-") {
            guard time != nil, let minutes = DateText.offsetMinutes(word) else { throw .unreadable }
            offsetMinutes = minutes
        } else if ByteScanner.digit(first) != nil {
            for part in word.split(separator: "-") { try readPart(part) }
        } else {
            try readName(word[...])
        }
    }

    private mutating func readPart(_ part: Substring) throws(DateRejection) {
        guard part.utf8.allSatisfy({ ByteScanner.digit($0) != nil }) else { return try readName(part) }
        if part.utf8.count == 4, year == nil {
            year = String(part)
        } else if part.utf8.count <= 2, day == nil {
            day = String(part)
        } else {
            throw .unreadable
        }
    }

    private mutating func readName(_ name: Substring) throws(DateRejection) {
        if let number = Self.number(of: name, in: Self.months) {
            guard month == nil else { throw .unreadable }
            month = number
        } else if name == "am" || name == "pm" {
            half = String(name)
        } else if let hours = Self.zones.first(where: { $0.name == name })?.hours {
            offsetMinutes = hours * 60
        } else if Self.number(of: name, in: Self.weekdays) == nil, time == nil {
            throw .unreadable
        }
    }

    /// 1 for the first; `name` is a whole one or its first three letters or more.
    private static func number(of name: Substring, in names: [String]) -> Int? {
        guard name.utf8.count >= 3 else { return nil }
        return names.firstIndex { $0.hasPrefix(name) }.map { $0 + 1 }
    }

    private static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
        "november", "december",
    ]
    private static let weekdays = [
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    ]
    /// RFC 822, §5.1.
    private static let zones: [(name: String, hours: Int)] = [
        ("gmt", 0), ("ut", 0), ("utc", 0), ("z", 0), ("est", -5), ("edt", -4), ("cst", -6), ("cdt", -5),
        ("mst", -7), ("mdt", -6), ("pst", -8), ("pdt", -7),
    ]
}
