import PhotoModel
import TestSupport
import Testing
import Thumbnails

@testable import PhotodConfiguration

@Suite("The configuration file")
struct ConfigurationFileTests {
    private let path = FilePath("/etc/photod/photod.toml")

    private func parse(_ text: String) throws(ConfigurationError) -> ConfigurationFile {
        try ConfigurationFile.parse(
            Array(text.utf8),
            path: path,
            environment: .pretended(),
            files: PretendFiles().host
        )
    }

    @Test("is read with the line of each value")
    func reads() throws {
        let file = try parse(
            """
            # A comment
            timezone = "Europe/Paris"
            log-level = "debug"
            socket = "~/photod.socket"
            keep-mtime = false

            [[library]]
            path = "~/Photos/"
            name = "Family"
            ignore = ["*.psd", "exports/"]

            [[library]]
            path = "/photos//old/./scans"
            """
        )
        #expect(file.timeZone == .init(value: .named("Europe/Paris"), line: 2))
        #expect(file.logLevel == .init(value: .debug, line: 3))
        #expect(file.socket == .init(value: FilePath("/home/anna/photod.socket"), line: 4))
        #expect(file.keepsModificationTimes == false)
        #expect(file.libraries.map(\.path.value.display) == ["/home/anna/Photos", "/photos/old/scans"])
        #expect(file.libraries.map(\.path.line) == [8, 13])
        #expect(file.libraries[0].name == .init(value: "Family", line: 9))
        #expect(file.libraries[0].ignore.patterns == ["*.psd", "exports/"])
        #expect(file.libraries[1].name == nil && file.libraries[1].ignore == IgnoreRules())
    }

    @Test("may say nothing, or that the system decides")
    func minimal() throws {
        #expect(try parse("") == ConfigurationFile(path: path))
        #expect(
            try parse("[[library]]\npath = '/a\\u0000' # \\u0000").libraries[0].path.value
                == FilePath("/a\\u0000")
        )
        #expect(try parse("timezone = \"system\"").timeZone?.value == .system)
        #expect(
            try parse("library = [{path = \"/photos\"}]").libraries.map(\.path.value) == [FilePath("/photos")]
        )
    }

    @Test("takes sizes of thumbnails in any order, and each once")
    func preparedThumbnails() throws {
        #expect(try parse("").preparedThumbnails == nil)
        #expect(try parse("[thumbnails]").preparedThumbnails == nil)
        let file = try parse("[thumbnails]\nprepare = [\"xx-large\", \"normal\", \"xx-large\"]")
        #expect(file.preparedThumbnails == .init(value: [.normal, .xxLarge], line: 2))
        #expect(try parse("[thumbnails]\nprepare = []").preparedThumbnails?.value == [])
    }

    @Test("takes every log level", arguments: LogLevel.allCases)
    func levels(level: LogLevel) throws {
        #expect(try parse("log-level = \"\(level.rawValue)\"").logLevel?.value == level)
    }

    @Test(
        "names file, line, key and remedy of what it cannot use",
        arguments: [
            (
                "timezon = \"UTC\"",
                ":1: timezon: photod knows no such key; the nearest it knows is \"timezone\"; correct or remove it"
            ),
            (
                "[thumbnails]\nprepare = [\"normal\", \"huge\"]",
                ":2: thumbnails.prepare: \"huge\" is no size of thumbnails; write some of \"normal\", \"large\", \"x-large\", "
                    + "\"xx-large\""
            ),
            (
                "[thumbnails]\nprepare = \"normal\"",
                ":2: thumbnails.prepare: this is a string; write an array of sizes, [\"normal\", \"large\"]"
            ),
            (
                "[thumbnails]\nprepared = []",
                ":2: thumbnails.prepared: photod knows no such key; the nearest it knows in [thumbnails] is \"prepare\""
            ),
            (
                "\n\nloglevel = 1\n",
                ":3: loglevel: photod knows no such key; the nearest it knows is \"log-level\"; correct or remove it"
            ),
            (
                "[[library]]\npath = \"/photos\"\nfollow-symlinks = \"yes\"",
                ":3: library.follow-symlinks: this is a string; write true or false, without quotes"
            ),
            (
                "[[library]]\npath = \"/photos\"\nfollow-links = true",
                ":3: library.follow-links: photod knows no such key; the nearest it knows in [[library]] is "
                    + "\"follow-symlinks\""
            ),
            (
                "[[library]]\npath = \"/photos\"\n[[library]]\n\n  ignored = []\n  path = \"/backup\"",
                ":5: library.ignored: photod knows no such key; the nearest it knows in [[library]] is \"ignore\""
            ),
            (
                "[thumbnails]\nprepare = true",
                ":2: thumbnails.prepare: this is a bool; write an array of sizes"
            ),
            ("zzz = 1\naaa = 2", ":1: zzz: photod knows no such key"),
            ("timezone = 7", ":1: timezone: this is an integer; write text in quotes"),
            (
                "keep-mtime = \"no\"",
                ":1: keep-mtime: this is a string; write true or false, without quotes"
            ),
            (
                "keep-mtimes = true",
                ":1: keep-mtimes: photod knows no such key; the nearest it knows is \"keep-mtime\"; correct or remove it"
            ),
            ("socket = true", ":1: socket: this is a bool; write text in quotes"),
            ("log-level = [\"info\"]", ":1: log-level: this is an array; write text in quotes"),
            ("log-level = 2016-09-12", ":1: log-level: this is a date; write text in quotes"),
            (
                "log-level = \"loud\"",
                ":1: log-level: \"loud\" is no log level; write one of \"trace\", \"debug\", \"info\", \"notice\", "
                    + "\"warning\", \"error\", \"critical\""
            ),
            (
                "\ntimezone = \"Europe/Pariss\"",
                ":2: timezone: \"Europe/Pariss\" is no time zone; write a name such as \"Europe/Paris\" "
                    + "(timedatectl list-timezones), or \"system\""
            ),
            (
                "timezone = \"../../etc/passwd\"",
                ":1: timezone: \"../../etc/passwd\" is no time zone; write a name"
            ),
            ("timezone = \"\"", ":1: timezone: \"\" is no time zone; write a name"),
            (
                "timezone = \"/etc/localtime\"",
                ":1: timezone: \"/etc/localtime\" is no time zone; write a name"
            ),
            ("timezone = \"Europe\"", ":1: timezone: \"Europe\" is no time zone; write a name"),
            (
                "timezone = \"tzdata\"",
                ":1: timezone: \"tzdata\" is no time zone; write a name"
            ),
            ("library = \"/photos\"", ":1: library: this is a string; write tables, each headed [[library]]"),
            ("library = [1]", ":1: library: this is an integer; write a table, headed [[library]]"),
            (
                "\n[library]\npath = \"/photos\"",
                ":2: library: a library is written with two brackets; write [[library]]"
            ),
            ("[[library]]\nname = \"x\"", ":1: library.path: the library has no path; add path = \"/…\""),
            ("[[library]]\npath = 3", ":2: library.path: this is an integer; write text in quotes"),
            (
                "[[library]]\npath = \"photos\"",
                ":2: library.path: \"photos\" is not absolute; write /… or ~/…"
            ),
            (
                "[[library]]\npath = \"\"",
                ":2: library.path: the path is empty; write an absolute path, /… or ~/…"
            ),
            (
                "[[library]]\npath = \"~bob/photos\"",
                ":2: library.path: \"~bob/photos\" names another user's home; write the absolute path"
            ),
            (
                "[[library]]\npath = \"/photos/../etc\"",
                ":2: library.path: \"/photos/../etc\" holds ..; write the folder it leads to"
            ),
            ("[[library]]\npath = \"/a\\u0000b\"", ":2: the text holds a NUL character; remove it"),
            ("socket = \"/a\\U00000000b\"", ":1: the text holds a NUL character; remove it"),
            (
                "[[library]]\npath = \"/photos\"\nname = \"\"",
                ":3: library.name: a name is at least one character and holds no control characters; write another"
            ),
            (
                "[[library]]\npath = \"/photos\"\nname = \"a\\tb\"",
                ":3: library.name: a name is at least one character"
            ),
            (
                "[[library]]\npath = \"/photos\"\nignore = \"*.psd\"",
                ":3: library.ignore: this is a string; write an array of patterns, [\"*.psd\", \"exports/\"]"
            ),
            (
                "[[library]]\npath = \"/photos\"\nignore = [\"a\", 7]",
                ":3: library.ignore: this is an integer; write patterns in quotes"
            ),
            (
                "[[library]]\npath = \"/photos\"\nignore = [\n  \"a\",\n  \"[a\",\n]",
                ":3: library.ignore: the pattern \"[a\" holds a [ without its ]; close it, or write \\[ for a bracket"
            ),
            (
                "[groups]\nboilerplate = \"FILM*\"",
                ":2: groups.boilerplate: this is a string; write an array of texts"
            ),
            (
                "[groups]\nboilerplate = [1]",
                ":2: groups.boilerplate: this is an integer; write texts in quotes"
            ),
            (
                "[groups]\nboilerplate = [\"a\", \" *\"]",
                ":2: groups.boilerplate: \" *\" names no text; write what stands in the photos"
            ),
            ("groups = 1", ":1: groups: this is an integer; write a table, headed [groups]"),
            ("[groups]\nboilerplates = []", ":2: groups.boilerplates: photod knows no such key"),
            ("socket = \"run/photod\"", ":1: socket: \"run/photod\" is not absolute; write /… or ~/…"),
            (
                "socket = \"/\(String(repeating: "s", count: 107))\"",
                ":1: socket: the path has 108 bytes, and a socket's may have 107; choose a shorter one"
            ),
        ]
    )
    func errors(text: String, expected: String) {
        let said = message { () throws(ConfigurationError) in try parse(text) }
        #expect(said.hasPrefix("/etc/photod/photod.toml\(expected)"), "\(said)")
    }

    @Test(
        "names the line of broken TOML",
        arguments: [("a = 1\nb = = 2", 2), ("[[library]\n", 1), ("a = 1\na = 2", 2)]
    )
    func syntax(text: String, line: Int) {
        let said = message { () throws(ConfigurationError) in try parse(text) }
        #expect(said.hasPrefix("/etc/photod/photod.toml:\(line): "), "\(said)")
        #expect(said.contains("mend the TOML at column"), "\(said)")
    }

    @Test(
        "names the line of a header without a name",
        arguments: ["[.x]", "[=", "[[]]", "[ ]", "[[", "[é]", "[\n"]
    )
    func header(text: String) {
        let said = message { () throws(ConfigurationError) in try parse("a = \"\"\"\n[.\"\"\"\n" + text) }
        #expect(
            said
                == "/etc/photod/photod.toml:3: a name is missing behind the bracket; write a name between the brackets, or remove the line"
        )
    }

    @Test(
        "names the line of what the parser would trip over",
        arguments: [
            ("x = [\n}]", ":2: the brackets do not match; close each with its own kind"),
            ("x = {a = 1]", ":1: the brackets do not match; close each with its own kind"),
            ("\nx = [\n  \"*.psd\",\ny = 1\n", ":2: a bracket is not closed; close it"),
            (
                "x = [\u{2028}1]",
                ":1: a character stands here that only text in quotes may hold; quote the text"
            ),
            ("x = Bücher", ":1: a character stands here that only text in quotes may hold; quote the text"),
            ("x = [\u{B}]", ":1: a character stands here that only text in quotes may hold; quote the text"),
            ("x = [\r]", ":1: a character stands here that only text in quotes may hold; quote the text"),
            ("x = ]", ":1: the brackets do not match; close each with its own kind"),
            ("x = 2016-09-12Tx", ":1: a time is missing behind the date; write it like 07:32:00"),
            ("\nx = 2016-09-12t", ":2: a time is missing behind the date; write it like 07:32:00"),
            (
                "x = [2016-09-12 1,2]",
                ":1: a time is missing behind the date; write it like 07:32:00"
            ),
            ("x = 2016-09-12 1 ", ":1: a time is missing behind the date; write it like 07:32:00"),
        ]
    )
    func trips(text: String, expected: String) {
        let said = message { () throws(ConfigurationError) in try parse(text) }
        #expect(said == "/etc/photod/photod.toml" + expected)
    }

    @Test("may hold in texts and comments what it may not hold elsewhere")
    func harmless() throws {
        let text = """
            timezone = "system" # [.x] } 2016-09-12Tx
            [[library]]
            path = "/photos/}] 2016-09-12Tx [."
            ignore = [ # }
              '}', \"""
            [.x] }
            \""",
            ]
            """
        #expect(try parse(text).libraries[0].ignore.patterns == ["}", "[.x] }\n"])
    }

    @Test("names the line of a NUL, behind which a parser would read nothing")
    func nul() {
        let said = message { () throws(ConfigurationError) in try parse("# one\nsocket = \"/a\0b\"") }
        #expect(said == "/etc/photod/photod.toml:2: the file holds a NUL character; remove it")
    }

    @Test("is UTF-8")
    func encoding() {
        let said = message { () throws(ConfigurationError) in
            try ConfigurationFile.parse(
                [0x23, 0xFF],
                path: path,
                environment: .pretended(),
                files: PretendFiles().host
            )
        }
        #expect(said == "/etc/photod/photod.toml: the file is not UTF-8; save it as UTF-8")
    }

    @Test("says what keeps it from being read")
    func unreadable() {
        var files = PretendFiles()
        files.unreachable["/secret.toml"] = 13
        let load = { (path: String) in
            message { () throws(ConfigurationError) in
                try ConfigurationFile.load(FilePath(path), environment: .pretended(), files: files.host)
            }
        }
        #expect(load("/none.toml") == "/none.toml: there is no such file; create it or name another")
        #expect(load("/photos") == "/photos: it is not a regular file; name another")
        #expect(
            load("/secret.toml")
                == "/secret.toml: it cannot be read: Permission denied; give the user that runs photod the right to read it"
        )
    }

    @Test("names a home directory that is missing")
    func noHome() {
        let said = message { () throws(ConfigurationError) in
            try ConfigurationFile.parse(
                Array("[[library]]\npath = \"~/x\"".utf8),
                path: path,
                environment: .pretended(home: nil),
                files: PretendFiles().host
            )
        }
        #expect(
            said
                == "/etc/photod/photod.toml:2: library.path: \"~/x\" needs a home directory, and HOME is not set; write an "
                + "absolute path"
        )
    }

    @Test("is looked for at --config, in the user's configuration, then in /etc")
    func locate() throws {
        var files = PretendFiles()
        let find = { (explicit: String?, variables: [String: String], files: PretendFiles) in
            try ConfigurationFile.locate(
                explicit: explicit.map { FilePath($0) },
                environment: .pretended(variables),
                files: files.host
            )?.display
        }
        #expect(try find(nil, [:], files) == nil)
        #expect(try find("my.toml", [:], files) == "/home/anna/desk/my.toml")
        files.files["/etc/photod/photod.toml"] = []
        #expect(try find(nil, [:], files) == "/etc/photod/photod.toml")
        files.files["/home/anna/.config/photod/photod.toml"] = []
        #expect(try find(nil, [:], files) == "/home/anna/.config/photod/photod.toml")
        files.files["/xdg/photod/photod.toml"] = []
        #expect(try find(nil, ["XDG_CONFIG_HOME": "/xdg/"], files) == "/xdg/photod/photod.toml")
        #expect(
            try find(nil, ["XDG_CONFIG_HOME": "relative"], files) == "/home/anna/.config/photod/photod.toml"
        )
        #expect(try find("/x.toml", ["XDG_CONFIG_HOME": "/xdg"], files) == "/x.toml")
    }

    @Test("is not looked for beside a working directory that is gone")
    func locateNowhere() throws {
        var environment = ProcessEnvironment.pretended()
        environment.workingDirectory = nil
        #expect(
            message { () throws(ConfigurationError) in
                try ConfigurationFile.locate(explicit: FilePath("my.toml"), environment: environment)
            }
                == "--config: the working directory, which my.toml begins at, is gone; cd to another, or begin the "
                + "path with a slash"
        )
        #expect(
            try ConfigurationFile.locate(explicit: FilePath("/my.toml"), environment: environment)?.display
                == "/my.toml"
        )
    }

    @Test("is not looked for where libraries are given by --library, and read where --config names it")
    func locateBesideLibraries() throws {
        var files = PretendFiles()
        files.files["/home/anna/.config/photod/photod.toml"] = []
        let find = { (explicit: String?, libraries: [FilePath], imports: [FilePath]) in
            try ConfigurationFile.locate(
                explicit: explicit.map { FilePath($0) },
                overrides: CommandLineOverrides(libraries: libraries, imports: imports),
                environment: .pretended(),
                files: files.host
            )?.display
        }
        #expect(try find(nil, [FilePath("/photos")], []) == nil)
        #expect(try find("/x.toml", [FilePath("/photos")], []) == "/x.toml")
        #expect(try find(nil, [], [FilePath("/inbox=/photos")]) == "/home/anna/.config/photod/photod.toml")
    }

    @Test("of chance text is read or refused, and never stops the program")
    func random() {
        var generator = SeededGenerator.fromEnvironment()
        let seed = generator.seed
        print("seed \(seed): PHOTOD_TEST_SEED=\(seed) runs it again")
        let pieces = [
            "timezone", "library", "path", "ignore", " = ", "\"", "'", "\"\"\"", "'''", "[", "]", "[[", "]]",
            "{", "}", "\n", ".",
            "\\", "#", ",", "/photos", "1", "true", "\r\n", "é",
            "2016-09-12", "T07:32:00", "+", "0x", "inf", " ", "a = ", "\\u0000",
        ]
        for _ in 0..<20_000 {
            let text = (0..<Int.random(in: 0...24, using: &generator))
                .map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
            _ = KeyLines(Array(text.utf8))
            let said = message { () throws(ConfigurationError) in try parse(text) }
            #expect(said.isEmpty || said.hasPrefix("/etc/photod/photod.toml"), "seed \(seed)")
        }
    }
}
