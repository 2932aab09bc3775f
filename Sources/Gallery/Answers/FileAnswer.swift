import HTTPTypes
import HummingbirdCore
import NIOCore

/// A file as it is sent: whole, in part, or not at all where the browser has it.
struct FileAnswer: Sendable {
    let file: ServedFile
    let type: String
    let caching: Caching
    /// Further headers.
    var headers: HTTPFields = [:]

    func response(to request: PageRequest) -> Response {
        var headers = headers
        headers[.contentType] = type
        headers[.cacheControl] = caching.rawValue
        // Of what nobody may keep there is no part to go on with either: the next file is another one.
        guard caching != .never else {
            return Response(status: .ok, headers: headers, body: body(0..<file.size))
        }
        headers[.eTag] = file.tag.text
        headers[.acceptRanges] = "bytes"
        if file.tag.isIn(request.headers[.ifNoneMatch]) { return .notModified(headers) }
        let wanted = file.tag.allowsPart(request.headers[.ifRange]) ? request.headers[.range] : nil
        switch ByteRange(wanted, size: file.size) {
        case .whole: return Response(status: .ok, headers: headers, body: body(0..<file.size))
        case .part(let range):
            headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(file.size)"
            return Response(status: .partialContent, headers: headers, body: body(range))
        case .unsatisfiable:
            headers[.contentRange] = "bytes */\(file.size)"
            headers[.contentType] = nil
            return Response(status: .rangeNotSatisfiable, headers: headers)
        }
    }

    /// No more than a piece of it is in memory at a time, and no faster than the browser takes it.
    private func body(_ range: Range<Int64>) -> ResponseBody {
        let file = file
        return ResponseBody(contentLength: Int(range.count)) { writer in
            var position = range.lowerBound
            while position < range.upperBound {
                let piece = try await file.piece(from: position, atMost: range.upperBound - position)
                // The file was cut off since. The connection ends, so that nobody takes the rest for the whole.
                guard piece.readableBytes > 0 else { throw CutOff() }
                position += Int64(piece.readableBytes)
                try await writer.write(piece)
            }
            try await writer.finish(nil)
        }
    }

    private struct CutOff: Error {}
}
