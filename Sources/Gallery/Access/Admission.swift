import LineProtocol

/// What a request says of where it comes from.
struct RequestOrigin: Sendable {
    var isPost: Bool
    /// Every `Host` header; more than one is an attempt at something.
    var hosts: [String]
    /// The `Origin` header.
    var origin: String?
    /// The `Cookie` headers.
    var cookies: [String]
    /// The `Sec-Fetch-Site` header: whose page made the browser ask. Older browsers do not say.
    var site: String?
}

/// Who is let in.
struct Admission: Sendable {
    enum Verdict: Hashable, Sendable {
        case admitted
        /// Whoever knows the token, or has the cookie, gets the cookie, and is sent to the address without the token.
        case signedIn(location: String)
        /// The browser has come from another site's page, and keeps the cookie back: asked anew from here it sends it.
        case askedAgain
        case refused(Refusal)
    }

    let token: AccessToken
    let hosts: HostNames
    let cookieName: String

    /// - Parameters:
    ///   - target: `nil` where it is malformed.
    ///   - takesTicket: whether a text is a ticket, which is good for once.
    func judge(
        _ request: RequestOrigin,
        _ target: RequestTarget,
        _ route: Route,
        takesTicket: (String) -> Bool = { _ in false }
    ) -> Verdict {
        if let refusal = refusalOfHost(request) { return .refused(refusal) }
        if !request.isPost, route == .screen, let candidate = target["token"] {
            // A ticket may be spent, or another may lie in its place: who has been let in before is let in all the same.
            guard
                token.matches(candidate) || takesTicket(candidate) || request.cookies.contains(where: isOurs)
                // One that comes from another site's page keeps the cookie back.
            else { return Self.isForeign(request.site) ? .askedAgain : .refused(Self.unauthorized) }
            return .signedIn(location: target.without("token"))
        }
        guard request.cookies.contains(where: isOurs) else {
            let isVisit = route == .screen && !request.isPost
            return isVisit && Self.isForeign(request.site) ? .askedAgain : .refused(Self.unauthorized)
        }
        if let refusal = refusalOfOrigin(request, route) { return .refused(refusal) }
        return .admitted
    }

    private func isOurs(_ header: String) -> Bool {
        Cookies.values(of: cookieName, in: header).contains { token.matches($0) }
    }

    private func refusalOfHost(_ request: RequestOrigin) -> Refusal? {
        guard request.hosts.count == 1, let host = request.hosts.first, hosts.contains(host) else {
            return Refusal(
                status: 421,
                name: "misdirected",
                "this gallery is not of that name: open it with “photoctl gallery”"
            )
        }
        return nil
    }

    /// A page of another site, or of another program on this machine, neither changes anything nor has anything made.
    private func refusalOfOrigin(_ request: RequestOrigin, _ route: Route) -> Refusal? {
        if request.isPost {
            guard let origin = request.origin, let host = request.hosts.first,
                origin.lowercased() == "http://\(host.lowercased())"
            else {
                return Refusal(
                    status: 403,
                    name: "foreign-origin",
                    "only the gallery's own page changes something: its Origin must come along"
                )
            }
        }
        guard route == .screen || !Self.isForeign(request.site) else {
            return Refusal(status: 403, name: "foreign-origin", "only the gallery's own page may ask this")
        }
        return nil
    }

    private static func isForeign(_ site: String?) -> Bool { site == "cross-site" || site == "same-site" }

    private static let unauthorized = Refusal(
        status: 401,
        name: "unauthorized",
        "this gallery is opened with a link of its own: run “photoctl gallery”"
    )
}
