import PhotoModel

/// What a browser is told a file is.
enum ContentType {
    static let json = "application/json"
    static let lines = "application/x-ndjson"
    static let events = "text/event-stream"
    static let text = "text/plain; charset=utf-8"
    static let html = "text/html; charset=utf-8"
    static let anything = "application/octet-stream"

    /// Of the page's files, by their names.
    static func ofPage(_ name: String) -> String {
        switch name.split(separator: ".").last {
        case "html": html
        case "css": "text/css; charset=utf-8"
        case "js", "mjs": "text/javascript; charset=utf-8"
        case "json", "map": json
        case "geojson": "application/geo+json"
        case "webmanifest": "application/manifest+json"
        case "svg": "image/svg+xml"
        case "png": "image/png"
        case "jpg", "jpeg": "image/jpeg"
        case "webp": "image/webp"
        case "ico": "image/x-icon"
        case "woff2": "font/woff2"
        case "txt", "md": text
        default: anything
        }
    }

    /// Whether what is of a type becomes smaller as gzip.
    static func isText(_ type: String) -> Bool {
        type.hasPrefix("text/") || type.hasSuffix("json") || type.hasSuffix("+xml")
    }

    /// Of a photo or video, as the daemon has found out: nothing but pictures and films is told so.
    static func ofOriginal(_ mimeType: String?) -> String {
        guard let mimeType, mimeType.hasPrefix("image/") || mimeType.hasPrefix("video/"),
            !mimeType.hasPrefix("image/svg"),
            mimeType.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ";") })
        else { return anything }
        return mimeType
    }

    /// Has a browser keep a file under its name instead of showing it (RFC 6266).
    static func attachment(_ name: FileName) -> String {
        let plain = String(
            decoding: name.bytes.map { byte in
                byte < 0x20 || byte >= 0x7F || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
                    || byte == UInt8(ascii: "/") ? UInt8(ascii: "_") : byte
            },
            as: UTF8.self
        )
        guard let text = name.text else { return "attachment; filename=\"\(plain)\"" }
        return "attachment; filename=\"\(plain)\"; filename*=UTF-8''\(PercentEncoding.encode(text.utf8))"
    }
}
