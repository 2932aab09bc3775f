import Files
import HTTPTypes
import HummingbirdCore
import PhotoModel

/// Files that the gallery's owner has put into the folder `local`, which screens show beside photos.
struct LocalAnswer: Sendable {
    /// A page from there reaches nothing of the gallery, though it has the same address.
    private static let policy =
        "sandbox allow-scripts; default-src 'self' 'unsafe-inline' data:; frame-ancestors 'self'"

    let folder: FilePath
    let threads: FileThreads

    func response(to request: PageRequest, _ names: [String]) async throws(Refusal) -> Response {
        let file: ServedFile
        do {
            file = try await ServedFile.open(beneath: folder, names.map { FileName($0) }, by: threads)
        } catch {
            throw Refusal(status: 404, name: "no-such", "there is no such file in \(folder.display)")
        }
        var answer = FileAnswer(
            file: file,
            type: ContentType.ofPage(names.last ?? ""),
            caching: .revalidated
        )
        Headers.set(&answer.headers, Headers.policyName, Self.policy)
        return answer.response(to: request)
    }
}
