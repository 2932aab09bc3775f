import Testing

@testable import photod_media

@Suite("A place as ISO 6709 writes it")
struct ISO6709PositionTests {
    private func position(_ text: String) -> ISO6709Position? { ISO6709Position(Array(text.utf8)) }

    private func expect(
        _ text: String,
        _ latitude: Double,
        _ longitude: Double,
        _ altitude: Double? = nil,
        at location: SourceLocation = #_sourceLocation
    ) {
        guard let found = position(text) else {
            Issue.record("\(text) is no position", sourceLocation: location)
            return
        }
        #expect(abs(found.latitude - latitude) < 1e-9, sourceLocation: location)
        #expect(abs(found.longitude - longitude) < 1e-9, sourceLocation: location)
        #expect(found.altitude == altitude, sourceLocation: location)
    }

    @Test("degrees have decimals, and an altitude may follow")
    func degrees() {
        expect("+32.0929+034.8620+028.516/", 32.0929, 34.862, 28.516)
        expect("+34.0754-118.2543/", 34.0754, -118.2543)
        expect("-33.8600+151.2100-012.5/", -33.86, 151.21, -12.5)
        expect("+27.5916+086.5640+8850CRSWGS_84/", 27.5916, 86.564, 8850)
        expect("+40.20361-075.00417CRSWGS_84/", 40.20361, -75.00417)
        expect("+40-075/", 40, -75)
        expect("-90.0+180.0/", -90, 180)
    }

    @Test("minutes, or minutes and seconds, have the decimals where they are there")
    func minutesAndSeconds() {
        expect("+4012.22-07500.25/", 40 + 12.22 / 60, -(75 + 0.25 / 60))
        expect("+401213.1-0750015.1/", 40 + 12 / 60.0 + 13.1 / 3600, -(75 + 15.1 / 3600))
        expect("-4012-07500+1.5/", -(40 + 12 / 60.0), -75, 1.5)
        expect("+000030+0000000/", 30 / 3600.0, 0)
    }

    @Test("what programs do otherwise is understood: no end mark, blanks, fewer digits, a decimal comma")
    func liberties() {
        expect("+52.3693+006.6761", 52.3693, 6.6761)
        expect(" +52.3693+006.6761/ ", 52.3693, 6.6761)
        expect("+8.5-1.25+3/", 8.5, -1.25, 3)
        expect("+52,5+006,25/", 52.5, 6.25)
        expect("+52.+006./", 52, 6)
        expect("+00.0000+006.6761/", 0, 6.6761)
    }

    @Test("0, 0 is what phones write without a fix")
    func nowhere() {
        #expect(position("+00.0000+000.0000/") == nil)
        #expect(position("-00.0000+000.0000+000.000/") == nil)
        #expect(position("+0000.00+00000.00/") == nil)
    }

    @Test(
        "what is no place on the globe is none",
        arguments: [
            "", "/", "+", "+/", "+52.3693", "+52.3693/", "52.3693+006.6761/", "+52.3693006.6761/",
            "+90.5+006/", "+52-180.5/", "+4060.0-07500.0/", "+401260-0750000/", "+123+006/", "+52+0060/",
            "+52.3693+006.6761x", "+9999999999999+006/", "+52..5+006/", "Paris", "+52.3693+006.6761+x/",
        ]
    )
    func nonsense(text: String) {
        #expect(position(text) == nil)
    }
}
