import HTTPTypes
import HummingbirdCore
import LineProtocol
import Logging
import NIOCore
import NIOEmbedded
import TestSupport
import Testing

@testable import Gallery

@Suite("Where the system gives no thread")
struct NoThreadTests {
    private let folder: TemporaryFolder
    private let threads = FileThreads(count: 1) { _ in nil }
    private let request = PageRequest(
        head: .init(method: .get, scheme: nil, authority: nil, path: "/"),
        body: .init(buffer: ByteBuffer())
    )

    init() throws {
        folder = try TemporaryFolder()
    }

    private func refusal(
        of answer: (PageAnswer) async throws(Refusal) -> Response
    ) async -> String? {
        let page = PageAnswer(folder: folder.location, threads: threads, isReadOnly: false)
        do throws(Refusal) { _ = try await answer(page) } catch { return error.name }
        return nil
    }

    @Test("the page’s files are none that are not there, and it is not without a map")
    func page() async {
        #expect(await refusal { page throws(Refusal) in try await page.screen(request) } == "no-thread")
        #expect(
            await refusal { page throws(Refusal) in try await page.page(request, ["app.js"], nil) }
                == "no-thread"
        )
        #expect(
            await refusal { page throws(Refusal) in try await page.vendor(request, .leaflet, ["a.js"]) }
                == "no-thread"
        )
        #expect(await refusal { page throws(Refusal) in try await page.description() } == "no-thread")
    }

    @Test("nobody is told that what is on screens was not waited for")
    func screens() async throws {
        let loop = EmbeddedEventLoop()
        let saving = ScreenSaving(
            ScreenFiles(place: folder.location),
            on: loop,
            by: FileThreads(count: 1),
            logger: Logger(label: "test")
        ) { false }
        let answer = ScreenAnswer(screens: Screens(on: loop, saving: saving), threads: threads)
        var name: String?
        do throws(Refusal) {
            _ = try await answer.response(to: LineRequest("ui", ["screens"]), request, isPost: false)
        } catch { name = error.name }
        #expect(name == "no-thread")
    }
}
