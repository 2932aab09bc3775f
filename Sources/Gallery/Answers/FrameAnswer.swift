import Files
import GalleryAddress
import HTTPTypes
import HummingbirdCore
import JSON
import LineProtocol
import NIOCore
import PhotoClient
import PhotoModel

/// A frame of a video. The daemon writes it into a file of the gallery's, which is sent and has no name by then; where it may
/// not write there, it sends the picture in its line.
struct FrameAnswer: Sendable {
    let pool: DaemonPool
    let threads: FileThreads
    let state: StateFiles

    /// What of an address `frame` is asked with.
    private static let options: Set<String> = [
        "at", "format", "quality", "max-width", "max-height", "tolerance", "timeout",
    ]

    func response(
        to request: PageRequest,
        _ target: RequestTarget,
        _ identifier: String
    ) async throws(Refusal) -> Response {
        var question = LineRequest("frame", [identifier])
        for parameter in target.query where Self.options.contains(parameter.name) {
            question = question.adding(parameter.name, parameter.value)
        }
        if question[option: "format"] == nil { question = question.adding("format", "png") }
        let isPNG = question[option: "format"] == "png"
        do throws(Refusal) {
            let (frame, file) = try await written(question)
            let headers = Self.headers(frame, target, isPNG: isPNG)
            return FileAnswer(
                file: file,
                type: Self.type(isPNG: isPNG),
                caching: .never,
                headers: headers
            ).response(to: request)
        } catch {
            guard error.code == ReplyCode.permission.rawValue else { throw error }
        }
        return try await sent(question, target, isPNG: isPNG)
    }

    private func written(_ question: LineRequest) async throws(Refusal) -> (JSONValue, ServedFile) {
        let (state, name) = (state, FileName(AccessToken.random().text))
        let folder: Folder
        do { folder = try await threads.run { try state.folder(at: state.place.frames) } } catch {
            throw Refusal(opening: error)
        }
        defer { _ = folder.remove(name) }
        let frame = try await pool.object(question.adding("path", folder.file(name).display))
        do {
            return (frame, try await ServedFile.open(folder.file(name), by: threads))
        } catch { throw Refusal(opening: error) }
    }

    private func sent(
        _ question: LineRequest,
        _ target: RequestTarget,
        isPNG: Bool
    ) async throws(Refusal) -> Response {
        let frame = try await pool.object(question.adding("as", "base64"))
        guard let data = frame["data"]?.string, let bytes = Base64.decode(data) else {
            throw Refusal(.system, command: "frame", "the daemon has sent no picture")
        }
        var response = Response.bytes(bytes, type: Self.type(isPNG: isPNG))
        for field in Self.headers(frame, target, isPNG: isPNG) { response.headers[field.name] = field.value }
        return response
    }

    private static func type(isPNG: Bool) -> String { isPNG ? "image/png" : "image/jpeg" }

    private static func headers(_ frame: JSONValue, _ target: RequestTarget, isPNG: Bool) -> HTTPFields {
        var headers: HTTPFields = [:]
        let time = frame["time"]?.double ?? 0
        Headers.set(&headers, "X-Photod-Time", "\(time)")
        Headers.set(&headers, "X-Photod-Rung", frame["rung"]?.string)
        if target["download"] == "1" {
            headers[.contentDisposition] = ContentType.attachment(
                FileName("frame-\(time)s.\(isPNG ? "png" : "jpg")")
            )
        }
        return headers
    }
}
