import HTTPTypes
import HummingbirdCore
import NIOCore

extension Response {
    /// A short text that is not kept.
    static func text(_ text: String, type: String, status: HTTPResponse.Status = .ok) -> Response {
        bytes(Array(text.utf8), type: type, status: status)
    }

    static func bytes(_ bytes: [UInt8], type: String, status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status,
            headers: [.contentType: type, .cacheControl: Caching.never.rawValue],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        )
    }

    /// For a browser that has what it asks for.
    static func notModified(_ headers: HTTPFields) -> Response {
        var response = Response(status: .notModified, headers: headers)
        response.headers[.contentType] = nil
        response.headers[.contentLength] = nil
        return response
    }

    /// A refusal as programs read it.
    static func refusal(_ refusal: Refusal) -> Response {
        var response = bytes(
            refusal.json,
            type: ContentType.json,
            status: HTTPResponse.Status(code: refusal.status)
        )
        response.headers[.allow] = refusal.methods
        // Whatever it is that does not answer, it may in a moment.
        if refusal.status == 503 { response.headers[.retryAfter] = "10" }
        return response
    }

    /// A refusal as people read it, in the place of a screen.
    static func notice(_ refusal: Refusal) -> Response {
        text(
            refusal.message + "\n",
            type: ContentType.text,
            status: HTTPResponse.Status(code: refusal.status)
        )
    }

    /// Has the browser ask for the same address again, this time from a page of ours.
    static let askingAgain = text(
        "<!DOCTYPE html><meta charset=\"utf-8\"><meta http-equiv=\"refresh\" content=\"0\"><title>Photos</title>\n",
        type: ContentType.html
    )

    static func signedIn(location: String, cookie: String) -> Response {
        Response(
            status: .seeOther,
            headers: [.location: location, .setCookie: cookie, .cacheControl: Caching.never.rawValue]
        )
    }
}
