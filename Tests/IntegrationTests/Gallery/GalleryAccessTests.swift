import Glibc
import LineProtocol
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("Who the gallery lets in")
    struct GalleryAccessTests {
        @Test("the first address gives the cookie, and the cookie opens everything, after a restart too")
        func signingIn() throws {
            try GalleryFixture.run { gallery in
                let first = try gallery.get("/months?token=\(gallery.token)")
                #expect(first.status == 303 && first.headers["location"] == "/months")
                let cookie = try #require(first.headers["set-cookie"])
                #expect(cookie.hasPrefix("photod-gallery-\(gallery.port)=\(gallery.token);"))
                for word in ["HttpOnly", "SameSite=Strict", "Path=/", "Max-Age="] {
                    #expect(cookie.contains(word), "\(cookie)")
                }
                #expect(try gallery.get("/months").status == 200)
                let (token, port) = (gallery.token, gallery.port)
                try gallery.stop()
                try gallery.start(listen: "127.0.0.1:\(port)")
                #expect(gallery.token == token)
                #expect(try gallery.get("/api/months").status == 200)
                let mode = try #require(Disk.status(gallery.state + "token")).st_mode & 0o777
                let folder = try #require(Disk.status(gallery.state)).st_mode & 0o777
                #expect(mode == 0o600 && folder == 0o700)
            }
        }

        @Test("without the cookie nothing is told, and how to open it is")
        func strangers() throws {
            try GalleryFixture.run { gallery in
                for address in [
                    "/", "/month/2016-11", "/api/months", "/events", "/gallery", "/page/index.html",
                ] {
                    let answer = try gallery.connect().ask([
                        "GET \(address) HTTP/1.1", "Host: \(gallery.host)",
                    ])
                    #expect(answer.status == 401 && answer.text.contains("photoctl gallery"), "\(address)")
                }
                #expect(try gallery.post("/api/rescan", headers: [gallery.origin]).status == 401)
            }
        }

        @Test(
            "another user of the machine is hung up on, cookie or not",
            .enabled(if: getuid() == 0, "only root can be somebody else")
        )
        func otherUsers() throws {
            try GalleryFixture.run { gallery in
                let setpriv = try #require(Programs.system("setpriv"), "install the package util-linux")
                let output = gallery.daemon.scratch.location + "answer"
                // What bash finds below /dev/tcp is a connection.
                let script = """
                    exec 3<>/dev/tcp/127.0.0.1/\(gallery.port) && printf '%b' "$0" >&3 && cat <&3
                    """
                let question = [
                    "GET /api/ping HTTP/1.1", "Host: \(gallery.host)", gallery.cookie, "Connection: close",
                    "", "",
                ]
                for (user, isAnswered) in [(0, true), (65533, false)] {
                    let child = try ChildProcess(
                        setpriv,
                        ["--reuid=\(user)", "--clear-groups", "--inh-caps=-all", "bash", "-c", script]
                            + [question.joined(separator: "\\r\\n")],
                        environment: ["PATH=/usr/bin:/bin"],
                        output: output,
                        log: gallery.daemon.scratch.location + "answer-log"
                    )
                    try child.wait()
                    let answer = String(decoding: try Disk.read(output), as: UTF8.self)
                    #expect(answer.hasPrefix("HTTP/1.1 200 ") == isAnswered, "\(user): \(answer)")
                    #expect(isAnswered || answer.isEmpty, "\(answer)")
                }
                let log = gallery.logText
                #expect(log.contains("a connection of user 65533 was refused"), "\(log)")
                // Nobody else notices.
                #expect(try gallery.get("/api/ping").status == 200)
            }
        }

        @Test("another name than its own is refused, whoever knows the cookie")
        func rebinding() throws {
            try GalleryFixture.run { gallery in
                for hosts in [
                    ["Host: evil.example:\(gallery.port)"], ["Host: 127.0.0.1:1"], [],
                    ["Host: \(gallery.host)", "Host: evil.example"],
                ] {
                    let answer = try gallery.connect().ask(
                        ["GET /api/months HTTP/1.1"] + hosts + [gallery.cookie]
                    )
                    #expect([400, 421].contains(answer.status), "\(hosts): \(answer.status)")
                }
            }
        }

        @Test("the name in a target counts, whatever Host says")
        func absoluteTargets() throws {
            try GalleryFixture.run { gallery in
                for (authority, host, status) in [
                    ("evil.example:\(gallery.port)", gallery.host, 421), ("evil.example", gallery.host, 421),
                    ("127.0.0.1:1", gallery.host, 421), ("\(gallery.host)@evil.example", gallery.host, 421),
                    (gallery.host, gallery.host, 200), (gallery.host, "evil.example", 200),
                ] {
                    let answer = try gallery.connect().ask([
                        "GET http://\(authority)/api/ping HTTP/1.1", "Host: \(host)", gallery.cookie,
                    ])
                    #expect(answer.status == status, "\(authority), \(host)")
                }
                #expect(try gallery.get("/api/count?word=http://evil.example/").status == 400)
                // Has no scheme, so its host is no authority.
                let schemeless = try gallery.connect().ask([
                    "GET *?at=a://\(gallery.host) HTTP/1.1", "Host: evil.example", gallery.cookie,
                ])
                #expect(schemeless.status == 421)
                let several = try gallery.connect().ask([
                    "GET http://\(gallery.host)/api/ping HTTP/1.1", "Host: \(gallery.host)",
                    "Host: evil.example", gallery.cookie,
                ])
                #expect(several.status == 421)
                // The second of two requests on one connection as well.
                let connection = try gallery.connect()
                let head = ["Host: \(gallery.host)", gallery.cookie]
                #expect(try connection.ask(["GET /api/ping HTTP/1.1"] + head).status == 200)
                #expect(
                    try connection.ask(["GET http://evil.example/api/ping HTTP/1.1"] + head).status == 421
                )
            }
        }

        @Test("a page of another origin changes nothing")
        func foreignOrigins() throws {
            try GalleryFixture.run { gallery in
                for origin in [
                    "Origin: http://evil.example", "Origin: null", "Origin: http://127.0.0.1:1", "X: y",
                ] {
                    let answer = try gallery.post("/api/rescan", headers: [gallery.cookie, origin])
                    #expect(answer.status == 403, "\(origin)")
                    #expect(try answer.json["name"]?.string == "foreign-origin")
                }
                #expect(try gallery.post("/api/rescan").status == 200)
                #expect(try gallery.get("/api/months", ["Sec-Fetch-Site: cross-site"]).status == 403)
            }
        }

        @Test("what climbs out of the page, or hides that it does, is not there")
        func traversal() throws {
            try GalleryFixture.run { gallery throws in
                for address in [
                    "/page/../token", "/page/%2e%2e/token", "/page/..%2ftoken", "/page/%2fetc%2fpasswd",
                    "/vendor/leaflet/../jquery/jquery.js", "/page/a%00", "/page/.hidden", "/page//etc/passwd",
                    "/etc/passwd", "/page/nothing.js", "/thumbnail/..%2f..%2fetc%2fpasswd",
                ] {
                    #expect(try gallery.get(address).status == 404, "\(address)")
                }
            }
        }

        @Test("every answer forbids what does not come from here")
        func headers() throws {
            try GalleryFixture.run { gallery in
                for answer in [
                    try gallery.get("/"), try gallery.get("/api/months"), try gallery.get("/nothing"),
                    try gallery.get("/?token=x"), try gallery.get("/api/count?word=x"),
                ] {
                    let policy = try #require(answer.headers["content-security-policy"])
                    #expect(policy.hasPrefix("default-src 'none'; script-src 'self';"))
                    #expect(policy.contains("frame-ancestors 'none'"))
                    #expect(answer.headers["x-content-type-options"] == "nosniff")
                    #expect(answer.headers["referrer-policy"] == "no-referrer")
                    #expect(answer.headers["cross-origin-resource-policy"] == "same-origin")
                }
            }
        }

        @Test("a visit from another site's page is asked again from here, so that the cookie comes along")
        func visits() throws {
            try GalleryFixture.run { gallery in
                let answer = try gallery.connect().ask([
                    "GET /months HTTP/1.1", "Host: \(gallery.host)", "Sec-Fetch-Site: cross-site",
                ])
                #expect(answer.status == 200 && answer.text.contains("http-equiv=\"refresh\""))
            }
        }

        @Test("with --read-only nothing is changed or taken, and everything is shown")
        func readOnly() throws {
            try GalleryFixture.run(["--read-only"]) { gallery in
                try Disk.writePhoto(1, to: gallery.daemon.root + "a.jpg")
                try gallery.daemon.connect().sync()
                for address in ["/api/rescan", "/api/trash?word=x", "/api/reload", "/upload?name=a.jpg"] {
                    let answer = try gallery.post(address)
                    #expect(answer.status == 403, "\(address)")
                    #expect(try answer.json["name"]?.string == "read-only")
                }
                #expect(try gallery.get("/api/months").lines.count == 1)
                let id = try gallery.daemon.connect().id(of: gallery.daemon.root + "a.jpg")
                #expect(try gallery.post("/api/items", Array("\(id)\n".utf8)).lines.count == 1)
                #expect(try gallery.get("/gallery").json["readOnly"]?.bool == true)
            }
        }

        @Test("an address that other machines could reach is refused with the way out")
        func addresses() throws {
            try GalleryFixture.run(isStarted: false) { gallery in
                let process = try gallery.spawn(listen: "0.0.0.0:7468")
                #expect(try process.wait() == .exited(64))
                #expect(gallery.logText.contains("ssh -L"), "\(gallery.logText)")
            }
        }

        @Test(
            "a command line that is none is told before anything is done",
            arguments: [
                ["--listen", "127.0.0.1"], ["--listen", "127.0.0.1:99999"], ["--listen", ""],
                ["--listen", "unix:relative"], ["--state-dir", ""], ["--control", ""], ["--socket", ""],
            ]
        )
        func commandLines(_ options: [String]) throws {
            try GalleryFixture.run(isStarted: false) { gallery in
                let process = try gallery.spawn(options, listen: nil)
                #expect(try process.wait() == .exited(64))
                #expect(gallery.logText.contains(options[0]), "\(gallery.logText)")
                #expect(Disk.status(gallery.state) == nil)
            }
        }

        @Test("who connects when there are 200 already is hung up on, and the log says so once")
        func connections() throws {
            try GalleryFixture.run { gallery in
                let connections = try (0..<200).map { _ in try gallery.connect() }
                let head = ["GET /api/ping HTTP/1.1", "Host: \(gallery.host)", gallery.cookie]
                for connection in connections { #expect(try connection.ask(head).status == 200) }
                for _ in 0..<3 {
                    // What was sent already makes it a reset where that is not read.
                    #expect(throws: (any Error).self) { try gallery.connect().ask(head) }
                }
                #expect(
                    gallery.logText.ranges(of: "200 connections are open").count == 1,
                    "\(gallery.logText)"
                )
            }
        }

        @Test("a second gallery with the same state folder says that one runs")
        func twice() throws {
            try GalleryFixture.run { gallery in
                let process = try gallery.spawn()
                #expect(try process.wait() == .exited(1))
                #expect(gallery.logText.contains("runs with this state folder already"), "\(gallery.logText)")
            }
        }
    }
}
