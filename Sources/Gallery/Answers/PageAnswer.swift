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
    private let index: IndexPage
    private let compressed: CompressedFiles

    init(folder: FilePath, threads: FileThreads, isReadOnly: Bool) {
        self.folder = folder
        self.threads = threads
        self.isReadOnly = isReadOnly
        index = IndexPage(in: folder, by: threads)
        compressed = CompressedFiles(by: threads)
    }

    func screen(_ request: PageRequest) async throws(Refusal) -> Response {
        let content: IndexPage.Content
        do { content = try await index.content() } catch { throw Self.refusal(of: error) }
        let gzip = AcceptedCodings.takesGzip(request.headers[.acceptEncoding]) ? content.gzip : nil
        var response = KeptAnswer(
            content: gzip ?? content.plain,
            tag: gzip == nil ? content.tag : content.tag.gzip,
            type: ContentType.html,
            caching: .revalidated,
            isGzip: gzip != nil
        ).response(to: request)
        Headers.set(&response.headers, Headers.policyName, Headers.policy(styles: index.nonce))
        return response
    }

    /// - Parameter edition: what the address says that the file is of. The file that is sent is the one that there is.
    func page(
        _ request: PageRequest,
        _ names: [String],
        _ edition: PageEdition?
    ) async throws(Refusal) -> Response {
        let path = try Self.path(folder, names)
        let file: ServedFile
        do { file = try await ServedFile.open(path, by: threads) } catch { throw Self.refusal(of: error) }
        let isFinal = edition.map { index.isCurrent($0) } ?? false
        return await answer(file, at: path, isFinal ? .forever : .revalidated, to: request)
    }

    func vendor(
        _ request: PageRequest,
        _ library: VendorLibrary,
        _ names: [String]
    ) async throws(Refusal) -> Response {
        let path = try Self.path(FilePath(library.folder), names)
        let file: ServedFile
        do { file = try await ServedFile.openFollowing(path, by: threads) } catch {
            throw Self.refusal(of: error)
        }
        return await answer(file, at: path, .revalidated, to: request)
    }

    /// What the page has to know of this gallery.
    func description() async throws(Refusal) -> Response {
        let sign = FilePath(VendorLibrary.sign)
        let hasMap: Bool
        do {
            hasMap = try await threads.run {
                (try? FileStatus(path: sign, following: true))?.isRegularFile ?? false
            }
        } catch { throw Refusal(opening: error) }
        var writer = JSONWriter(capacity: 128)
        writer.beginObject()
        writer.member("version", ProtocolVersion.program)
        writer.member("readOnly", isReadOnly)
        writer.member("map", hasMap)
        writer.endObject()
        return .bytes(writer.bytes, type: ContentType.json)
    }

    private func answer(
        _ file: ServedFile,
        at path: FilePath,
        _ caching: Caching,
        to request: PageRequest
    ) async -> Response {
        let type = ContentType.ofPage(path.lastName.display)
        let plain = FileAnswer(
            file: file,
            type: type,
            caching: caching,
            headers: [.vary: "Accept-Encoding"]
        )
        // Who asks for a part means one of the file as it is.
        guard ContentType.isText(type), request.headers[.range] == nil,
            AcceptedCodings.takesGzip(request.headers[.acceptEncoding]),
            // A file that cannot be read whole is sent as far as it can.
            let content = try? await compressed.content(of: file, at: path)
        else { return plain.response(to: request) }
        return KeptAnswer(
            content: content,
            tag: file.tag.gzip,
            type: type,
            caching: caching,
            isGzip: true
        ).response(to: request)
    }

    /// - Throws: for what is hidden. What would climb, no target lets through.
    private static func path(_ folder: FilePath, _ names: [String]) throws(Refusal) -> FilePath {
        guard names.allSatisfy({ !$0.hasPrefix(".") }) else { throw missing }
        return names.reduce(folder) { $0.appending(FileName($1)) }
    }

    /// A browser that is told that a file is not there does not ask for it again.
    private static func refusal(of error: any Error) -> Refusal {
        error is FileThreads.NoThread ? Refusal(opening: error) : missing
    }

    private static let missing = Refusal(status: 404, name: "no-such", "there is no such file")
}
