import Foundation
import SidecarText
import Testing

@Suite("What single programs say of stars and keywords")
struct OtherProgramsTests {
    private static func sidecar(_ elements: String) -> String {
        packet(
            """
              <rdf:Description rdf:about="" xmlns:lr="http://ns.adobe.com/lightroom/1.0/"
                xmlns:digiKam="http://www.digikam.org/ns/1.0/" xmlns:M="http://ns.microsoft.com/photo/1.0/">
               \(elements)
              </rdf:Description>
            """
        )
    }

    private static func list(_ name: String, _ kind: String, _ items: [String]) -> String {
        let lines = items.map { "<rdf:li>\($0)</rdf:li>" }.joined()
        return "<\(name)><rdf:\(kind)>\(lines)</rdf:\(kind)></\(name)>"
    }

    /// The items of a list in a sidecar.
    private static func items(_ name: String, _ kind: String, _ sidecar: String) -> [String] {
        guard let start = sidecar.range(of: "<\(name)><rdf:\(kind)>") else { return [] }
        let rest = sidecar[start.upperBound...]
        guard let end = rest.range(of: "</\(name)>") else { return [] }
        return rest[..<end.lowerBound].components(separatedBy: "<rdf:li>").dropFirst().compactMap {
            $0.components(separatedBy: "</rdf:li>").first
        }
    }

    @Test(
        "the stars that Windows shows follow, and go where there are none",
        arguments: [1, 2, 3, 4, 5, 0, -1]
    )
    func stars(stars: Int) throws {
        let old = Self.sidecar("<xmp:Rating>2</xmp:Rating><M:Rating>25</M:Rating>")
        let hundredths = [1: 1, 2: 25, 3: 50, 4: 75, 5: 99][stars]
        let said = hundredths.map { "<M:Rating>\($0)</M:Rating>" } ?? ""
        let new = Self.sidecar("<xmp:Rating>\(stars)</xmp:Rating>\(said)")
        #expect(try edit(old, SidecarValues(rating: .set(stars))) == new)
        #expect(try leaves(new, SidecarValues(rating: .set(stars))))
        let none = Self.sidecar("<xmp:Rating>2</xmp:Rating>")
        #expect(try !edit(none, SidecarValues(rating: .set(stars))).contains("M:Rating"))
        #expect(try !edit(old, SidecarValues(rating: .removed)).contains("Rating"))
    }

    @Test("stars of another schema are none of ours")
    func schemas() throws {
        let foreign = Self.sidecar("<other:Rating>25</other:Rating>")
        #expect(try values(foreign).rating == .removed)
        #expect(try values(Self.sidecar("<M:Rating>25</M:Rating>")).rating == .removed)
        #expect(try edit(foreign, SidecarValues(rating: .set(5))).contains("<other:Rating>25</other:Rating>"))
    }

    @Test(
        "keywords with those above them stay as far as they end in one that the photo has, and new ones stand by themselves",
        arguments: [
            (["Santos", "cat"], ["Places|Brazil|Santos", "Animals|cat"]),
            (["Santos", "dog"], ["Places|Brazil|Santos", "dog"]),
            (["Brazil"], ["Places|Brazil"]), (["dog"], ["dog"]), ([], []),
            (["Places|Brazil|Santos"], ["Places|Brazil|Santos"]),
        ]
    )
    func hierarchies(keywords: [String], expected: [String]) throws {
        let tags = ["Places|Brazil|Santos", "Animals|cat"]
        let programs: [(name: String, kind: String, separator: String)] = [
            ("lr:hierarchicalSubject", "Bag", "|"), ("digiKam:TagsList", "Seq", "/"),
            ("M:LastKeywordXMP", "Bag", "/"),
        ]
        for (name, kind, separator) in programs {
            let split = { (texts: [String]) in texts.map { $0.replacing("|", with: separator) } }
            let old = Self.sidecar(Self.list(name, kind, split(tags)))
            let wanted = SidecarValues(keywords: .set(split(keywords)))
            let new = try edit(old, wanted)
            #expect(new.contains(Self.list(name, kind, split(expected))) == !expected.isEmpty, "\(new)")
            #expect(new.contains(name) == !expected.isEmpty)
            #expect(try leaves(new, wanted))
            let plain = try edit(packet(with: ""), wanted)
            #expect(!plain.contains("Subject") && !plain.contains("TagsList"))
        }
    }
}
