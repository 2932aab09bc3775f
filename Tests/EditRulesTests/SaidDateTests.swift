import EditRules
import PhotoModel
import Testing

@Suite("Dates and places as people write them")
struct SaidDateTests {
    @Test(
        "a date is as exact as it is written",
        arguments: [
            ("2004", DatePrecision.year), ("2004-12", .month), ("2004-12-24", .day), ("2004-12-24T18", .hour),
            ("2004-12-24T18:00", .minute), ("2004-12-24T18:00:30", .second),
            ("2004-12-24T18:00:30.25", .second),
            ("2004-12-24T18:00-03:00", .minute), ("2004-12-24T18:00:30.25+05:30", .second),
            ("0001-01-01", .day), ("9999-12-31T23:59:59.999999", .second),
        ]
    )
    func exactness(text: String, precision: DatePrecision) throws {
        let date = try #require(SaidDate.date(text))
        #expect(date.precision == precision && date.source == .overlay)
        #expect(SaidDate.text(date) == text)
    }

    @Test("a blank may stand for the T, a comma for the point, Z and short offsets for an offset")
    func forms() throws {
        #expect(SaidDate.date("2004-12-24 18:00:30,5") == SaidDate.date("2004-12-24T18:00:30.5"))
        #expect(SaidDate.date("2004-12-24T18:00Z")?.offsetMinutes == 0)
        #expect(SaidDate.date("2004-12-24T18:00-3")?.offsetMinutes == -180)
        #expect(SaidDate.date("2004-12-24T18:00+0530")?.offsetMinutes == 330)
        #expect(SaidDate.offset("+02:00") == 120 && SaidDate.offset("Z") == 0)
    }

    @Test("of a second's fraction the first six digits count: programs write more than a microsecond has")
    func longFractions() throws {
        let date = try #require(SaidDate.date("2010-01-02T03:04:05.123456789+01:00"))
        #expect(SaidDate.text(date) == "2010-01-02T03:04:05.123456+01:00")
        #expect(SaidDate.date("2010-12-31T23:59:59,9999999") == SaidDate.date("2010-12-31T23:59:59.999999"))
    }

    @Test(
        "what is no date is none",
        arguments: [
            "", "04", "2004-", "2004-13", "2004-02-30", "2004-12-24T", "2004-12-24T24:00", "2004-12-24T18:60",
            "2004-12-24T18:00:30.", "2004-12-24T18:00:30.1234567x", "2004-12+02:00", "2004-12-24Z",
            "0000-01-01",
            "2004-12-24T18:00+16:00", "2004-12-24T18:00:30 ", "yesterday", "2004/12/24", "20041224",
        ]
    )
    func refused(text: String) {
        #expect(SaidDate.date(text) == nil)
    }

    @Test(
        "a place is latitude, longitude and, who knows it, height",
        arguments: [
            ("-23.55,-46.63", PlaceMark.at(latitude: -23.55, longitude: -46.63, altitude: nil)),
            ("48.8584, 2.2945, 330", .at(latitude: 48.8584, longitude: 2.2945, altitude: 330)),
            ("90,-180,-430.5", .at(latitude: 90, longitude: -180, altitude: -430.5)), ("none", .none),
            ("0.00001234567,-0.00000001", .at(latitude: 0.0000123, longitude: 0, altitude: nil)),
            ("0.00001,-0.0000001", .at(latitude: 0.00001, longitude: -0.0000001, altitude: nil)),
        ]
    )
    func places(word: String, place: PlaceMark) throws {
        #expect(PlaceMark(word: word) == place)
        #expect(PlaceMark(word: place.word) == place)
    }

    @Test(
        "what is no place on Earth is none",
        arguments: [
            "", "91,0", "0,181", "1", "1,2,3,4", "nan,0", "1e1,0", "0x1,0", "a,b", "1,,2", "inf,0",
            "1,2,1000000", "1.,.2",
        ]
    )
    func nowhere(word: String) {
        #expect(PlaceMark(word: word) == nil)
    }

    @Test(
        "a shift is days, hours, minutes and seconds",
        arguments: [
            ("+1h30m", Int64(5400)), ("-2d", -172_800), ("45s", 45), ("1d2h3m4s", 93_784), ("-0s", 0),
        ]
    )
    func shifts(word: String, seconds: Int64) {
        #expect(TimeShift(word: word)?.seconds == seconds)
    }

    @Test(
        "what is no shift is none",
        arguments: [
            "", "+", "1", "1h1h", "1m1h", "h", "+-1h", "1 h", "1234567890123s", "1.5h", "999999999999d",
        ]
    )
    func noShift(word: String) {
        #expect(TimeShift(word: word) == nil)
    }
}

@Suite("The date that an edit gives a photo")
struct DateOrderTests {
    private func date(_ text: String) throws -> CaptureDate { try #require(SaidDate.date(text)) }

    @Test(
        "is moved, and has the offset that is wanted",
        arguments: [
            ("2016-11-05T12:34:56+01:00", "+1h", nil, "2016-11-05T13:34:56+01:00"),
            ("2016-12-31T23:30:00", "+1h30m", nil, "2017-01-01T01:00:00"),
            ("2016-03-01", "-1d", nil, "2016-02-29"), ("2016-11-05T12", "+90m", nil, "2016-11-05T13:30"),
            ("2016-11-05T12:00", "-30s", nil, "2016-11-05T11:59:30"),
            ("2016-11-05T12:34:56.78", "0s", 330, "2016-11-05T12:34:56.78+05:30"),
        ]
    )
    func moved(from: String, shift: String, offset: Int?, to: String) throws {
        let order = DateOrder(
            base: .current,
            shift: try #require(TimeShift(word: shift)),
            offsetMinutes: offset
        )
        #expect(SaidDate.text(try order.date(from: try date(from))) == to)
    }

    @Test(
        "cannot be moved where it is not known that exactly, or leaves the calendar",
        arguments: [
            ("2016-11", "+1h", nil, DateOrder.Problem.tooVague(.month)),
            ("2016", "+1d", nil, .tooVague(.year)),
            ("2016-11-05", "+1h", nil, .tooVague(.day)), ("2016-11-05", "0s", 60, .tooVague(.day)),
            ("9999-12-31T23:00", "+1h", nil, .outsideCalendar), ("0001-01-01", "-1d", nil, .outsideCalendar),
            ("2016-11-05T12:00", "999999999999s", nil, .outsideCalendar),
        ]
    )
    func problems(from: String, shift: String, offset: Int?, problem: DateOrder.Problem) throws {
        let order = DateOrder(
            base: .current,
            shift: try #require(TimeShift(word: shift)),
            offsetMinutes: offset
        )
        let start = try date(from)
        #expect(throws: problem) { try order.date(from: start) }
    }

    @Test("is none where there is none to begin with")
    func noDate() {
        #expect(throws: DateOrder.Problem.noDate) { try DateOrder(base: .fileName).date(from: nil) }
    }
}
