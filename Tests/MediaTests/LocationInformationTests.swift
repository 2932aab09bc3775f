import PhotoModel
import Testing

@testable import photod_media

@Suite("The place in a phone's user data")
struct LocationInformationTests {
    private static let body: [UInt8] = Array("earth\0\0".utf8)

    /// - Parameter name: with the zero that ends it.
    private func box(_ longitude: UInt32, _ latitude: UInt32, _ altitude: UInt32 = 0, name: [UInt8] = [0])
        -> [UInt8]
    {
        Boxes.number(0) + [0x15, 0xC7] + name + [0] + Boxes.number(longitude) + Boxes.number(latitude)
            + Boxes.number(altitude) + Self.body
    }

    @Test("latitude and longitude are as exact as the box has them")
    func exact() async throws {
        // 8.55 and 47.3667 in steps of 1/65,536, rounded down.
        let content = box(0x0008_8CCC, 0x002F_5DE0)
        let facts = try await MediaFixture().facts(Boxes.movie(Boxes.box("udta", Boxes.box("loci", content))))
        #expect(facts.longitude == 560_332.0 / 65_536)
        #expect(facts.latitude == 3_104_224.0 / 65_536)
        #expect(facts.altitude == nil)
    }

    @Test(
        "a name in front of it is passed over, in UTF-8 and in UTF-16",
        arguments: [Array("Zürich\0".utf8), [0xFE, 0xFF, 0, 0x5A, 1, 0, 0, 0]]
    )
    func named(name: [UInt8]) {
        // South, west and below the sea.
        let location = LocationInformation(box(0xFFD4_C9EC, 0xFFE9_0C4F, 0xFFFC_C000, name: name))
        #expect(location?.longitude == -2_831_892.0 / 65_536)
        #expect(location?.latitude == -1_504_177.0 / 65_536)
        #expect(location?.altitude == -3.25)
    }

    @Test("the coordinates as text go before it, and those of 0, 0 are none")
    func order() async throws {
        let text = Array("+52.3693+006.6761/".utf8)
        let coordinates = Boxes.box(Boxes.quickTime("xyz"), Boxes.number(UInt32(text.count) << 16) + text)
        let other = Boxes.box("loci", box(1 << 16, 2 << 16))
        let fixture = try MediaFixture()
        let both = try await fixture.facts(Boxes.movie(Boxes.box("udta", other + coordinates)))
        #expect(both.latitude == 52.3693)
        #expect(both.longitude == 6.6761)
        let nowhere = try await fixture.facts(Boxes.movie(Boxes.box("udta", Boxes.box("loci", box(0, 0)))))
        #expect(nowhere.latitude == nil)
        #expect(nowhere.longitude == nil)
    }

    @Test("what lies outside the globe or is cut off is no place")
    func none() {
        #expect(LocationInformation(box(0, 91 << 16)) == nil)
        #expect(LocationInformation(box(181 << 16, 0)) == nil)
        let whole = box(1 << 16, 1 << 16, name: Array("Name\0".utf8))
        #expect(LocationInformation(whole) != nil)
        for length in 0..<(whole.count - Self.body.count) {
            #expect(LocationInformation(Array(whole[..<length])) == nil)
        }
        let wide = box(1 << 16, 1 << 16, name: [0xFE, 0xFF, 0, 0x5A, 0, 0])
        #expect(LocationInformation(wide) != nil)
        for length in 0..<(wide.count - Self.body.count) {
            #expect(LocationInformation(Array(wide[..<length])) == nil)
        }
    }
}
