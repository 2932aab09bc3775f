import Testing

@testable import Gallery

@Suite("Addresses that are asked for")
struct RequestTargetTests {
    @Test(
        "what climbs, hides a slash or a NUL, or is no text leads nowhere",
        arguments: [
            "", "months", "http://127.0.0.1/", "/..", "/page/../token", "/page/%2e%2e/token",
            "/page/%2E./token",
            "/page/./app.js", "/page/a%2fb", "/page/a%2Fb", "/page/a%5Cb", "/page/a\\b", "/page//app.js",
            "/page/",
            "/page/a%00", "/page/a%0Ab", "/page/%ff", "/page/%zz", "/page/%", "/a#b",
        ]
    )
    func refused(_ target: String) {
        #expect(RequestTarget(target) == nil)
    }

    @Test("parts are decoded, and the query keeps its order and what stands in it twice")
    func parts() throws {
        let target = try #require(
            RequestTarget("/api/find?word=S%C3%B6hne+am+See&word=a%2Fb&limit=20&word=c%2Bd&flag&empty=&x=a=b")
        )
        #expect(target.path == ["api", "find"])
        #expect(
            target.query.map { "\($0.name)=\($0.value)" }
                == ["word=Söhne am See", "word=a/b", "limit=20", "word=c+d", "flag=", "empty=", "x=a=b"]
        )
        #expect(target["word"] == "Söhne am See" && target["nothing"] == nil)
        #expect(try #require(RequestTarget("/")).path.isEmpty)
    }

    @Test("a part of the query that is no text is told apart from an address that leads nowhere")
    func unreadable() throws {
        for part in ["b=%00", "b=%ff", "%zz=1"] {
            let target = try #require(RequestTarget("/a?x=1&\(part)&y=2"))
            #expect(target.unreadable == part && target["x"] == "1" && target["y"] == "2")
        }
        #expect(try #require(RequestTarget("/a?b=%25ff")).unreadable == nil)
    }

    @Test("an address without its token is as it was written else, and says the same")
    func without() throws {
        let target = try #require(RequestTarget("/folder?name=Caf%C3%A9+%26+Bar&token=abc&q=1"))
        #expect(target.without("token") == "/folder?name=Caf%C3%A9%20%26%20Bar&q=1")
        #expect(try #require(RequestTarget("/%C3%A9?token=a")).without("token") == "/%C3%A9")
    }

    @Test("each leads where it should")
    func routes() throws {
        let id = "B84E8479-475C-4727-A4A4-B77AA9980897/L0/001"
        let expected: [String: Route] = [
            "/": .screen, "/months": .screen, "/month/2016-11?type=photo": .screen, "/photo/\(id)": .screen,
            "/photo/\(id)/details": .screen, "/folder?name=a%2Fb": .screen, "/shortcuts": .screen,
            "/gallery": .gallery, "/events": .events, "/upload?name=a.jpg": .upload,
            "/thumbnails": .thumbnails,
            "/api/months": .command("months"), "/api/a/b": .unknown, "/api": .unknown,
            "/page/screens/month.js": .page(["screens", "month.js"], nil), "/page": .unknown,
            "/page/~x1/app.js": .page(["app.js"], PageEdition("x1")),
            "/vendor/leaflet/images/layers.png": .vendor(.leaflet, ["images", "layers.png"]),
            "/vendor/markercluster/a.js": .vendor(.markercluster, ["a.js"]),
            "/vendor/jquery/jquery.js": .unknown,
            "/thumbnail/\(id)?size=large": .thumbnail(id), "/preview/\(id)": .preview(id),
            "/original/\(id)": .original(id), "/frame/\(id)?at=1": .frame(id), "/thumbnail": .unknown,
            "/etc/passwd": .unknown, "/favicon.ico": .unknown,
        ]
        for (address, route) in expected {
            #expect(try Route(#require(RequestTarget(address)).path) == route, "\(address)")
        }
    }
}
