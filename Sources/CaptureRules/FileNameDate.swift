import PhotoModel

/// The date a program or a person wrote into a file's name.
///
/// The wall clock in the name is taken as it stands. That holds for `PXL_…` too, whose clock is UTC's: the
/// name does not say where the phone was, and a guess with the machine's zone would make one photo's date
/// depend on the machine that looks at it. Such a name counts only where the photo carries no date of its
/// own, which Pixels write.
public struct FileNameDate: Hashable, Sendable {
    public var date: DateText
    /// Where in the name the date stands, in bytes.
    public var range: Range<Int>

    /// Finds the first date in `name`.
    ///
    /// - Parameter latest: dates after it are rejected as lying in the future.
    /// - Throws: why the best candidate was rejected; `.noPattern` where there is none.
    public init(_ name: FileName, latest: LocalTime) throws(DateRejection) {
        let end = name.extensionStart.map { $0 - 1 } ?? name.bytes.count
        var rejection = DateRejection.noPattern
        let found = name.bytes.withUnsafeBufferPointer { buffer -> FileNameDate? in
            let scanner = ByteScanner(UnsafeBufferPointer(rebasing: buffer[..<end]))
            return Self.find(scanner, count: end, latest: latest, rejection: &rejection)
        }
        guard let found else { throw rejection }
        self = found
    }

    private init(date: DateText, range: Range<Int>) {
        self.date = date
        self.range = range
    }

    private static func find(
        _ name: ByteScanner,
        count: Int,
        latest: LocalTime,
        rejection: inout DateRejection
    ) -> FileNameDate? {
        var start = 0
        // Eight bytes are the shortest date. A run of digits is looked at once, at its beginning, and most
        // names end here: `DSC_0001` has no digit 1 or 2 to begin one.
        while start + 8 <= count {
            guard ByteScanner.digit(name[start]) != nil else {
                start += 1
                continue
            }
            if beginsYear(name, at: start), !isUUID(name, count: count), !isOfConflict(name, at: start) {
                for pattern in FileNamePattern.all where pattern.leadMatches(name, start: start) {
                    do throws(DateRejection) {
                        if let match = try match(pattern, name, start: start, latest: latest) { return match }
                    } catch {
                        if rejection == .noPattern { rejection = error }
                        // Its time will be its date, and its day alone is none meanwhile.
                        if error == .future {
                            rejection = error
                            return nil
                        }
                    }
                }
            }
            while ByteScanner.digit(name[start]) != nil { start += 1 }
        }
        return nil
    }

    /// 18, 19 or 20 and two more digits.
    private static func beginsYear(_ name: ByteScanner, at start: Int) -> Bool {
        let first = name[start]
        let second = name[start + 1]
        guard
            first == UInt8(ascii: "2") && second == UInt8(ascii: "0")
                || first == UInt8(ascii: "1") && (second == UInt8(ascii: "8") || second == UInt8(ascii: "9"))
        else { return false }
        return ByteScanner.digit(name[start + 2]) != nil && ByteScanner.digit(name[start + 3]) != nil
    }

    /// Before the day when two machines had written a file, as programs that keep folders in step say behind its name: `IMG_0001
    /// (conflicted copy 2024-01-01 101010).jpg` (Nextcloud, Dropbox), `IMG_0001_conflict-20240101-101010.jpg` (ownCloud),
    /// `IMG_0001.sync-conflict-20240101-101010-ABCDEFG.jpg` (Syncthing).
    private static let conflicts: [StaticString] = [
        "conflicted copy ", "case conflict ", "_conflict-", "-conflict-",
    ]

    private static func isOfConflict(_ name: ByteScanner, at start: Int) -> Bool {
        conflicts.contains { text in
            let length = text.utf8CodeUnitCount
            return length <= start
                && text.withUTF8Buffer { bytes in
                    bytes.indices.allSatisfy { bytes[$0] == name[start - length + $0].lowercased }
                }
        }
    }

    /// `8-4-4-4-12`: its digits are chance.
    private static func isUUID(_ name: ByteScanner, count: Int) -> Bool {
        guard count == 36 else { return false }
        return [8, 13, 18, 23].allSatisfy { name[$0] == UInt8(ascii: "-") }
    }

    private static func match(
        _ pattern: FileNamePattern,
        _ name: ByteScanner,
        start: Int,
        latest: LocalTime
    ) throws(DateRejection) -> FileNameDate? {
        var reader = ShapeReader(name: name, position: start)
        let fits = pattern.shape.withUTF8Buffer { shape in
            shape.allSatisfy { reader.read($0) }
        }
        guard fits, !name[reader.position].isLetterOrDigit else { return nil }
        guard let time = reader.localTime else {
            if pattern.mayBeNumber { return nil }
            throw .outsideCalendar
        }
        try DateRejection.check(time, precision: pattern.precision, latest: latest)
        let date = DateText(
            localTime: time,
            fractionDigits: reader.fractionDigits,
            offsetMinutes: reader.isUTC ? 0 : nil,
            precision: pattern.precision
        )
        return FileNameDate(date: date, range: start..<reader.position)
    }
}

/// Reads a name against a pattern's shape, mark by mark.
private struct ShapeReader {
    let name: ByteScanner
    var position: Int
    var year = 0
    var month = 1
    var day = 1
    var hour = 0
    var minute = 0
    var second = 0
    var microsecond = 0
    var fractionDigits = 0
    var isUTC = false
    /// 0 for `AM`, 12 for `PM`.
    var half: Int?
    var separator: UInt8 = 0

    init(name: ByteScanner, position: Int) {
        self.name = name
        self.position = position
    }

    var localTime: LocalTime? {
        LocalTime(
            year: year,
            month: month,
            day: day,
            hour: half.map { hour % 12 + $0 } ?? hour,
            minute: minute,
            second: second,
            microsecond: microsecond
        )
    }

    /// `false` where the name does not go on as `mark` says.
    mutating func read(_ mark: UInt8) -> Bool {
        switch mark {
        case UInt8(ascii: "Y"), UInt8(ascii: "M"), UInt8(ascii: "D"), UInt8(ascii: "h"), UInt8(ascii: "H"),
            UInt8(ascii: "m"), UInt8(ascii: "s"):
            readNumber(mark)
        case UInt8(ascii: "-"): readSeparator()
        case UInt8(ascii: "="): read(byte: separator)
        case UInt8(ascii: "~"):
            read(byte: UInt8(ascii: "_")) || read(byte: UInt8(ascii: "-")) || read(byte: UInt8(ascii: " "))
                || read(byte: UInt8(ascii: "T"))
        case UInt8(ascii: "f"): readFraction(allowed: [0, 3, 6, 9])
        case UInt8(ascii: "F"): readSeparatedFraction()
        case UInt8(ascii: "z"): readZulu()
        case UInt8(ascii: "A"): readHalfOfDay()
        default: read(byte: mark)
        }
    }

    private mutating func read(byte: UInt8) -> Bool {
        guard name[position] == byte, byte != 0 else { return false }
        position += 1
        return true
    }

    private mutating func readNumber(_ mark: UInt8) -> Bool {
        var digits = mark == UInt8(ascii: "Y") ? 4 : 2
        var found = number(digits: digits)
        if found == nil, mark == UInt8(ascii: "H") {
            digits = 1
            found = number(digits: digits)
        }
        guard let value = found else { return false }
        position += digits
        switch mark {
        case UInt8(ascii: "Y"): year = value
        case UInt8(ascii: "M"): month = value
        case UInt8(ascii: "D"): day = value
        case UInt8(ascii: "m"): minute = value
        case UInt8(ascii: "s"): second = value
        default: hour = value
        }
        return true
    }

    private func number(digits: Int) -> Int? {
        var value = 0
        for index in position..<position + digits {
            guard let digit = ByteScanner.digit(name[index]) else { return nil }
            value = value * 10 + digit
        }
        return value
    }

    private mutating func readSeparator() -> Bool {
        switch name[position] {
        case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: ":"):
            separator = name[position]
            position += 1
            return true
        default: return false
        }
    }

    private mutating func readFraction(allowed: [Int]) -> Bool {
        var value = 0
        var count = 0
        while let digit = ByteScanner.digit(name[position + count]) {
            if count < 6 { value = value * 10 + digit }
            count += 1
        }
        guard allowed.contains(count) else { return false }
        fractionDigits = min(count, 6)
        microsecond = fractionDigits == 3 ? value * 1000 : value
        position += count
        return true
    }

    /// A counter of other length behind the time is none of the date's business.
    private mutating func readSeparatedFraction() -> Bool {
        guard name[position] == UInt8(ascii: "-") || name[position] == UInt8(ascii: ".") else { return true }
        var attempt = self
        attempt.position += 1
        guard attempt.readFraction(allowed: [3]) else { return true }
        let next = name[attempt.position]
        if !next.isLetterOrDigit || next == UInt8(ascii: "Z") { self = attempt }
        return true
    }

    private mutating func readZulu() -> Bool {
        isUTC = read(byte: UInt8(ascii: "Z"))
        return true
    }

    /// `PM`, `pm`, `p.m.`, `p. m.`, each with or without a space before it. Behind an hour that needs no such thing it says
    /// nothing, or is a word: `13.30.00 am Strand`. So it is where it begins one (`Amsterdam`), and before others where it may be one
    /// (`am Strand`, `P. M. Smith`).
    private mutating func readHalfOfDay() -> Bool {
        guard (1...12).contains(hour) else { return true }
        var end = endOfSpace(at: position)
        let hours: Int
        let mayBeWord = name[end] == UInt8(ascii: "a")
        switch name[end].lowercased {
        case UInt8(ascii: "a"): hours = 0
        case UInt8(ascii: "p"): hours = 12
        default: return true
        }
        end += 1
        let isAbbreviated = name[end] == UInt8(ascii: ".")
        if isAbbreviated { end = endOfSpace(at: end + 1) }
        guard name[end].lowercased == UInt8(ascii: "m") else { return true }
        end += 1
        if isAbbreviated, name[end] == UInt8(ascii: ".") { end += 1 }
        let next = endOfSpace(at: end)
        let isBeforeWord = next > end && name[next].isLetterOrDigit && ByteScanner.digit(name[next]) == nil
        guard !name[end].isLetterOrDigit, !isBeforeWord || !mayBeWord && !isAbbreviated else { return true }
        half = hours
        position = end
        return true
    }

    /// Behind a space, where one is there. macOS writes the narrow one that does not break (U+202F), and some languages
    /// the wide one (U+00A0).
    private func endOfSpace(at start: Int) -> Int {
        if name[start] == 0xE2, name[start + 1] == 0x80, name[start + 2] == 0xAF { return start + 3 }
        if name[start] == 0xC2, name[start + 1] == 0xA0 { return start + 2 }
        return name[start] == UInt8(ascii: " ") ? start + 1 : start
    }
}
