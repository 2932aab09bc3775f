import ArgumentParser
import LineProtocol
import PhotoClient
import Testing

@testable import photoctl

@Suite("What photoctl prints")
struct OutputTests {
    @Test("nothing in a file name can steer a terminal")
    func sanitizing() {
        #expect(PrintableText.sanitized("a\u{1B}[31mb") == "a\u{FFFD}[31mb")
        #expect(
            PrintableText.sanitized("\u{9B}2J\r\n\u{7F}\u{202E}")
                == "\u{FFFD}2J\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"
        )
        #expect(PrintableText.sanitized("日本 é 😀") == "日本 é 😀")
        for value in UInt32(0)...0xFFFF {
            guard let scalar = Unicode.Scalar(value), scalar.properties.generalCategory == .control else {
                continue
            }
            #expect(PrintableText.sanitized(String(scalar)) == "\u{FFFD}")
        }
    }

    @Test("fields keep their record on one line, and can be read back")
    func fields() {
        #expect(EscapedText.field("a\tb\nc\\d") == "a\\tb\\nc\\\\d")
        #expect(EscapedText.field("é日") == "é日")
    }

    @Test("widths count columns, not characters")
    func widths() {
        for (text, width) in [
            ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("ｆ", 2), ("한국", 4), ("👨‍👩‍👧", 2), ("☀\u{FE0F}", 2),
            ("", 0),
        ] {
            #expect(DisplayWidth.of(text) == width, "\(text)")
        }
        #expect(DisplayWidth.truncated("日本語", to: 4) == "日…")
        #expect(DisplayWidth.truncated("abc", to: 3) == "abc")
    }

    @Test("columns are aligned, empty ones left out, and no line ends in blanks")
    func table() {
        var table = Table([
            .init(text: "GROUP", isNumeric: false), .init(text: "STATE", isNumeric: false),
            .init(text: "N", isNumeric: true),
            .init(text: "FILE", isNumeric: false),
        ])
        table.append(["日本", "", "5", "a.jpg"])
        table.append(["Beach", "", "10", ""])
        #expect(table.text() == "GROUP   N  FILE\n日本    5  a.jpg\nBeach  10\n")
        #expect(Table([.init(text: "A", isNumeric: false)]).text().isEmpty)
        let long = String(repeating: "a", count: 60)
        var files = Table([.init(text: "FILE", isNumeric: false), .init(text: "SIZE", isNumeric: false)])
        files.append(["/" + long + "/1.jpg", "2 B"])
        files.append([long, "2 B"])
        #expect(files.text().contains("/\(long)/1.jpg  2 B\n") && files.text().contains("a…"))
    }

    @Test("cells are written as people do")
    func cells() {
        #expect(CellText.time(.string("2016-11-05T12:34:56.78")) == "2016-11-05 12:34:56")
        #expect(CellText.size(.integer(512)) == "512 B")
        #expect(CellText.size(.integer(999_949)) == "1.0 MB")
        #expect(CellText.size(.integer(3_145_728)) == "3.1 MB")
        #expect(CellText.size(.integer(99_949_999_999)) == "99.9 GB")
        #expect(CellText.size(.integer(Int64.max)) == "9223372 TB")
        #expect(CellText.duration(seconds: 11_523) == "3 h 12 min")
        #expect(CellText.duration(seconds: 86_400) == "1 d")
        #expect(CellText.duration(seconds: .infinity).hasSuffix(" h"))
        #expect(CellText.duration(seconds: -1) == "0 s")
    }

    @Test("an object is shown with its inner objects indented and its lists as tables")
    func object() throws {
        let value = try JSONValue.parse(
            #"{"localTime":"2016","why":{"date":{"rule":"mtime","candidates":[{"rule":"exif","verdict":"no date"},{"rule":"mtime","value":"x"}]}},"companions":[]}"#
        )
        #expect(
            ObjectView.text(of: value) == """
                local time: 2016
                why:
                  date:
                    rule:       mtime
                    candidates:
                      rule   verdict  value
                      exif   no date
                      mtime           x
                companions: none

                """
        )
        let flat = FlatMembers.of(value).map { "\($0.name)=\($0.text)" }
        #expect(flat.contains("why.date.candidates.1.value=x"))
    }

    @Test("events are records with the clock at their end")
    func events() throws {
        let photo = try JSONValue.parse(
            #"{"event":"photos","change":"deleted","id":"X","oldMonthKey":"2016-10","clock":"c"}"#
        )
        #expect(EventRecord.fields(of: photo) == ["photos", "deleted", "X", "", "2016-10", "c"])
        let month = try JSONValue.parse(
            #"{"monthKey":"2016-10","totalCount":3,"photoCount":2,"videoCount":1}"#
        )
        #expect(EventRecord.fields(of: month) == ["state", "2016-10", "3", "2", "1", ""])
        let other = try JSONValue.parse(
            #"{"event":"groups","group":null,"totalCount":3,"photoCount":2,"videoCount":1,"clock":"c"}"#
        )
        let fields = EventRecord.fields(of: other)
        #expect(fields == ["groups", "", "3", "2", "1", "c"])
        #expect(EventRecord.cells(of: fields) == ["groups", "Other", "3", "2", "1", "c"])
    }

    @Test("the bar of a batch fits its terminal, however narrow")
    func bar() {
        #expect(
            ProgressBar.text(1, of: 2, columns: 80) == String(repeating: "█", count: 15)
                + String(repeating: "░", count: 15) + " 1 of 2"
        )
        #expect(ProgressBar.text(100_000, of: 200_000, columns: 26) == "████░░░░ 100000 of 200000")
        #expect(ProgressBar.text(100_000, of: 200_000, columns: 20) == "100000 of 200000")
        for columns in 0...100 {
            #expect(ProgressBar.text(99_999, of: 200_000, columns: columns).count <= max(columns - 1, 0))
        }
    }

    @Test("how to undo it is told of what was done, and of nothing else")
    func undoing() {
        func summary(_ ok: Int64, _ unchanged: Int64, _ errors: Int64, canUndo: Bool = true) -> String {
            BatchReply.summary(ok, unchanged, errors, "edited", "20261122-0001", canUndo: canUndo)
        }
        #expect(
            summary(2, 1, 1)
                == "2 edited, 1 left as it is, 1 failed; to undo it: photoctl undo 20261122-0001\n"
        )
        #expect(summary(0, 3, 0) == "0 edited, 3 left as they are\n")
        #expect(summary(0, 0, 2) == "0 edited, 2 failed\n")
        #expect(summary(2, 0, 0, canUndo: false) == "2 edited\n")
    }

    @Test("the progress bar tells rate and remaining time, and fits its line")
    func progress() {
        var estimate = ProgressEstimate()
        #expect(estimate.rate == nil)
        for second in 0...20 { estimate.update(done: Int64(second * 100), total: 10_000, at: Double(second)) }
        #expect(estimate.rate == 100 && estimate.remaining == 80)
        #expect(
            estimate.line(columns: 120)
                == "[########--------------------------------] 2000/10000  20%  100 photos/s  1 min 20 s left"
        )
        for columns in 0...200 { #expect(estimate.line(columns: columns).count <= max(columns - 1, 0)) }
        // A sweep that begins anew.
        estimate.update(done: 0, total: 50, at: 21)
        #expect(estimate.rate == nil && estimate.remaining == nil)
        // All were taken away before the first was read.
        estimate.update(done: 0, total: 0, at: 21.5)
        #expect(estimate.line(columns: 80).contains("0 so far"))
        estimate.update(done: .max, total: -1, at: 22)
        #expect(estimate.line(columns: 80).contains("so far"))
    }
}

@Suite("What photoctl is told")
struct CommandLineTests {
    @Test(
        "global options stand before or after the command",
        arguments: [["--json", "months"], ["months", "--json"]]
    )
    func globalOptions(arguments: [String]) throws {
        let command = try #require(try Photoctl.parseAsRoot(arguments) as? MonthsCommand)
        #expect(command.global.output == .json)
    }

    @Test("-0 and the socket are understood in both places")
    func nulAndSocket() throws {
        let first = try #require(
            try Photoctl.parseAsRoot(["--socket", "/s", "-0", "photos", "2016-11"]) as? PhotosCommand
        )
        let second = try #require(
            try Photoctl.parseAsRoot(["photos", "2016-11", "-0", "--socket=/s"]) as? PhotosCommand
        )
        for command in [first, second] {
            #expect(command.global.output == .nul && command.month == "2016-11")
            #expect(command.global.socketPaths == [SocketPath("/s")])
        }
    }

    @Test(
        "usage errors are found before anything is asked",
        arguments: [
            ["nonsense"], ["count"], ["months", "--nonsense"], ["--json", "--tsv", "months"],
            ["photos", "2016-11", "-0", "--fields", "id"],
        ]
    )
    func usage(arguments: [String]) {
        #expect(throws: (any Error).self) { try Photoctl.parseAsRoot(arguments) }
    }

    @Test(
        "who chooses no photos is told every way to choose them",
        arguments: [["map"], ["edit", "--favorite", "yes"]]
    )
    func choices(words: [String]) {
        let error = #expect(throws: (any Error).self) { try Photoctl.parseAsRoot(words) }
        let message = error.map { Photoctl.message(for: $0) } ?? ""
        #expect(message.contains("--month, --in-group, --in-other or --find"))
    }

    @Test("paths become absolute without what says nothing")
    func paths() {
        // Links, each with the folder above the one that it leads to.
        let links = ["/home/anna/link": "/elsewhere", "/home/anna/link/inner": "/", "/elsewhere/c": "/far"]
        func absolute(_ path: String) -> String {
            let bytes = PathArgument.absolute(Array(path.utf8), in: Array("/home/anna".utf8)) { path in
                links[String(decoding: path, as: UTF8.self)].map { Array($0.utf8) }
            }
            return String(decoding: bytes, as: UTF8.self)
        }
        #expect(absolute("a/./b//c/") == "/home/anna/a/b/c")
        #expect(absolute("/x/") == "/x")
        #expect(absolute(".") == "/home/anna")
        #expect(absolute("/") == "/")
        #expect(absolute("../b") == "/home/b")
        #expect(absolute("../../../..") == "/")
        #expect(absolute("link/../b") == "/elsewhere/b")
        #expect(absolute("link/../c/../../d") == "/d")
        #expect(absolute("link/inner/../e") == "/e")
        // The library's name is a link, and what lies in it keeps that name.
        #expect(absolute("link/month/../b.jpg") == "/home/anna/link/b.jpg")
        #expect(absolute("link/./month//..") == "/home/anna/link")
    }

    @Test("a file name that is not UTF-8 keeps its bytes")
    func rawArguments() {
        #expect(RawArguments.text(of: [0x2F, 0x61, 0xFF]) == "file:///a%FF")
        #expect(PathArgument.bytes(of: "file:///a%FF") == [0x2F, 0x61, 0xFF])
        #expect(PathArgument.word("/a\nb") == "file:///a%0Ab")
        // An unset variable is not the folder that somebody works in.
        #expect(PathArgument.word("") == "")
        #expect(PathArgument.photoWord("ph://X") == "ph://X")
        #expect(PathArgument.photoWord("no-such-file-anywhere") == "no-such-file-anywhere")
        #expect(PathArgument.photoWord("no-such-photo.jpg") == PathArgument.word("no-such-photo.jpg"))
    }

    @Test("exit codes follow what went wrong")
    func exitCodes() {
        func status(_ code: Int) -> photoctl.ExitStatus {
            Failure(.refused(Acknowledgement(code: code, listIndex: 0, command: "", name: "", message: "")))
                .status
        }
        #expect(status(2) == .refused && status(57) == .timedOut && status(99) == .refused)
        #expect(Failure(.unreachable([])).status == .unreachable)
        #expect(Failure(.closed).status == .unreachable)
        #expect(Failure(ClientError.timedOut).status == .timedOut)
    }
}
