import PhotoModel
import Testing

@testable import photod_media

@Suite("What is read out of headers by hand")
struct HeaderTests {
    private static let sony = """
        <?xml version="1.0" encoding="UTF-8"?>
        <NonRealTimeMeta xmlns="urn:schemas-professionalDisc:nonRealTimeMeta:ver.2.00">
        <CreationDate value="2019-04-24T22:24:00+02:00"/>
        <Device manufacturer="Sony" modelName="ILCE-7M3" serialNo="4294967295"/>
        </NonRealTimeMeta>
        """

    @Test("the date in a movie's user data is when it was recorded, and the movie header is when it was made")
    func userDataDate() async throws {
        let date = Boxes.box("date", Array("2020-11-20T15:04:02+0100".utf8))
        let facts = try await MediaFixture().facts(Boxes.movie(Boxes.box("udta", date)))
        #expect(facts.recorded == "2020-11-20T15:04:02+0100")
        #expect(facts.movieHeader == "2016-09-12T10:34:56.000000Z")
        #expect(facts.duration == 2.5)
    }

    @Test(
        "the XML of Sony's cameras has date and camera, in the movie or beside it",
        arguments: [true, false]
    )
    func sonyMetadata(inMovie: Bool) async throws {
        let handler =
            Boxes.number(0) + Boxes.number(0) + Array("nrtm".utf8) + [UInt8](repeating: 0, count: 13)
        let meta = Boxes.box(
            "meta",
            Boxes.number(0) + Boxes.box("hdlr", handler) + Boxes.box("xml ", Array(Self.sony.utf8))
        )
        let facts = try await MediaFixture().facts(inMovie ? Boxes.movie(meta) : Boxes.movie() + meta)
        #expect(facts.quickTimeCreation == "2019-04-24T22:24:00+02:00")
        #expect(facts.make == "Sony")
        #expect(facts.model == "ILCE-7M3")
    }

    @Test("XML without the attributes, or cut off within one, says nothing")
    func oddXML() {
        for text in [
            "", "<CreationDate/>", "<CreationDate value=\"2019", "<CreationDate value=\"\"/>", "<Device >",
        ] {
            #expect(NonRealTimeMetadata(Array(text.utf8)) == NonRealTimeMetadata())
        }
    }

    @Test("a box that is longer than what it lies in ends the reading of that level, and nothing else")
    func lyingBox() async throws {
        let date = Boxes.box("date", Array("2020-11-20T15:04:02+0100".utf8))
        let lying = Boxes.number(4_000) + Array("free".utf8)
        let inside = try await MediaFixture().facts(Boxes.movie(Boxes.box("udta", date + lying)))
        #expect(inside.recorded == "2020-11-20T15:04:02+0100")
        let before = try await MediaFixture().facts(Boxes.movie(Boxes.box("udta", lying + date)))
        #expect(before.recorded == nil)
        #expect(before.movieHeader == "2016-09-12T10:34:56.000000Z")
    }

    @Test(
        "boxes in boxes without end are no way to the worker's end",
        arguments: ["mdia", "moov", "meta", "udta"]
    )
    func nested(type: String) async throws {
        let depth = 20_000
        var nested: [UInt8] = []
        for level in 0..<depth { nested += Boxes.number(UInt32(8 * (depth - level))) + Array(type.utf8) }
        let header = Boxes.box("tkhd", [UInt8](repeating: 0, count: 80) + Boxes.number(1) + Boxes.number(1))
        let fixture = try MediaFixture()
        let outcomes = try await fixture.outcomes([
            Boxes.movie(Boxes.box("trak", header + nested)), Boxes.movie(nested), Boxes.movie() + nested,
        ])
        #expect(!outcomes.contains(.unreadable(.crashedReader)))
        #expect(fixture.failures.isEmpty)
    }

    @Test("what is read to warm up can be read")
    func warmUpSamples() async throws {
        let outcomes = try await MediaFixture().outcomes(WarmUpSample.all.map(\.bytes))
        #expect(outcomes.count == 2)
        for outcome in outcomes {
            guard case .facts = outcome else {
                Issue.record("no facts: \(outcome)")
                continue
            }
        }
    }
}
