import Files
import LineProtocol
import Logging
import NIOCore
import NIOEmbedded
import NIOPosix
import Synchronization
import TestSupport
import Testing

@testable import Gallery

@Suite("Who waits for a command to screens")
struct CommandWaiterTests {
    private struct NoRoom: Error {}

    @Test("waits for nothing who was gone before the command was given", .timeLimit(.minutes(1)))
    func gone() async throws {
        let folder = try TemporaryFolder()
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let (loop, threads) = (group.any(), FileThreads(count: 1))
        let saving = ScreenSaving(
            ScreenFiles(place: folder.location),
            on: loop,
            by: threads,
            logger: Logger(label: "test")
        ) { false }
        let screens = Screens(on: loop, saving: saving)
        try await loop.submit { screens.open(ScreenName("a"), ScreenConstants(), PageFeed(number: 0)) }.get()
        let answer = ScreenAnswer(screens: screens, threads: threads)
        let asked = Task(executorPreference: LoopExecutor(loop)) { () -> Refusal? in
            withUnsafeCurrentTask { $0?.cancel() }
            let request = PageRequest(
                head: .init(method: .post, scheme: nil, authority: nil, path: nil),
                body: .init(buffer: ByteBuffer())
            )
            let command = LineRequest("ui", ["setRoot", TrialScreens.root("r")])
            do throws(Refusal) { _ = try await answer.response(to: command, request, isPost: true) } catch {
                return error
            }
            return nil
        }
        #expect(await asked.value?.name == "cancelled")
        #expect(try screens.look(at: nil).map(\.isEmpty) == [true])
        try await group.shutdownGracefully()
    }

    @Test("is refused once where a line cannot be told, and is told nothing more")
    func untold() throws {
        let folder = try TemporaryFolder()
        let loop = EmbeddedEventLoop()
        let saving = ScreenSaving(
            ScreenFiles(place: folder.location),
            on: loop,
            by: FileThreads(count: 1),
            logger: Logger(label: "test")
        ) { false }
        let screens = Screens(on: loop, saving: saving)
        for (number, name) in ["a", "b"].enumerated() {
            screens.open(ScreenName(name), ScreenConstants(), PageFeed(number: number))
        }
        let lines = Mutex(0)
        let ends = Mutex<[(any Error)?]>([])
        let waiter = CommandWaiter { _ in
            lines.withLock { $0 += 1 }
            throw NoRoom()
        } end: { error in
            ends.withLock { $0.append(error) }
        }
        // Each screen refuses it at once, with a line.
        let command = ScreenCommand(name: "pop", text: Array(#"{"componentId":"z"}"#.utf8))
        let leave = try screens.give(command, to: nil, waitingFor: .seconds(10), waiter)
        leave()
        #expect(lines.withLock(\.self) == 1)
        let errors = ends.withLock(\.self)
        #expect(errors.count == 1 && errors.first is NoRoom)
    }
}
