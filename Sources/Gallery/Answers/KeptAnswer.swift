import HTTPTypes
import HummingbirdCore
import NIOCore

/// Content of the page that is kept in memory: sent whole, or not at all where the browser has it.
struct KeptAnswer: Sendable {
    let content: ByteBuffer
    let tag: EntityTag
    let type: String
    let caching: Caching
    let isGzip: Bool

    func response(to request: PageRequest) -> Response {
        var headers: HTTPFields = [
            .cacheControl: caching.rawValue, .eTag: tag.text, .vary: "Accept-Encoding",
        ]
        if tag.isIn(request.headers[.ifNoneMatch]) { return .notModified(headers) }
        headers[.contentType] = type
        if isGzip { headers[.contentEncoding] = "gzip" }
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: content))
    }
}
