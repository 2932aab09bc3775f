import TestSupport
import Testing

@testable import CaptureRules

@Suite("Group folders")
struct GroupFoldersTests {
    @Test("are called as their groups, and Other is for photos without one")
    func plain() {
        var folders = GroupFolders()
        #expect(folders.folder(of: "Beach trip") == "Beach trip")
        #expect(folders.folder(of: nil) == "Other")
        #expect(folders.remembered == ["Beach trip": "Beach trip"])
    }

    @Test("of a later group that would share one have the hash behind")
    func shared() {
        var folders = GroupFolders()
        for (group, first) in [
            ("a", "A"), ("a/b", "a:b"), ("Straße", "STRASSE"), ("x", "x."), ("CON", "CON_"),
        ] {
            let plain = folders.folder(of: group)
            #expect(plain == FolderName.clean(group))
            #expect(folders.folder(of: first) == "\(FolderName.clean(first)) ~\(NameHash(first).text)")
            #expect(folders.folder(of: group) == plain)
        }
    }

    @Test(
        "of groups that are called Other have the hash form",
        arguments: ["Other", "other", "OTHER", "Other."]
    )
    func other(group: String) {
        var folders = GroupFolders()
        #expect(folders.folder(of: group) == "\(FolderName.clean(group)) ~\(NameHash(group).text)")
        #expect(folders.folder(of: nil) == "Other")
    }

    @Test("of one text in two forms are one")
    func forms() {
        var folders = GroupFolders()
        #expect(folders.folder(of: "É") == folders.folder(of: "E\u{301}"))
        #expect(folders.remembered.count == 1)
    }

    @Test("have a number where the hash is taken, too, and stay within 255 bytes")
    func taken() {
        let long = String(repeating: "x", count: 300)
        var folders = GroupFolders()
        let stem = String(repeating: "x", count: 247)
        for taken in [long + "y", "\(stem) ~\(NameHash(long).text)"] { _ = folders.folder(of: taken) }
        let folder = folders.folder(of: long)
        #expect(folder == "\(stem.dropLast(2)) ~\(NameHash(long).text)-2")
        #expect(folder.utf8.count == 255)
    }

    @Test("edited by hand are honoured where they are legal and nobody else's")
    func edited() {
        let edited = [
            "a": "Summer", "b": "SUMMER", "c": "../up", "d": "other", "e": "Tidy name", "f": "NUL",
        ]
        var folders = GroupFolders(remembered: edited)
        #expect(folders.remembered == ["a": "Summer", "e": "Tidy name"])
        #expect(folders.folder(of: "e") == "Tidy name" && folders.folder(of: "b") == "b")
        #expect(
            folders.refused.map(\.description) == [
                "the folder \"SUMMER\" of the group \"b\" is not taken: the group \"a\" has it, or one that "
                    + "some file systems do not tell from it; choose another",
                "the folder \"../up\" of the group \"c\" is not taken: it is no folder's name on every file "
                    + "system; \"_up\" would be one",
                "the folder \"other\" of the group \"d\" is not taken: photos without a group have "
                    + "\"Other\"; choose another",
                "the folder \"NUL\" of the group \"f\" is not taken: it is no folder's name on every "
                    + "file system; \"NUL_\" would be one",
            ]
        )
    }

    @Test("of random groups are legal, never two the same, and the same after a reload")
    func property() throws {
        var generator = SeededGenerator.fromEnvironment()
        let seed = generator.seed
        print("seed \(seed)")
        for _ in 0..<60 {
            var folders = GroupFolders()
            var given: [String: String] = [:]
            for _ in 0..<60 {
                let group = Self.text(using: &generator)
                let folder = folders.folder(of: group)
                #expect(given[group] == nil || given[group] == folder, "seed \(seed)")
                given[group] = folder
                // What a component is, without asking the rule.
                let bytes = Array(folder.utf8)
                #expect((1...255).contains(bytes.count) && bytes.first != 0x2E, "seed \(seed): \(bytes)")
                #expect(bytes.last != 0x2E && bytes.last != 0x20, "seed \(seed): \(bytes)")
                #expect(
                    bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F && !"/\\:*?\"<>|".utf8.contains($0) },
                    "seed \(seed): \(bytes)"
                )
                #expect(FolderName.isLegal(folder), "seed \(seed): \(bytes)")
                let clean = FolderName.clean(group)
                #expect(Array(FolderName.clean(clean).utf8) == Array(clean.utf8), "seed \(seed): \(bytes)")
            }
            let names = Array(given.values) + ["Other"]
            for fold in [{ $0.lowercased() }, { $0.uppercased() }] as [(String) -> String] {
                #expect(Set(names.map(fold)).count == names.count, "seed \(seed)")
            }
            var reloaded = GroupFolders(remembered: folders.remembered)
            #expect(reloaded.refused.isEmpty, "seed \(seed)")
            for (group, folder) in given {
                #expect(Array(reloaded.folder(of: group).utf8) == Array(folder.utf8), "seed \(seed)")
            }
        }
    }

    /// Few pieces, so that many names are alike; some longer than a name may be; some any characters at all.
    private static func text(using generator: inout SeededGenerator) -> String {
        let pieces = [
            "a", "A", "ß", "ss", "SS", "ſ", "İ", "i", "I", "ı", "E\u{301}", "é", ".", " ", "/", "\\", ":",
            "\0", "\n",
            "\r\n", "\u{202E}", "\u{200D}", "\u{FE0F}", "\u{301}", "\u{338}", "<", "CON", "nul", "Other",
            "👩\u{200D}👧",
            "🇩🇪", "\u{E000}", "~", "Group", String(repeating: "x", count: 240),
            String(repeating: "\u{323}", count: 130),
        ]
        return (0..<generator.below(5)).map { _ in
            if generator.chance(85) { return generator.pick(pieces) ?? "" }
            return Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &generator)).map { String($0) } ?? ""
        }.joined()
    }
}
