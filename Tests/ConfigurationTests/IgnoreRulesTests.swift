import PhotoModel
import TestSupport
import Testing

@testable import PhotodConfiguration

@Suite("Ignored names")
struct IgnoreRulesTests {
    @Test(
        "are always hidden ones and unfinished files",
        arguments: [
            (".a.jpg", false, true), (".git", true, true), ("a.jpg.part", false, true),
            ("a.CRDOWNLOAD", false, true),
            ("a.tmp", false, true), ("a.jpg", false, false), ("tmp", false, false), ("part", true, false),
            ("a.part", true, false),
            ("a.party", false, false), ("a.tmp.jpg", false, false), ("", false, false),
        ]
    )
    func always(name: String, isDirectory: Bool, expected: Bool) {
        #expect(IgnoreRules.alwaysIgnores(FileName(name), isDirectory: isDirectory) == expected)
        #expect(IgnoreRules().ignores(FileName(name), isDirectory: isDirectory) { [] } == expected)
    }

    @Test("hide the directory that holds a mark")
    func marks() {
        #expect(IgnoreRules.hidesItsDirectory(FileName(".nomedia")))
        #expect(IgnoreRules.hidesItsDirectory(FileName(".trackerignore")))
        #expect(
            !IgnoreRules.hidesItsDirectory(FileName(".hidden"))
                && !IgnoreRules.hidesItsDirectory(FileName("nomedia"))
        )
    }

    @Test(
        "follow patterns",
        arguments: [
            // By name, at any depth
            ("*.psd", "a/b/x.psd", true), ("*.psd", "x.psd.jpg", false), ("*.PSD", "x.psd", false),
            ("exports", "a/exports", true), ("exports", "a/exports2", false), ("a?c", "abc", true),
            ("a?c", "ac", false),
            ("a?c", "a\u{e9}c", true), ("a*c*e", "abcde", true), ("a*c*e", "abcd", false), ("*", "x", true),
            ("**", "x", true), ("[a-c]x", "bx", true), ("[a-c]x", "dx", false), ("[!a-c]x", "dx", true),
            ("[^a-c]x", "ax", false), ("[]x]", "]", true), ("[a-]", "-", true), ("[é-ü]", "ö", true),
            ("[é-ü]", "o", false),
            ("\\*", "*", true), ("\\*", "x", false), ("[\\]]", "]", true), ("\\!x", "!x", true),
            ("a.b", "axb", false),
            // From the root
            ("/raw", "raw", true), ("/raw", "a/raw", false), ("a/raw", "a/raw", true),
            ("a/raw", "b/a/raw", false),
            ("a/*", "a/b", true), ("a/*", "a/b/c", false), ("a/*", "a", false), ("*/raw", "a/raw", true),
            // Any number of folders
            ("**/raw", "raw", true), ("**/raw", "a/b/raw", true), ("**/raw", "a/raw/b", false),
            ("a/**", "a/b/c", true),
            ("a/**", "a", false), ("a/**/b", "a/b", true), ("a/**/b", "a/x/y/b", true),
            ("a/**/b", "a/x", false),
            ("a/**/b/**/c", "a/b/b/x/c", true), ("**/a/**", "x/a/y", true), ("**/a/**", "x/a", false),
            ("/**", "x", true),
            ("a/**/**/b", "a/b", true), ("**/*.tif", "x/y.tif", true), ("a**b", "axyb", true),
        ]
    )
    func patterns(pattern: String, path: String, expected: Bool) throws {
        let rules = try IgnoreRules(patterns: [pattern])
        let name = FileName(path.split(separator: "/").last.map(String.init) ?? "")
        #expect(rules.ignores(name, isDirectory: false) { Array(path.utf8) } == expected)
        #expect(rules.ignores(name, isDirectory: true) { Array(path.utf8) } == expected)
    }

    @Test(
        "for folders leave files alone",
        arguments: [("exports/", "a/exports"), ("/raw/", "raw"), ("a/raw/", "a/raw")]
    )
    func folders(pattern: String, path: String) throws {
        let rules = try IgnoreRules(patterns: [pattern])
        let name = FileName(path.split(separator: "/").last.map(String.init) ?? "")
        #expect(rules.ignores(name, isDirectory: true) { Array(path.utf8) })
        #expect(!rules.ignores(name, isDirectory: false) { Array(path.utf8) })
    }

    @Test("ask for a path only where a pattern counts from the root")
    func laziness() throws {
        var asked = 0
        let path = { () -> [UInt8] in
            asked += 1
            return Array("a/b".utf8)
        }
        _ = try IgnoreRules(patterns: ["*.psd", "x/"]).ignores(FileName("b"), isDirectory: true, path: path)
        #expect(asked == 0)
        _ = try IgnoreRules(patterns: ["*.psd", "/x", "/y"]).ignores(
            FileName("b"),
            isDirectory: true,
            path: path
        )
        #expect(asked == 1)
    }

    @Test("match bytes that are no text")
    func bytes() throws {
        let rules = try IgnoreRules(patterns: ["a?b"])
        #expect(rules.ignores(FileName([0x61, 0xFF, 0x62]), isDirectory: false) { [] })
        #expect(!rules.ignores(FileName([0x61, 0xFF, 0xFF, 0x62]), isDirectory: false) { [] })
        // U+00E9 is no lone byte 0xE9.
        let set = try IgnoreRules(patterns: ["[é]"])
        #expect(!set.ignores(FileName([0xE9]), isDirectory: false) { [] })
    }

    @Test(
        "refuse what is no pattern, with the remedy",
        arguments: [
            ("", "is empty; remove it"),
            ("!x", "begins with !, and nothing can be taken out of what is ignored; remove"),
            ("[a", "holds a [ without its ]; close it, or write \\[ for a bracket"),
            ("[", "holds a [ without its ]"),
            ("[]", "holds a [ without its ]"),
            ("[z-a]", "holds a range that runs backwards; write its smaller end first"),
            ("a\\", "ends with a backslash; write \\\\ for a backslash"),
            ("a//b", "holds an empty name between slashes"),
            ("/", "holds an empty name between slashes"), ("a\0b", "holds a NUL character; remove it"),
            ("[a-", "holds a ["),
        ]
    )
    func refuse(pattern: String, expected: String) {
        let said = message { () throws(GlobError) in try IgnoreRules(patterns: ["ok", pattern]) }
        #expect(said.hasPrefix("the pattern \"\(pattern)\" \(expected)"), "\(said)")
    }

    @Test("of many stars take no longer than the product of the lengths", .timeLimit(.minutes(20)))
    func noBlowUp() throws {
        let name = FileName(Array(repeating: UInt8(ascii: "a"), count: 255))
        let stars = try IgnoreRules(patterns: [String(repeating: "*a", count: 120) + "b"])
        let folders = try IgnoreRules(patterns: [String(repeating: "**/a/", count: 100) + "b"])
        let path = Array(Array(repeating: "a", count: 400).joined(separator: "/").utf8)
        for _ in 0..<200 {
            #expect(!stars.ignores(name, isDirectory: false) { [] })
            #expect(!folders.ignores(FileName("a"), isDirectory: false) { path })
        }
    }

    @Test("of chance patterns and names never stop the program, and match as a plain search would")
    func random() {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        let patternBytes = Array("ab*?**//[]!-^\\é".utf8)
        let nameBytes = Array("aabb//é".utf8) + [0xFF]
        for _ in 0..<20_000 {
            let pattern = String(decoding: generator.bytes(upTo: 12, from: patternBytes), as: UTF8.self)
            let path = generator.bytes(upTo: 12, from: nameBytes)
            guard let rules = try? IgnoreRules(patterns: [pattern]) else { continue }
            let name = FileName(Array(path.split(separator: UInt8(ascii: "/")).last ?? []))
            _ = rules.ignores(name, isDirectory: Bool.random(using: &generator)) { path }
        }
        let simple = Array("aab*?".utf8)
        for _ in 0..<20_000 {
            let pattern = generator.bytes(upTo: 8, from: simple)
            let name = generator.bytes(upTo: 8, from: Array("aab".utf8))
            guard !pattern.isEmpty, let glob = try? Glob(String(decoding: pattern, as: UTF8.self)) else {
                continue
            }
            #expect(
                glob.matches(name: name[...]) == Self.search(pattern[...], name[...])
                    || pattern.allSatisfy { $0 == 0x2A },
                "seed \(seed): \(pattern) \(name)"
            )
        }
    }

    /// The definition, without regard to time.
    private static func search(_ pattern: ArraySlice<UInt8>, _ name: ArraySlice<UInt8>) -> Bool {
        guard let first = pattern.first else { return name.isEmpty }
        if first == UInt8(ascii: "*") {
            return search(pattern.dropFirst(), name) || !name.isEmpty && search(pattern, name.dropFirst())
        }
        guard let byte = name.first, first == byte || first == UInt8(ascii: "?") else { return false }
        return search(pattern.dropFirst(), name.dropFirst())
    }
}
