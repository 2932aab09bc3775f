import GalleryAddress
import Testing

@testable import Gallery

@Suite("Who is let in")
struct AdmissionTests {
    private static let token = AccessToken.random()
    private static let cookie = "photod-gallery-7468=\(token.text)"
    private let admission = Admission(
        token: Self.token,
        hosts: HostNames([.loopback(host: "127.0.0.1", port: 7468)]),
        cookieName: Cookies.name(port: 7468)
    )

    private func request(
        isPost: Bool = false,
        hosts: [String] = ["127.0.0.1:7468"],
        origin: String? = nil,
        cookie: String? = AdmissionTests.cookie,
        site: String? = nil
    ) -> RequestOrigin {
        RequestOrigin(
            isPost: isPost,
            hosts: hosts,
            origin: origin,
            cookies: cookie.map { [$0] } ?? [],
            site: site
        )
    }

    private func judge(_ request: RequestOrigin, _ address: String = "/api/months") throws
        -> Admission.Verdict
    {
        let target = try #require(RequestTarget(address))
        return admission.judge(request, target, Route(target.path))
    }

    private func status(_ verdict: Admission.Verdict) -> Int? {
        if case .refused(let refusal) = verdict { refusal.status } else { nil }
    }

    @Test("a browser with the cookie is, under each name of this machine")
    func names() throws {
        for host in ["127.0.0.1:7468", "localhost:7468", "LOCALHOST:7468", "[::1]:7468"] {
            #expect(try judge(request(hosts: [host])) == .admitted, "\(host)")
        }
    }

    @Test(
        "a name that somebody has lead here is refused, and so is a second one",
        arguments: [
            ["evil.example:7468"], ["127.0.0.1"], ["127.0.0.1:80"], ["127.0.0.1.evil.example:7468"],
            ["localhost:7468@evil.example"], ["127.0.0.1:7468", "evil.example"], [], [""],
            ["127.0.0.1:07468x"], ["127.0.0.1:07468"], ["127.0.0.1:+7468"],
        ]
    )
    func rebinding(_ hosts: [String]) throws {
        #expect(try status(judge(request(hosts: hosts))) == 421)
        #expect(try status(judge(request(hosts: hosts), "/?token=\(Self.token.text)")) == 421)
    }

    @Test("over a Unix socket the port is the proxy's, and the name still is this machine's")
    func socket() {
        let names = HostNames([.unix(nil)])
        #expect(names.contains("localhost") && names.contains("localhost:8080") && names.contains("[::1]:1"))
        #expect(!names.contains("evil.example") && !names.contains("localhost.evil.example"))
    }

    @Test("without the cookie nothing is told", arguments: [nil, "", "photod-gallery-7468=", "a=b"])
    func strangers(_ cookie: String?) throws {
        for address in [
            "/", "/api/months", "/page/app.js", "/vendor/leaflet/leaflet.js", "/events", "/gallery",
        ] {
            #expect(try status(judge(request(cookie: cookie), address)) == 401, "\(address)")
        }
    }

    @Test("a cookie that is wrong in one digit, or of another gallery, is none")
    func wrongCookie() throws {
        let digit = Self.token.text.last == "0" ? "1" : "0"
        let wrong = String(Self.token.text.dropLast()) + digit
        for cookie in [
            "photod-gallery-7468=\(wrong)", "photod-gallery-1=\(Self.token.text)",
            "xphotod-gallery-7468=\(Self.token.text)", "photod-gallery-7468=\(Self.token.text)0",
        ] {
            #expect(try status(judge(request(cookie: cookie))) == 401, "\(cookie)")
        }
        let among = "theme=dark; photod-gallery-7468=\(wrong); photod-gallery-7468=\(Self.token.text)"
        #expect(try judge(request(cookie: among)) == .admitted)
    }

    @Test("the token opens a screen, and is taken out of the address")
    func signingIn() throws {
        let verdict = try judge(request(cookie: nil), "/month/2016-11?type=photo&token=\(Self.token.text)")
        #expect(verdict == .signedIn(location: "/month/2016-11?type=photo"))
        #expect(try judge(request(cookie: nil), "/?token=\(Self.token.text)") == .signedIn(location: "/"))
        #expect(try status(judge(request(cookie: nil), "/?token=\(AccessToken.random().text)")) == 401)
        // What only programs ask is opened by the cookie alone.
        #expect(try status(judge(request(cookie: nil), "/api/months?token=\(Self.token.text)")) == 401)
    }

    @Test("a ticket opens a screen as well, where it is one")
    func tickets() throws {
        let target = try #require(RequestTarget("/?token=ticket"))
        for isGood in [true, false] {
            let verdict = admission.judge(request(cookie: nil), target, .screen) { $0 == "ticket" && isGood }
            #expect((verdict == .signedIn(location: "/")) == isGood)
        }
    }

    @Test("a ticket that is spent refuses no browser that was let in before")
    func spentTickets() throws {
        #expect(try judge(request(), "/month/2016-11?token=spent") == .signedIn(location: "/month/2016-11"))
        #expect(try status(judge(request(cookie: "photod-gallery-7468=a"), "/?token=spent")) == 401)
        #expect(try status(judge(request(hosts: ["evil.example"]), "/?token=spent")) == 421)
    }

    @Test("what changes something needs our own Origin")
    func origins() throws {
        let own = "http://127.0.0.1:7468"
        #expect(try judge(request(isPost: true, origin: own), "/api/undo") == .admitted)
        for origin in [
            nil, "null", "http://evil.example", "http://localhost:7468", "http://127.0.0.1:7469", own + "/",
        ] {
            #expect(
                try status(judge(request(isPost: true, origin: origin), "/api/undo")) == 403,
                "\(origin ?? "none")"
            )
        }
        #expect(try status(judge(request(isPost: true, origin: own, cookie: nil), "/api/undo")) == 401)
    }

    @Test("a page of another site has nothing made, and a visit from it is asked again from here")
    func sites() throws {
        for site in ["cross-site", "same-site"] {
            #expect(try status(judge(request(site: site), "/thumbnail/A/L0/001")) == 403)
            #expect(try judge(request(site: site), "/months") == .admitted)
            #expect(try judge(request(cookie: nil, site: site), "/months") == .askedAgain)
        }
        for site in ["same-origin", "none"] {
            #expect(try judge(request(site: site), "/thumbnail/A/L0/001") == .admitted)
            #expect(try status(judge(request(cookie: nil, site: site), "/months")) == 401)
        }
    }

    @Test("tokens are 256 bits in hexadecimal digits, and differ")
    func tokens() {
        #expect(Self.token.text.count == 64 && AccessToken(Self.token.text) == Self.token)
        #expect(AccessToken.random() != AccessToken.random())
        #expect(AccessToken("") == nil && AccessToken(String(repeating: "g", count: 64)) == nil)
        #expect(Self.token.matches(Self.token.text) && !Self.token.matches("") && !Self.token.matches("é"))
    }
}
