import Files
import LineProtocol
import Logging
import NIOEmbedded
import Synchronization
import TestSupport
import Testing

@testable import Gallery

@Suite("Who waits for a command to screens")
struct CommandWaiterTests {
    private struct NoRoom: Error {}

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
