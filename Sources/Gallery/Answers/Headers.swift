import HTTPTypes

/// What every answer carries, and how answers are kept.
enum Headers {
    /// Nothing is loaded from anywhere else, nothing runs that is no file of the page, and no other page shows this one in a frame.
    private static func policy(styles: String) -> String {
        """
        default-src 'none'; script-src 'self'; style-src \(styles); img-src 'self' blob: data:; media-src 'self'; \
        connect-src 'self'; font-src 'self'; frame-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'
        """
    }

    /// Of a page with styles in it.
    static func policy(styles nonce: StyleNonce) -> String { policy(styles: "'self' 'nonce-\(nonce.text)'") }

    static let policyName = "Content-Security-Policy"

    private static let fixed: [(String, String)] = [
        (policyName, policy(styles: "'self'")), ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"), ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Cross-Origin-Opener-Policy", "same-origin"), ("Permissions-Policy", "camera=(self)"),
    ]

    private static let fields: [HTTPField] = fixed.compactMap { name, value in
        HTTPField.Name(name).map { HTTPField(name: $0, value: value) }
    }

    /// An answer that may do other things than the page has said so already.
    static func secure(_ headers: inout HTTPFields) {
        for field in fields where headers[field.name] == nil { headers[field.name] = field.value }
    }

    /// Whether somebody goes to an address with a browser, and no script or picture of a page asks. Older browsers do not say
    /// so, and take HTML first; nothing else does.
    static func areOfVisit(_ headers: HTTPFields, _ method: HTTPRequest.Method) -> Bool {
        guard method != .post, headers[.accept]?.contains("text/html") == true else { return false }
        return value(headers, "Sec-Fetch-Mode").map { $0 == "navigate" } ?? true
    }

    static func set(_ headers: inout HTTPFields, _ name: String, _ value: String?) {
        if let name = HTTPField.Name(name) { headers[name] = value }
    }

    static func values(_ headers: HTTPFields, _ name: String) -> [String] {
        HTTPField.Name(name).map { headers[values: $0] } ?? []
    }

    static func value(_ headers: HTTPFields, _ name: String) -> String? {
        HTTPField.Name(name).flatMap { headers[$0] }
    }
}

/// How long a browser may keep what it got.
enum Caching: String, Sendable {
    /// The address changes with what it shows.
    case forever = "private, max-age=31536000, immutable"
    /// The browser asks every time whether what it has is still so.
    case revalidated = "private, no-cache"
    case never = "no-store"
}
