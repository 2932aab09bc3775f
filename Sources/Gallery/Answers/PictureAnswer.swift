import Files
import Glibc
import HTTPTypes
import HummingbirdCore
import JSON
import LineProtocol
import PhotoClient
import PhotoModel

/// Thumbnails and previews: the daemon makes them and tells where they are.
struct PictureAnswer: Sendable {
    let pool: DaemonPool
    let threads: FileThreads

    func response(
        to request: PageRequest,
        _ target: RequestTarget,
        asking question: LineRequest
    ) async throws(Refusal) -> Response {
        let caching = target["v"] == nil ? Caching.revalidated : .forever
        // A preview may have made room for another since it was told of.
        for _ in 0..<2 {
            let path = try await path(question)
            guard let file = try await open(path) else { continue }
            let type = path.lastName.bytes.suffix(4).elementsEqual(".png".utf8) ? "image/png" : "image/jpeg"
            return FileAnswer(file: file, type: type, caching: caching).response(
                to: request
            )
        }
        throw Refusal(.noSuch, command: question.command, "the picture was removed meanwhile: ask again")
    }

    private func path(_ question: LineRequest) async throws(Refusal) -> FilePath {
        let line: JSONValue
        do throws(Refusal) { line = try await pool.object(question) } catch { throw error.ofPicture }
        // Beside a path that is no UTF-8.
        if let path = line["uri"]?.string.flatMap(OriginalAnswer.path) { return path }
        guard let path = line["path"]?.string else {
            throw Refusal(
                .noSuch,
                command: question.command,
                "the picture's path is no text: browsers cannot be shown it"
            )
        }
        return FilePath(path)
    }

    /// `nil` where it has gone.
    private func open(_ path: FilePath) async throws(Refusal) -> ServedFile? {
        do { return try await ServedFile.open(path, by: threads) } catch {
            if (error as? CallFailure)?.code == ENOENT { return nil }
            throw Refusal(opening: error)
        }
    }
}
