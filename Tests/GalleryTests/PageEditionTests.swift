import PhotoModel
import TestSupport
import Testing

@testable import Gallery

@Suite("Editions of the page")
struct PageEditionTests {
    @Test(
        "another file, another content, another name and another place are another edition; the same is the same"
    )
    func editions() throws {
        let scratch = try TemporaryFolder()
        let place = scratch.location
        try Disk.makeFolder(place + "screens")
        try Disk.write("a", to: place + "app.js")
        try Disk.write("b", to: place + "screens/all.js")
        var seen = [try PageEdition(of: place)]
        #expect(try PageEdition(of: place) == seen.last)
        let changes: [() throws -> Void] = [
            { try Disk.write("c", to: place + "screens/one.js") },
            { try Disk.write("bb", to: place + "screens/all.js") },
            { try Disk.rename(place + "screens/one.js", to: place + "screens/two.js") },
            { try Disk.rename(place + "screens/two.js", to: place + "two.js") },
            { try Disk.remove(place + "two.js") },
        ]
        for change in changes {
            try change()
            let edition = try PageEdition(of: place)
            #expect(!seen.contains(edition))
            seen.append(edition)
        }
    }

    @Test("a page names files of its edition, and everything else as it was written")
    func addresses() {
        let html =
            "<link href=\"/page/a.css\"><a href=\"/months\">\"/page</a><script src=\"/page/b.js\"></script>\""
        let page = PageEdition("x1").page(Array(html.utf8))
        #expect(
            String(decoding: page, as: UTF8.self)
                == "<link href=\"/page/~x1/a.css\"><a href=\"/months\">\"/page</a><script src=\"/page/~x1/b.js\"></script>\""
        )
    }

    @Test(
        "a page has what its style sheets say in it, in their places, and everything else as it was written"
    )
    func styles() throws {
        let html =
            "<head>\n<link rel=\"stylesheet\" href=\"/page/style/a.css\">\n<link rel=\"icon\" href=\"/page/b\">\n"
        let nonce = StyleNonce()
        let page = try InlineStyles(nonce) { names in
            #expect(names == ["style", "a.css"])
            return Array("a { }\n".utf8)
        }.page(Array(html.utf8))
        #expect(
            String(decoding: page, as: UTF8.self)
                == "<head>\n<style nonce=\"\(nonce.text)\">a { }\n</style>\n<link rel=\"icon\" href=\"/page/b\">\n"
        )
        #expect(StyleNonce() != nonce)
    }

    @Test("an address with an edition leads to the file")
    func routes() {
        #expect(
            Route(["page", "~x1", "screens", "all.js"]) == .page(["screens", "all.js"], PageEdition("x1"))
        )
        #expect(Route(["page", "screens", "all.js"]) == .page(["screens", "all.js"], nil))
        #expect(Route(["page", "~x1"]) == .page(["~x1"], nil))
    }
}
