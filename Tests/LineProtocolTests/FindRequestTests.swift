import PhotoModel
import Testing

@testable import LineProtocol

@Suite("What find is asked for")
struct FindRequestTests {
    private func request(_ line: String) throws -> FindRequest {
        try FindRequest(Arguments(#require(try RequestParser.parse(line, knowing: .trial)), knowing: .trial))
    }

    private func refusal(_ line: String) -> ProtocolError? {
        do {
            _ = try request(line)
            return nil
        } catch {
            return error as? ProtocolError
        }
    }

    @Test("words and filters are read, and whatever stands in a word stays in it")
    func everything() throws {
        let found = try request(
            "find beach \"a=b\" NEAR( near=-48.5,+170,.5 favorite=1 from=2016 to=2017 type=video limit=5"
        )
        #expect(found.words == ["beach", "a=b", "NEAR("])
        #expect(found.near == GeographicCircle(latitude: -48.5, longitude: 170, kilometres: 0.5))
        #expect(found.favoritesOnly && found.page.type == .video && found.page.limit == 5)
        #expect(found.dates?.from == LocalTime(year: 2016, month: 1, day: 1))
        #expect(found.dates?.to == LocalTime(year: 2017, month: 1, day: 1))
    }

    @Test("favorites is find with that mark")
    func favorites() throws {
        #expect(try request("favorites").favoritesOnly)
        #expect(try request("favorites near=0,0,1 group=a").page.group == .named("a"))
        #expect(refusal("favorites beach")?.code == .argument)
        #expect(refusal("favorites favorite=1")?.code == .argument)
    }

    @Test("asked for nothing, it says what to write")
    func nothing() {
        for line in ["find", "find limit=5", "find fields=id"] {
            #expect(refusal(line)?.code == .argument)
            #expect(refusal(line)?.message.contains("near=LAT,LON,KM") == true)
        }
        for line in [
            "find favorite=1", "find near=0,0,0", "find from=2016", "find other=1", "find type=photo",
            "find located=0", "find dated=guessed",
        ] {
            #expect(refusal(line) == nil, "\(line)")
        }
    }

    @Test("what is no favourite cannot be asked for, and the refusal says what to write")
    func noFavourites() {
        #expect(refusal("find beach favorite=0")?.message.contains("write favorite=1") == true)
    }

    @Test(
        "a blank group is refused, and the refusal says how to list what has none",
        arguments: ["\"\"", "\" \""]
    )
    func blankGroup(_ name: String) {
        for command in ["find beach", "favorites"] {
            #expect(refusal("\(command) group=\(name)")?.message.contains("other=1") == true)
        }
    }

    @Test(
        "what is no place is refused with an example",
        arguments: [
            "", "1", "1,2", "1,2,3,4", "a,b,c", "1,2,", "1,,3", "nan,0,1", "inf,0,1", "0x10,0,1", "1e1,0,1",
            "1 ,2,3", "--1,0,1", "1.2.3,0,1", ".,0,1", "48,137,11,575,5",
        ]
    )
    func noPlace(text: String) {
        let refused = refusal("find near=\"\(text)\"")
        #expect(refused?.code == .argument)
        #expect(refused?.message.contains("near=48.137,11.575,5") == true)
    }

    @Test(
        "numbers that no place has are refused with their bounds",
        arguments: ["91,0,1", "0,-180.1,1", "0,0,-1"]
    )
    func outOfRange(text: String) {
        #expect(refusal("find near=\(text)")?.message.contains("-90 to 90") == true)
    }

    @Test("more words, or longer ones, than a search may have are refused")
    func tooMuch() {
        #expect(refusal("find" + String(repeating: " a", count: FindRequest.wordLimit)) == nil)
        #expect(
            refusal("find" + String(repeating: " a", count: FindRequest.wordLimit + 1))?.code == .argument
        )
        #expect(
            refusal("find " + String(repeating: "a", count: FindRequest.textLimit + 1))?.code == .argument
        )
    }
}
