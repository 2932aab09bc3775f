import PhotoModel
import Testing

@Suite("Words of a shell")
struct ShellWordTests {
    @Test(
        "words are quoted so that a shell reads them as they are",
        arguments: [
            ("/a/b-c_1.jpg", "/a/b-c_1.jpg"), ("/my photos", "'/my photos'"), ("it's", "'it'\\''s'"),
            ("", "''"),
            ("$(rm)", "'$(rm)'"), ("~a", "'~a'"), ("/süß", "/süß"),
        ]
    )
    func quoting(text: String, expected: String) {
        #expect(ShellWord.quoted(text) == expected)
        #expect(ShellWord.quoted(FilePath(text)) == expected)
    }

    @Test("a path that is no text, or would steer a terminal, is written with octal numbers")
    func bytes() {
        let path = FilePath(Array("/it's \\ caf".utf8) + [0xE9] + Array("1".utf8))
        #expect(ShellWord.quoted(path) == #"$'/it\'s \\ caf\3511'"#)
        #expect(ShellWord.quoted(FilePath("/a\nü")) == #"$'/a\012\303\274'"#)
        #expect(ShellWord.quoted(FilePath("/\u{9B}")) == #"$'/\302\233'"#)
    }

    @Test("a word that is not UTF-8 is refused where a program would read another in it, and no other is")
    func commandLines() {
        let words = ["--library", "/süß", "/\u{FFFD}", ""].map { Array($0.utf8) }
        #expect(CommandWords.refusal(of: words) == nil)
        let refusal = CommandWords.refusal(of: words + [Array("--library=/caf".utf8) + [0xE9]])
        #expect(refusal?.hasPrefix("“--library=/caf\u{FFFD}” is not UTF-8") == true)
        #expect(refusal?.contains("ln -s") == true)
    }
}
