import HTTPTypes
import HummingbirdCore
import JSON
import LineProtocol
import NIOCore
import PhotoClient

/// A command of the daemon, and its reply as it comes.
struct CommandAnswer: Sendable {
    let pool: DaemonPool
    let isReadOnly: Bool

    /// - Parameters:
    ///   - identifiers: what came in the body; `nil` for a GET.
    ///   - atEnd: is called when the reply was whole, with its last line.
    func response(
        to request: LineRequest,
        identifiers: [String]?,
        atEnd: @escaping @Sendable (_ lastLine: ArraySlice<UInt8>) async -> Void = { _ in }
    ) async throws(Refusal) -> Response {
        try await check(request, isPost: identifiers != nil)
        let listed = identifiers.flatMap { $0.isEmpty ? nil : $0 }
        let reply: DaemonReply
        let first: ByteBuffer?
        do throws(ClientError) {
            reply = try await pool.ask(Question(request, identifiers: listed))
            first = try await reply.next()
        } catch { throw Refusal(error) }
        guard let first else {
            await atEnd([])
            return .bytes([], type: ContentType.lines)
        }
        return Response(
            status: .ok,
            headers: [.contentType: ContentType.lines, .cacheControl: Caching.never.rawValue],
            body: Self.body(first, reply, atEnd)
        )
    }

    private static func body(
        _ first: ByteBuffer,
        _ reply: DaemonReply,
        _ atEnd: @escaping @Sendable (ArraySlice<UInt8>) async -> Void
    ) -> ResponseBody {
        ResponseBody { writer in
            var last = first
            try await writer.write(first)
            do {
                while let piece = try await reply.next() {
                    last = piece
                    try await writer.write(piece)
                }
                // Pieces are whole lines.
                await atEnd(Array(last.readableBytesView).split(separator: UInt8(ascii: "\n")).last ?? [])
            } catch let error as ClientError {
                try await writer.write(ByteBuffer(bytes: Refusal(error).line))
            }
            try await writer.finish(nil)
        }
    }

    // MARK: - What may be asked

    private func check(_ request: LineRequest, isPost: Bool) async throws(Refusal) {
        switch try await access(to: request) {
        case .reading, .unknown: return
        case .connection:
            throw Refusal(
                .unknownCommand,
                command: request.command,
                "“\(request.command)” is about a connection and not for HTTP; events come from /events"
            )
        case .changing:
            if isReadOnly {
                throw Refusal(
                    status: 403,
                    name: "read-only",
                    "this gallery changes nothing: it was started with --read-only"
                )
            }
            guard isPost else {
                throw .postOnly("“\(request.command)” changes something: ask it by POST")
            }
        }
    }

    /// Of a command that this gallery does not know the daemon tells what it is. What that does not know either stays unknown,
    /// and is asked for its refusal.
    private func access(to request: LineRequest) async throws(Refusal) -> CommandAccess {
        let access = CommandAccess(request)
        guard access == .unknown else { return access }
        let lines: [[UInt8]]
        do throws(ClientError) { lines = try await pool.lines(Question(LineRequest("commands"))) } catch {
            throw Refusal(error)
        }
        let known = lines.lazy.compactMap { try? JSONValue.parse($0) }
            .first { $0["command"]?.string == request.command }
        guard let known else { return .unknown }
        return known["inLists"]?.bool == true ? .reading : .changing
    }
}
