import TestSupport
import Testing

@testable import CaptureRules

@Suite("Folder names")
struct FolderNameTests {
    @Test(
        "are one component that every file system takes",
        arguments: [
            ("Beach trip", "Beach trip"), ("../../etc", "_.._etc"), ("/", "_"), (".", "Group"),
            ("..", "Group"),
            ("", "Group"), (" ... ", "Group"), (". .a. .", "a"), ("a\\b:c*d?e\"f<g>h|i", "a_b_c_d_e_f_g_h_i"),
            ("two\nlines\r\nand\ta tab", "two lines and a tab"),
            ("nul\0and\u{1B}[2J bell\u{7}", "nuland[2J bell"),
            ("\u{202E}gpj.exe\u{202C}", "gpj.exe"), ("a\u{200F}b\u{2066}c\u{2069}", "abc"),
            ("a\u{61C}b", "ab"), ("\u{200B}\u{FE0F}", "Group"), ("e\u{1}\u{301}", "é"),
            ("E\u{301}", "É"),
            (".\u{301}x", "\u{301}x"), ("/\u{338}", "_\u{338}"), ("👩\u{200D}👧 2016", "👩\u{200D}👧 2016"),
            ("CON", "CON_"), ("con", "con_"), ("Nul.2016", "Nul_.2016"), ("COM1", "COM1_"), ("lpt³", "lpt³_"),
            ("AUX .x", "AUX_.x"), ("Conny", "Conny"), ("COM10", "COM10"),
            ("Canon  EOS 5D/II", "Canon EOS 5D_II"),
            ("Other", "Other"), ("What?", "What_"),
        ]
    )
    func clean(text: String, expected: String) {
        // Equal strings may differ in their bytes.
        #expect(Array(FolderName.clean(text).utf8) == Array(expected.utf8))
        #expect(FolderName.isLegal(expected))
    }

    @Test("are cut between characters, to 255 bytes")
    func cutting() {
        let family = "👩\u{200D}👩\u{200D}👧"  // 18 bytes, one character.
        #expect(
            FolderName.clean(String(repeating: family, count: 300)) == String(repeating: family, count: 14)
        )
        #expect(FolderName.clean(String(repeating: "🏖", count: 300)) == String(repeating: "🏖", count: 63))
        #expect(
            FolderName.clean(String(repeating: "x", count: 254) + "é") == String(repeating: "x", count: 254)
        )
        #expect(FolderName.clean(String(repeating: "x", count: 252) + " . yz").utf8.count == 252)
        // The last character has 301 bytes; without it the name is a device's.
        #expect(FolderName.clean("CON a" + String(repeating: "\u{338}", count: 150)) == "CON_")
        // One character of 301 bytes.
        let accents = FolderName.clean("a" + String(repeating: "\u{338}", count: 150))
        #expect(accents.utf8.count == 255 && accents.unicodeScalars.first == "a")
    }

    @Test("have nothing that is no character")
    func noCharacters() throws {
        // A literal cannot hold them.
        let noCharacters = try [0xFFFE, 0xFDD0].map { String(try #require(Unicode.Scalar($0 as UInt32))) }
        #expect(FolderName.clean("a" + noCharacters.joined() + "b") == "ab")
        #expect(noCharacters.allSatisfy { !FolderName.isLegal("a" + $0) })
        // Half a surrogate pair.
        #expect(FolderName.clean(String(decoding: [0x61, 0xD800, 0x62], as: UTF16.self)) == "a\u{FFFD}b")
    }

    @Test(
        "that somebody gave are refused where a file system would",
        arguments: [
            "", ".", "..", "a/b", "a\0b", "a\nb", " a", "a ", "a.", ".a", "NUL", "nul.x", "a:b", "a\u{202E}b",
            "\u{200B}",
            String(repeating: "x", count: 256),
        ]
    )
    func illegal(name: String) {
        #expect(!FolderName.isLegal(name))
    }

    @Test(
        "that somebody gave need not be as photod's are",
        arguments: ["E\u{301}", "two  spaces", "a\u{A0}b"]
    )
    func legal(name: String) {
        #expect(FolderName.isLegal(name))
    }

    @Test("are one where some file system does not tell them apart")
    func folding() {
        for alike in [
            ["a", "A"], ["É", "E\u{301}", "é", "e\u{301}"], ["straße", "STRASSE", "STRAẞE", "straſſe"],
            ["i", "I", "İ", "ı", "i\u{307}"], ["s", "S", "ſ"], ["σ", "ς", "Σ"], ["k", "\u{212A}"],
            ["ﬁn", "FIN"],
            ["Ǆ", "ǅ", "ǆ"], ["Ꭰ", "ꭰ"], ["❤", "❤\u{FE0F}"], ["ᾳ\u{301}", "\u{3B1}\u{301}\u{345}", "ΆΙ"],
        ] {
            #expect(Set(alike.map(FolderName.folded)).count == 1, "\(alike)")
        }
        for (one, other) in [("a", "b"), ("e", "é"), ("ss", "s"), ("o", "ø"), ("か", "が"), ("1", "¹")] {
            #expect(FolderName.folded(one) != FolderName.folded(other), "\(one) \(other)")
        }
    }

    @Test("are one in all cases of every character")
    func everyCase() {
        var count = 0
        for scalar in (0...0x10FFFF as ClosedRange<UInt32>).lazy.compactMap(Unicode.Scalar.init) {
            let properties = scalar.properties
            guard properties.changesWhenCaseMapped else { continue }
            count += 1
            let folded = FolderName.folded(String(scalar))
            for mapped in [
                properties.lowercaseMapping, properties.uppercaseMapping, properties.titlecaseMapping,
            ] {
                #expect(FolderName.folded(mapped) == folded, "U+\(String(scalar.value, radix: 16))")
            }
        }
        #expect(count > 2500)
    }

    // Vectors of the algorithm's authors.
    @Test(
        "have the hash of FNV's authors",
        arguments: [
            ("", 0xCBF2_9CE4_8422_2325), ("a", 0xAF63_DC4C_8601_EC8C), ("foobar", 0x8594_4171_F739_67E8),
        ] as [(String, UInt64)]
    )
    func hash(text: String, expected: UInt64) {
        #expect(NameHash.fnv1a(text.utf8) == expected)
    }

    @Test("have a hash of six digits, the same for both forms of a character")
    func hashText() {
        // 85944171f73967e8: 3967e8 ^ 4171f7 ^ 8594.
        #expect(NameHash("foobar").text == "78938b")
        #expect(NameHash("É") == NameHash("E\u{301}"))
    }
}
