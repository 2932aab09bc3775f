import HTTPTypes
import HummingbirdCore
import NIOCore

extension Response {
    /// What lines lose most of, and what takes no longer than sending it would have.
    private static let level: Int32 = 3

    /// Has a command's lines sent as gzip to who takes that. Pictures are compressed by themselves, and events few bytes each.
    mutating func compressLines(for request: PageRequest) {
        guard status == .ok, headers[.contentType] == ContentType.lines, headers[.contentLength] == nil,
            AcceptedCodings.takesGzip(request.headers[.acceptEncoding])
        else { return }
        headers[.contentEncoding] = "gzip"
        headers[.vary] = "Accept-Encoding"
        let lines = body
        body = ResponseBody { writer in
            guard let gzip = Gzip(level: Self.level) else { throw NoMemory() }
            try await lines.write(GzipWriter(writer: writer, gzip: gzip))
        }
    }

    private struct NoMemory: Error {}
}

/// Each piece is sent whole: no line waits for the next one.
private struct GzipWriter: ResponseBodyWriter {
    var writer: any ResponseBodyWriter
    let gzip: Gzip

    mutating func write(_ buffer: ByteBuffer) async throws {
        try await writer.write(gzip.code(buffer, isEnd: false))
    }

    consuming func finish(_ trailers: HTTPFields?) async throws {
        try await writer.write(gzip.code(ByteBuffer(), isEnd: true))
        try await writer.finish(trailers)
    }
}
