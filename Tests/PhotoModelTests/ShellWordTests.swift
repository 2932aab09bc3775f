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
    }
}
