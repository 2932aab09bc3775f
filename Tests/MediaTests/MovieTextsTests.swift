import PhotoModel
import Testing

@testable import photod_media

@Suite("The texts of a movie's user data")
struct MovieTextsTests {
    private static let text = "Straße nach Ålesund, été"

    /// A text of user data.
    private func userText(_ type: [UInt8], _ text: [UInt8], language: UInt32 = 0) -> [UInt8] {
        Boxes.box(type, Array(Boxes.number(UInt32(text.count) << 16 | language)) + text)
    }

    /// An item with its value.
    private func item(_ type: [UInt8], _ text: [UInt8], kind: UInt32 = 1) -> [UInt8] {
        Boxes.box(type, Boxes.box("data", Boxes.number(kind) + Boxes.number(0) + text))
    }

    private func itemList(_ items: [UInt8]) -> [UInt8] {
        let handler =
            Boxes.number(0) + Boxes.number(0) + Array("mdirappl".utf8) + [UInt8](repeating: 0, count: 9)
        return Boxes.box("meta", Boxes.number(0) + Boxes.box("hdlr", handler) + Boxes.box("ilst", items))
    }

    private func facts(_ userData: [UInt8]) async throws -> EmbeddedFacts {
        try await MediaFixture().facts(Boxes.movie(Boxes.box("udta", userData)))
    }

    private static let comment = Boxes.quickTime("cmt")
    private static let description = Boxes.quickTime("des")
    private static let day = Boxes.quickTime("day")

    @Test("UTF-8 is read as it is, though its language says Mac OS Roman")
    func unicode() async throws {
        let facts = try await facts(
            userText(Self.comment, Array(Self.text.utf8)) + userText(Self.description, Array("été".utf8))
        )
        #expect(facts.quickTimeComment == Self.text)
        #expect(facts.quickTimeDescription == "été")
    }

    @Test("text that is no UTF-8 is Mac OS Roman")
    func macintosh() async throws {
        // ß is A7.
        let facts = try await facts(userText(Self.comment, Array("Stra".utf8) + [0xA7] + Array("e".utf8)))
        #expect(facts.quickTimeComment == "Straße")
    }

    @Test(
        "each item that describes a movie does so",
        arguments: [Array("desc".utf8), Array("ldes".utf8), Boxes.quickTime("des")]
    )
    func items(type: [UInt8]) async throws {
        let facts = try await facts(itemList(item(type, Array(Self.text.utf8))))
        #expect(facts.quickTimeDescription == Self.text)
        #expect(facts.quickTimeComment == nil)
    }

    @Test("3GPP's description and title are UTF-8, or UTF-16 with a mark")
    func assetTexts() async throws {
        let language: [UInt8] = [0, 0, 0, 0, 0x15, 0xC7]
        let units = Array(Self.text.utf16).flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        let wide: [UInt8] = [0xFE, 0xFF] + units + [0, 0]
        let title = Boxes.box("titl", language + Array("A title\0".utf8))
        #expect(try await facts(title).quickTimeDescription == "A title")
        let narrow = Boxes.box("dscp", language + Array(Self.text.utf8) + [0])
        #expect(try await facts(title + narrow).quickTimeDescription == Self.text)
        #expect(try await facts(title + Boxes.box("dscp", language + wide)).quickTimeDescription == Self.text)
    }

    @Test("items go before the other user data, whichever lies first", arguments: [true, false])
    func order(itemsFirst: Bool) async throws {
        let list = itemList(
            item(Self.comment, Array("of the items".utf8)) + item(Self.description, Array("itself".utf8))
        )
        let others =
            userText(Self.comment, Array("of the user data".utf8))
            + userText(Self.description, Array("other".utf8))
        let facts = try await facts(itemsFirst ? list + others : others + list)
        #expect(facts.quickTimeComment == "of the items")
        #expect(facts.quickTimeDescription == "itself")
    }

    @Test("the day in user data goes before that of the items", arguments: [true, false])
    func days(itemsFirst: Bool) async throws {
        let list = itemList(item(Self.day, Array("2004-09-30T10:11:12+0100".utf8)))
        let other = userText(Self.day, Array("2005-10-01T11:12:13+0100".utf8))
        let facts = try await facts(itemsFirst ? list + other : other + list)
        #expect(facts.recorded == "2005-10-01T11:12:13+0100")
    }

    @Test("a blank text, a length that lies and a value that is no text are passed over")
    func passedOver() {
        var texts = MovieTexts()
        texts.addUserData("©cmt", [])
        texts.addUserData("©cmt", [0, 2, 0, 0] + Array("  ".utf8))
        texts.addUserData("©cmt", [0, 9, 0, 0] + Array("short".utf8))
        texts.addItem("©des", [])
        texts.addItem("©des", Boxes.box("data", Boxes.number(13) + Boxes.number(0) + Array("JPEG".utf8)))
        texts.addItem("©des", Boxes.number(400) + Array("data".utf8) + [UInt8](repeating: 1, count: 20))
        texts.addItem("©des", Boxes.number(3) + Array("data".utf8) + [UInt8](repeating: 1, count: 20))
        #expect(texts.comment == nil)
        #expect(texts.description == nil)
        texts.addUserData("©cmt", [0, 5, 0, 0] + Array("first and more".utf8))
        texts.addUserData("©cmt", [0, 6, 0, 0] + Array("second".utf8))
        #expect(texts.comment == Array("first".utf8))
    }
}
