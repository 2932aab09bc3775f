import Files
import HTTPTypes
import HummingbirdCore
import JSON
import LineProtocol
import PhotoModel

/// The page's own files, and those of libraries that the distribution has.
struct PageAnswer: Sendable {
    let folder: FilePath
    let threads: FileThreads
    let isReadOnly: Bool

    func screen(_ request: PageRequest) async throws(Refusal) -> Response {
        try await page(request, ["index.html"])
    }

    func page(_ request: PageRequest, _ names: [String]) async throws(Refusal) -> Response {
        let path = try Self.path(folder, names)
        let file: ServedFile
        do { file = try await ServedFile.open(path, by: threads) } catch { throw Self.missing }
        return answer(file, names, to: request)
    }

    func vendor(
        _ request: PageRequest,
        _ library: VendorLibrary,
        _ names: [String]
    ) async throws(Refusal) -> Response {
        let path = try Self.path(FilePath(library.folder), names)
        let file: ServedFile
        do { file = try await ServedFile.openFollowing(path, by: threads) } catch { throw Self.missing }
        return answer(file, names, to: request)
    }

    /// What the page has to know of this gallery.
    func description() async -> Response {
        let sign = FilePath(VendorLibrary.sign)
        let hasMap = try? await threads.run { try FileStatus(path: sign, following: true).isRegularFile }
        var writer = JSONWriter(capacity: 128)
        writer.beginObject()
        writer.member("version", ProtocolVersion.program)
        writer.member("readOnly", isReadOnly)
        writer.member("map", hasMap ?? false)
        writer.endObject()
        return .bytes(writer.bytes, type: ContentType.json)
    }

    private func answer(_ file: ServedFile, _ names: [String], to request: PageRequest) -> Response {
        FileAnswer(
            file: file,
            type: ContentType.ofPage(names.last ?? ""),
            caching: .revalidated
        ).response(to: request)
    }

    /// - Throws: for what is hidden. What would climb, no target lets through.
    private static func path(_ folder: FilePath, _ names: [String]) throws(Refusal) -> FilePath {
        guard names.allSatisfy({ !$0.hasPrefix(".") }) else { throw missing }
        return names.reduce(folder) { $0.appending(FileName($1)) }
    }

    private static let missing = Refusal(status: 404, name: "no-such", "there is no such file")
}
