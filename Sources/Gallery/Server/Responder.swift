import HTTPTypes
import HummingbirdCore
import LineProtocol
import NIOCore
import PhotoClient
import PhotoModel

/// Answers what browsers ask.
struct Responder: Sendable {
    let admission: Admission
    let pool: DaemonPool
    let hub: EventHub
    let screens: Screens
    let state: StateFiles
    let uploads: Uploads
    let page: PageAnswer
    /// Where files lie that screens show beside photos.
    let local: FilePath
    /// For files on disks that may be slow, or hang.
    let originals: OriginalThreads
    /// For the page, pictures that were made, and the gallery's own files.
    let caches: FileThreads
    /// For files that browsers send, each of which is waited for until the disk keeps it.
    let uploadThreads: FileThreads
    let isReadOnly: Bool

    func respond(to request: PageRequest) async -> Response {
        var response: Response
        do throws(Refusal) { response = try await answer(request) } catch { response = .refusal(error) }
        response.compressLines(for: request)
        Headers.secure(&response.headers)
        return response
    }

    // MARK: - Who asks

    private func answer(_ request: PageRequest) async throws(Refusal) -> Response {
        let isPost = request.method == .post
        guard isPost || request.method == .get || request.method == .head else {
            throw Refusal(status: 501, name: "method", "the gallery knows GET, HEAD and POST")
        }
        let target = RequestTarget(request.head.path ?? "")
        let route = target.map { Route($0.path) } ?? .unknown
        let origin = Self.origin(of: request, isPost: isPost)
        // What is malformed is judged as an address that leads nowhere.
        guard let known = target ?? RequestTarget("/") else { throw Self.missing }
        switch admission.judge(origin, known, route, takesTicket: state.takeTicket) {
        case .admitted: break
        case .signedIn(let location):
            let cookie = Cookies.setting(admission.cookieName, to: admission.token.text)
            return .signedIn(location: location, cookie: cookie)
        case .askedAgain: return .askingAgain
        case .refused(let refusal):
            guard route == .screen else { throw refusal }
            return .notice(refusal)
        }
        guard let target else { throw Self.missing }
        // Somebody who goes to a screen is shown it, as far as the address can be read.
        if let unreadable = target.unreadable, route != .screen, route != .unknown {
            throw Self.refusal(ofUnreadable: unreadable)
        }
        return try await answer(request, target, route, isPost: isPost)
    }

    private static func origin(of request: PageRequest, isPost: Bool) -> RequestOrigin {
        let headers = request.headers
        return RequestOrigin(
            isPost: isPost,
            // The first is the authority of the request; a second stands among the headers still.
            hosts: [request.head.authority].compactMap(\.self) + Headers.values(headers, "Host"),
            origin: headers[.origin],
            cookies: headers[values: .cookie],
            site: Headers.value(headers, "Sec-Fetch-Site")
        )
    }

    private static func refusal(ofUnreadable part: String) -> Refusal {
        Refusal(
            .argument,
            command: "",
            """
            “\(ProtocolError.excerpt(part))” in the address is no text: write UTF-8 in percent escapes, without NUL, and a path that \
            is none as its file:// uri, escaped once more
            """
        )
    }

    private static let missing = Refusal(status: 404, name: "no-such", "the gallery has no such address")

    // MARK: - What is asked

    private func answer(
        _ request: PageRequest,
        _ target: RequestTarget,
        _ route: Route,
        isPost: Bool
    ) async throws(Refusal) -> Response {
        switch route {
        case .command(let name): return try await command(name, request, target, isPost: isPost)
        case .thumbnails where isPost:
            let question = LineRequest("thumbnail").adding("size", target["size"])
            return try await command(question, request, isPost: true)
        case .upload where isPost:
            return try await UploadAnswer(uploads: uploads, threads: uploadThreads, isReadOnly: isReadOnly)
                .response(to: request, target)
        case .display(let name) where isPost:
            return try await DisplayAnswer(screens: screens).response(to: request, target, name)
        case .upload, .thumbnails, .display:
            throw .postOnly("this is asked by POST")
        case .unknown: return try await nowhere(request)
        case .screen, .page, .vendor, .gallery, .events, .thumbnail, .preview, .original, .frame, .local:
            guard !isPost else { throw .getOnly("this is asked by GET") }
            return try await look(request, target, route)
        }
    }

    /// Who has mistyped an address sees the page, which says that there is no such one; programs read it.
    private func nowhere(_ request: PageRequest) async throws(Refusal) -> Response {
        guard Headers.areOfVisit(request.headers, request.method) else { throw Self.missing }
        var response = try await page.screen(request)
        if response.status == .ok { response.status = .notFound }
        return response
    }

    /// What only looks.
    private func look(
        _ request: PageRequest,
        _ target: RequestTarget,
        _ route: Route
    ) async throws(Refusal) -> Response {
        switch route {
        case .screen: return try await page.screen(request)
        case .page(let names, let edition): return try await page.page(request, names, edition)
        case .vendor(let library, let names): return try await page.vendor(request, library, names)
        case .gallery: return try await page.description()
        case .events: return try events(request, target)
        case .local(let names):
            return try await LocalAnswer(folder: local, threads: caches).response(to: request, names)
        case .thumbnail(let identifier):
            let question = LineRequest("thumbnail", [identifier]).adding("size", target["size"])
            return try await picture(request, target, question)
        case .preview(let identifier):
            let question = LineRequest("preview", [identifier]).adding("max", target["max"])
                .adding("format", target["format"])
            return try await picture(request, target, question)
        case .original(let identifier):
            return try await OriginalAnswer(pool: pool, threads: originals)
                .response(to: request, target, identifier)
        case .frame(let identifier):
            return try await FrameAnswer(pool: pool, threads: caches, state: state)
                .response(to: request, target, identifier)
        case .command, .thumbnails, .upload, .display, .unknown: throw Self.missing
        }
    }

    private func picture(
        _ request: PageRequest,
        _ target: RequestTarget,
        _ question: LineRequest
    ) async throws(Refusal) -> Response {
        try await PictureAnswer(pool: pool, threads: caches).response(to: request, target, asking: question)
    }

    // MARK: - Commands and events

    private func command(
        _ name: String,
        _ request: PageRequest,
        _ target: RequestTarget,
        isPost: Bool
    ) async throws(Refusal) -> Response {
        let question = try CommandQuery.request(name, target.query)
        guard name == "ui" else { return try await command(question, request, isPost: isPost) }
        return try await ScreenAnswer(screens: screens, threads: caches)
            .response(to: question, request, isPost: isPost)
    }

    private func command(
        _ question: LineRequest,
        _ request: PageRequest,
        isPost: Bool
    ) async throws(Refusal) -> Response {
        var identifiers: [String]?
        if isPost { identifiers = try await self.identifiers(request, question.command) }
        let answer = CommandAnswer(pool: pool, isReadOnly: isReadOnly)
        guard isPost, question.command == "import", question[option: "dry-run"] == nil else {
            return try await answer.response(to: question, identifiers: identifiers)
        }
        let (uploads, caches) = (uploads, caches)
        // What comes while it imports it may not have seen.
        let files: [Uploads.Stored]
        do { files = try await caches.run { uploads.files(named: question.positionals) } } catch {
            throw Refusal(opening: error)
        }
        return try await answer.response(to: question, identifiers: identifiers) { sums in
            guard Uploads.mayGo(after: sums) else { return }
            try? await caches.run { uploads.discard(files) }
        }
    }

    private func identifiers(_ request: PageRequest, _ command: String) async throws(Refusal) -> [String] {
        let body: ByteBuffer
        do { body = try await request.body.collect(upTo: CommandQuery.bodyLimit) } catch {
            throw Refusal(
                .tooLarge,
                command: command,
                "the list of ids has more than \(CommandQuery.bodyLimit) bytes: ask in parts"
            )
        }
        return try CommandQuery.identifiers(Array(body.readableBytesView), command: command)
    }

    private func events(_ request: PageRequest, _ target: RequestTarget) throws(Refusal) -> Response {
        let page = try ShownScreen(screens, target)
        let (hub, pool, clock) = (hub, pool, Headers.value(request.headers, "Last-Event-ID"))
        return Response(
            status: .ok,
            headers: [.contentType: ContentType.events, .cacheControl: Caching.never.rawValue],
            body: ResponseBody { writer in
                var stream = PageStream(hub, pool, page, since: clock)
                try await stream.write(to: &writer)
                try await writer.finish(nil)
            }
        )
    }
}
