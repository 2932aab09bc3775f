import Testing

@testable import photod_media

@Suite("Which date of a video is which")
struct VideoDatesTests {
    private func dates(
        creation: [String] = [],
        time: [String] = [],
        recorded: [String] = []
    ) -> VideoDates {
        var candidates = VideoDates.Candidates()
        candidates.creation = creation.map { Array($0.utf8) }
        candidates.creationTime = time.map { Array($0.utf8) }
        candidates.recorded = recorded.map { Array($0.utf8) }
        return VideoDates(candidates)
    }

    @Test("a creation time is UTC where it says so, and by the camera's clock where not")
    func creationTime() {
        let movie = dates(time: ["2016-09-12T10:34:56.000000Z"])
        #expect(movie.movieHeader == Array("2016-09-12T10:34:56.000000Z".utf8))
        #expect(movie.recorded == nil)
        let riff = dates(time: ["2012-09-10 20:52:00"])
        #expect(riff.movieHeader == nil)
        #expect(riff.recorded == Array("2012-09-10 20:52:00".utf8))
    }

    @Test("of the dates by the camera's clock the first with a time is taken")
    func exactDate() {
        let found = dates(
            time: ["2016-09-12T10:34:56Z"],
            recorded: ["2016", "2016-09-12", "2016:09:12 12:34:56+02:00", "2016-09-13T00:00:00Z"]
        )
        #expect(found.recorded == Array("2016:09:12 12:34:56+02:00".utf8))
    }

    @Test("a day alone counts only where nothing is more exact")
    func dayOnly() {
        #expect(dates(recorded: ["2020-08-28"]).recorded == Array("2020-08-28".utf8))
        #expect(dates(time: ["2016-09-12T10:34:56Z"], recorded: ["2020-08-28"]).recorded == nil)
        #expect(dates(creation: ["2016-09-12T12:34:56+0200"], recorded: ["2020-08-28"]).recorded == nil)
        #expect(dates(recorded: ["2016", "2016-09", "Monday"]).recorded == nil)
    }

    @Test("AVI's date goes before what libavformat makes of it, where it is one")
    func cameraClock() {
        func recorded(_ text: String) -> [UInt8]? {
            var candidates = VideoDates.Candidates()
            candidates.cameraClock = Array(text.utf8)
            candidates.creationTime = [Array("2012-09-10 20:52:00".utf8)]
            return VideoDates(candidates).recorded
        }
        #expect(recorded("Mon Sep 10 20:52:00 2012") == Array("Mon Sep 10 20:52:00 2012".utf8))
        #expect(recorded("2012:09:10 20:52:00") == Array("2012:09:10 20:52:00".utf8))
        #expect(recorded("a while ago") == Array("2012-09-10 20:52:00".utf8))
    }

    @Test("the date with an offset is the first that is there")
    func creation() {
        let found = dates(creation: ["2016-09-12T12:34:56+0200", "2019-01-01T00:00:00+01:00"])
        #expect(found.quickTimeCreation == Array("2016-09-12T12:34:56+0200".utf8))
    }

    @Test(
        "a date tells whether it has a time",
        arguments: [
            ("2012-09-10 20:52:00", WrittenDate.withTime), ("2012:09:10 20:52", .withTime),
            ("2020-11-20T15:04:02+0100", .withTime), (" 2012/09/10 20:52", .withTime),
            ("2012-09-10  20:52:00", .withTime),
            ("Mon Sep 12 12:34:56 2016", .withTime), ("MON SEP  5 12:34:56 2016\n", .withTime),
            ("2020-08-28", .dayOnly), ("2020:08:28 ", .dayOnly), ("2020-08-28 noon", .dayOnly),
        ]
    )
    func shapes(text: String, expected: WrittenDate) {
        #expect(WrittenDate(Array(text.utf8)) == expected)
    }

    @Test(
        "less than a day is no date",
        arguments: [
            "", "2020", "2020-08", "20200828", "28.08.2020", "today", "Mon Sep 12 2016", "Monday at 12:34:56",
        ]
    )
    func less(text: String) {
        #expect(WrittenDate(Array(text.utf8)) == nil)
    }
}
