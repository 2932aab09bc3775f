import PhotoModel
import TestSupport
import Testing

@testable import PhotodConfiguration

@Suite("A folder's options")
struct FolderOptionsTests {
    private let path = FilePath("/photos/trip/.photod.toml")

    private func parse(_ text: String) throws(ConfigurationError) -> FolderOptions {
        try FolderOptions.parse(
            Array(text.utf8),
            path: path,
            environment: .pretended(),
            files: PretendFiles().host
        )
    }

    @Test("are read, and may say nothing")
    func reads() throws {
        let options = try parse(
            """
            # Summer
            group = "Beach trip"
            ignore = ["*.psd", "exports/"]
            timezone = "Europe/Paris"
            follow-symlinks = false
            write = "index"
            """
        )
        #expect(options.group == "Beach trip")
        #expect(options.ignore.patterns == ["*.psd", "exports/"])
        #expect(options.timeZone == .named("Europe/Paris"))
        #expect(options.followsLinks == false && options.write == .index)
        #expect(try parse("follow-symlinks = true").followsLinks == true)
        #expect(try parse("") == FolderOptions())
        #expect(try parse("ignore = []") == FolderOptions())
        #expect(try parse("timezone = \"system\"").timeZone == .system)
    }

    @Test(
        "that cannot be are refused with the line, the key and the remedy",
        arguments: [
            ("group = 7", ":1: group: this is an integer; write text in quotes"),
            ("\ngroup = \" \\u00A0\"", ":2: group: a group's name is one line"),
            ("group = \"a\\nb\"", ":1: group: a group's name is one line"),
            (
                "grup = \"a\"",
                ":1: grup: photod knows no such key; the nearest it knows in a folder's options is \"group\""
            ),
            ("# nowhere\nwrite = true", ":2: write: this is a bool; write text in quotes"),
            (
                "write = \"cloud\"",
                ":1: write: \"cloud\" is no place that edits are written to; write \"sidecar\", \"file\", \"both\" or \"index\""
            ),
            ("\n\nignore = \"*.psd\"", ":3: ignore: this is a string; write an array of patterns"),
            ("ignore = [\"a[\"]", ":1: ignore: the pattern \"a[\" holds a [ without its ]"),
            ("ignore = [1]", ":1: ignore: this is an integer; write patterns in quotes"),
            ("timezone = \"Europe/Pariss\"", ":1: timezone: \"Europe/Pariss\" is no time zone"),
            ("timezone = \"../../etc/passwd\"", ":1: timezone: \"../../etc/passwd\" is no time zone"),
            ("group = \"a\"\ngroup = \"b\"", ":2: "),
            ("group =", ":1: "),
            (
                "follow-symlinks = 1",
                ":1: follow-symlinks: this is an integer; write true or false, without quotes"
            ),
            ("[[library]]\npath = \"/a\"", ":1: library: photod knows no such key"),
        ]
    )
    func refuses(text: String, expected: String) {
        let text = message { () throws(ConfigurationError) in try parse(text) }
        #expect(text.hasPrefix("/photos/trip/.photod.toml" + expected), "\(text)")
    }

    @Test("may be any bytes: what is no TOML is refused and nothing else happens")
    func survivesNoise() {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let alphabet = Array("group=ignretmzo \"[]{}'#\n\\u0,.-/*!".utf8) + [0, 0xC3, 0xFF, 0xEF, 0xBB, 0xBF]
        for _ in 0..<3000 {
            let bytes = random.bytes(upTo: 80, from: alphabet)
            do throws(ConfigurationError) {
                let options = try FolderOptions.parse(
                    bytes,
                    path: path,
                    environment: .pretended(),
                    files: PretendFiles().host
                )
                #expect(options.group?.isEmpty != true, "seed \(seed)")
            } catch {
                #expect(!error.problem.isEmpty && !error.remedy.isEmpty, "seed \(seed)")
            }
        }
    }
}
