import HTTPTypes
import HummingbirdCore
import LineProtocol
import PhotoClient
import PhotoModel

/// Photos and videos as they are.
struct OriginalAnswer: Sendable {
    let pool: DaemonPool
    let threads: OriginalThreads

    func response(
        to request: PageRequest,
        _ target: RequestTarget,
        _ identifier: String
    ) async throws(Refusal) -> Response {
        let item = try await pool.object(
            LineRequest("items", [identifier]).adding("fields", "uri,source,mimeType")
        )
        guard let uri = item["uri"]?.string, let path = Self.path(uri) else {
            throw Refusal(.noSuch, command: "items", "the photo has no file on this machine")
        }
        let file: ServedFile
        let threads = threads.of(root: item["source"]?.string ?? "")
        do { file = try await ServedFile.open(path, by: threads) } catch { throw Refusal(opening: error) }
        var headers: HTTPFields = [:]
        if target["download"] == "1" {
            headers[.contentDisposition] = ContentType.attachment(path.lastName)
        }
        return FileAnswer(
            file: file,
            type: ContentType.ofOriginal(item["mimeType"]?.string),
            caching: .revalidated,
            headers: headers
        ).response(to: request)
    }

    /// A uri is exact where a path is no text.
    static func path(_ uri: String) -> FilePath? {
        guard uri.hasPrefix("file:///") else { return nil }
        return PercentEncoding.decode(uri.dropFirst("file://".count).utf8).map { FilePath($0) }
    }
}
