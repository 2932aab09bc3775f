import PhotoModel
import Testing

@testable import ImportRules

@Suite("Layouts")
struct LayoutTests {
    /// As the capture rules clean, as far as these tests go.
    private static func clean(_ text: String) -> String {
        let name = text.replacing("/", with: "_").drop { $0 == "." }
        return name.isEmpty ? "Group" : String(name)
    }

    private static let beach = LayoutValues(
        groupFolder: "Beach trip",
        month: MonthKey("2016-09") ?? .undated,
        camera: "Canon EOS 5D",
        original: [FileName("card"), FileName("100CANON")]
    )

    private func folders(_ layout: String, _ values: LayoutValues) throws -> String {
        try LayoutTemplate(layout).folders(for: values, clean: Self.clean).map(\.display).joined(
            separator: "/"
        )
    }

    @Test(
        "a layout is filled with what is known",
        arguments: [
            ("{group}", "Beach trip"), ("{year}/{month}", "2016/09"), ("{monthKey}", "2016-09"),
            ("{year}/{monthKey} {group}", "2016/2016-09 Beach trip"), ("{camera}/x", "Canon EOS 5D/x"),
            ("{original}", "card/100CANON"), ("a/{original}/b", "a/card/100CANON/b"),
            ("from {original}", "from card_100CANON"), ("Photos//{group}/", "Photos/Beach trip"),
        ]
    )
    func filled(_ layout: String, _ expected: String) throws {
        #expect(try folders(layout, Self.beach) == expected)
    }

    @Test(
        "what is unknown is the text behind the bar, else the field's own",
        arguments: [
            ("{group}", "Other"), ("{group|Rest}", "Rest"),
            ("{year}/{month}/{monthKey}", "undated/undated/undated"),
            ("{year|No date}", "No date"), ("{camera}", "Unknown camera"),
            ("{camera|No camera}", "No camera"),
            ("{original}/{group}", "Other"), ("{original|Top}/{group}", "Top/Other"), ("{original}", ""),
            ("{camera|}/x", "x"),
        ]
    )
    func fallbacks(_ layout: String, _ expected: String) throws {
        #expect(try folders(layout, LayoutValues()) == expected)
    }

    @Test("a value is one folder, whatever is in it")
    func oneFolder() throws {
        #expect(try folders("{camera}", LayoutValues(camera: "../../etc")) == "_.._etc")
        #expect(try folders("{camera}", LayoutValues(camera: "  ")) == "Unknown camera")
        #expect(try folders("{original}", LayoutValues(original: [FileName("..")])) == "Group")
    }

    @Test("a folder whose name is no text keeps its bytes")
    func bytes() throws {
        let name = FileName([0xFF, 0xFE])
        let folders = try LayoutTemplate("{original}").folders(
            for: LayoutValues(original: [name]),
            clean: Self.clean
        )
        #expect(folders == [name])
    }

    @Test(
        "a layout that makes no sense is refused, with what to write",
        arguments: [
            ("", LayoutError.empty), ("//", .absolute("//")), ("/{group}", .absolute("/{group}")),
            ("{group}/..", .parentReference("{group}/..")), ("./{group}", .parentReference("./{group}")),
            ("{group", .unclosedBrace("{group")), ("{group{year}}", .unclosedBrace("{group{year}}")),
            ("group}", .strayBrace("group}")), ("{grup}", .unknownField("grup")), ("{}", .unknownField("")),
            ("{camera|a/b}", .slashInFallback("a/b")), (".hidden/{group}", .illegalFolder(".hidden")),
            ("a\nb", .illegalFolder("a\nb")),
        ]
    )
    func refused(_ layout: String, _ expected: LayoutError) {
        #expect(throws: expected) { try LayoutTemplate(layout) }
    }

    @Test("an unknown field's error names it, the nearest and all there are")
    func unknownField() {
        let text = LayoutError.unknownField("mounth").description
        #expect(text.contains("no {mounth}"))
        #expect(text.contains("did you mean {month}?"))
        for field in LayoutField.allCases { #expect(text.contains("{\(field.rawValue)}")) }
    }
}
