import Testing

@testable import photoctl

@Suite("Words on the command line")
struct PhotoWordsTests {
    @Test("are in one request with the other files of their shot, wherever those stand")
    func shots() {
        let paths = [
            "/card/a.jpg", "/card/b.jpg", "/card/a.jpg.xmp", "/other/a.jpg", "file:///card/b.CR2",
            "/card/c.mov",
            "/card/a.CR2",
        ]
        let lists = PhotoWords.lists(ofShots: paths, limit: 43)
        #expect(
            lists == [
                ["/card/a.jpg", "/card/a.jpg.xmp", "/card/a.CR2"],
                ["/card/b.jpg", "file:///card/b.CR2"], ["/other/a.jpg", "/card/c.mov"],
            ]
        )
    }

    @Test("that one request holds are as they come, and a shot that none holds is cut")
    func limits() {
        let paths = ["/a.jpg", "/b.jpg", "/a.CR2", "/a.xmp"]
        #expect(PhotoWords.lists(ofShots: paths, limit: 28) == [paths])
        #expect(
            PhotoWords.lists(ofShots: paths, limit: 14) == [["/a.jpg", "/a.CR2"], ["/a.xmp", "/b.jpg"]]
        )
        #expect(PhotoWords.lists(ofShots: [], limit: 14).isEmpty)
    }
}
