import PhotoModel
import Testing

@Suite("Month keys")
struct MonthKeyTests {
    @Test("are read and written", arguments: ["2016-11", "0001-01", "9999-12", "undated"])
    func roundTrip(text: String) throws {
        #expect(try #require(MonthKey(text)).description == text)
    }

    @Test(
        "refuse other texts",
        arguments: [
            "", "2016", "2016-1", "2016-13", "2016-00", "0000-01", "2016/11", "+016-11", "2016-1１", "Undated",
            "2016-11 ",
            "20161-1", "２０１６-11",
        ]
    )
    func refuse(text: String) {
        #expect(MonthKey(text) == nil)
    }

    @Test("order from undated to the newest")
    func order() throws {
        let keys = try ["2016-11", "undated", "2015-12", "2016-02"].map { try #require(MonthKey($0)) }
        #expect(keys.sorted(by: >).map(\.description) == ["2016-11", "2016-02", "2015-12", "undated"])
    }

    @Test("are those of the wall clock, to the microsecond")
    func ofTime() throws {
        let first = try #require(LocalTime(year: 2016, month: 10, day: 1))
        #expect(MonthKey(first).description == "2016-10")
        #expect(MonthKey(LocalTime(microseconds: first.microseconds - 1)).description == "2016-09")
        #expect(MonthKey(LocalTime(microseconds: -62_135_596_800_000_001)) == .undated)
    }

    @Test("have a year, a month and a name, where dated")
    func parts() throws {
        let key = try #require(MonthKey(year: 2016, month: 11))
        #expect(key.year == 2016 && key.month == 11 && key.name == "November 2016" && key.rawValue == 201_611)
        #expect(
            MonthKey.undated.year == nil && MonthKey.undated.month == nil
                && MonthKey.undated.name == "Undated"
        )
    }

    @Test("are made of raw values that are months", arguments: [-1, 1, 12, 201_600, 201_613, 1_000_001])
    func rawValues(value: Int32) {
        #expect(MonthKey(rawValue: value) == nil)
        #expect(MonthKey(rawValue: 0) == .undated)
        #expect(MonthKey(rawValue: 201_612)?.description == "2016-12")
    }
}
