import Testing

@testable import photoctl

@Suite("The command line as it was given")
struct RawArgumentsTests {
    @Test("a place in the south is a place and no bundle of flags, but behind -- everything is a word")
    func places() {
        #expect(
            RawArguments.joiningValues(["find", "--near", "-33.9,151.2,5", "a"]) == [
                "find", "--near=-33.9,151.2,5", "a",
            ]
        )
        #expect(RawArguments.joiningValues(["find", "--", "--near", "x"]) == ["find", "--", "--near", "x"])
        #expect(RawArguments.joiningValues(["find", "--near"]) == ["find", "--near"])
        #expect(RawArguments.joiningValues([]) == [])
        #expect(RawArguments.joiningValues(["--socket=", "ping"]) == ["--socket", "", "ping"])
    }

    @Test("an empty value that is joined to its option takes no other argument for it")
    func emptyValues() {
        for (given, read) in [
            (["edit", "a.jpg", "--group=", "--dry-run"], ["edit", "a.jpg", "--group", "", "--dry-run"]),
            (["photos", "--after", "", "--limit", "5"], ["photos", "--after", "", "--limit", "5"]),
            (["edit", "--location=", "a.jpg"], ["edit", "--location", "", "a.jpg"]),
            (["show", "--", "--group="], ["show", "--", "--group="]), (["show", "a="], ["show", "a="]),
            (["edit", "--title=a="], ["edit", "--title=a="]), (["find", "--all="], ["find", "--all="]),
            (["edit", "--title", "--group=", "a.jpg"], ["edit", "--title", "--group=", "a.jpg"]),
        ] { #expect(RawArguments.joiningValues(given) == read) }
    }

    @Test(
        "an option that a command does not have is found, and what is the value of another is none",
        arguments: [
            (["frame", "v", "--outptu", "x.png"], "--outptu", "--output"),
            (["--json", "thumb", "--al"], "--al", "--all"), (["undo", "--lst"], "--lst", "--last"),
            (["--socket", "--all", "thumb", "--xyzzy=1"], "--xyzzy", nil),
            (["edit", "--title", "--xyzzy"], nil, nil), (["thumb", "--", "--al"], nil, nil),
            (["frame", "v", "--at", "0", "-x"], nil, nil), (["roots", "add", "--help"], nil, nil),
        ] as [([String], String?, String?)]
    )
    func unknownOption(line: [String], name: String?, nearest: String?) {
        let found = WordOwner.unknownOption(in: line, Photoctl._dumpHelp())
        #expect(found?.name == name && found?.nearest == nearest)
    }

    /// A command line whose words have a byte for each scalar, as one in Latin-1 has.
    private func texts(_ line: [String]) throws -> [String] {
        try RawArguments.texts(of: line.map { $0.unicodeScalars.map { UInt8($0.value) } }) {
            Photoctl._dumpHelp()
        }
    }

    @Test(
        "a file's name that is not UTF-8 is its uri, wherever a file is named",
        arguments: [
            (["show", "/é"], ["show", "file:///%E9"]),
            (["--json", "edit", "/é", "--title", "a"], ["--json", "edit", "file:///%E9", "--title", "a"]),
            (["edit", "--title=a", "--dry-run", "/é"], ["edit", "--title=a", "--dry-run", "file:///%E9"]),
            (["--socket", "/é", "status"], ["--socket", "file:///%E9", "status"]),
            (["status", "--socket=/é"], ["status", "--socket=file:///%E9"]),
            (["import", "/é", "--into", "/è"], ["import", "file:///%E9", "--into", "file:///%E8"]),
            (["edit", "--", "/é"], ["edit", "--", "file:///%E9"]),
            (["edit", "--title", "--", "/é"], ["edit", "--title", "--", "file:///%E9"]),
            (["show", "/a=é"], ["show", "file:///a%3D%E9"]),
            (["roots", "add", "/é"], ["roots", "add", "file:///%E9"]),
            (
                ["geotag", "/é.gpx", "--month", "2004-12"],
                ["geotag", "file:///%E9.gpx", "--month", "2004-12"]
            ),
        ]
    )
    func files(line: [String], texts: [String]) throws {
        #expect(try self.texts(line) == texts)
    }

    @Test(
        "what is not UTF-8 where a text is meant is refused, as no program would read what was meant",
        arguments: [
            ["edit", "a.jpg", "--title", "é"], ["edit", "a.jpg", "--description=é"],
            ["edit", "--keywords", "+é", "a.jpg"], ["edit", "a.jpg", "--group", "é"],
            ["edit", "--in-group", "é", "--rating", "5"], ["edit", "--find", "é", "--rating", "5"],
            ["--socket", "/s", "find", "é"], ["find", "--keyword=é"], ["group", "é"],
            ["photos", "--group", "é"],
            ["find", "--", "é"], ["geotag", "a.gpx", "--find", "é"], ["ui", "slideshow", "é"], ["é"],
        ]
    )
    func notUTF8(line: [String]) {
        let failure = #expect(throws: Failure.self) { try texts(line) }
        #expect(failure?.status == .usage)
        #expect(failure?.message?.contains("\u{FFFD}” is not UTF-8") == true)
    }
}
