import Glibc
import PhotoModel
import TestSupport
import Testing
import Threads

@testable import LineServer

@Suite("The socket that is listened on")
struct ListeningSocketTests {
    private let scratch: TemporaryFolder
    private let path: FilePath

    init() throws {
        scratch = try TemporaryFolder()
        path = scratch.location + "socket"
    }

    @Test("is taken from one that was killed and whose socket is held for a moment more")
    func heldByWorker() throws {
        var former = try ListeningSocket(path: path)
        let held = former.take()
        let started = NamedThread("holder") {
            // As a worker does that becomes another program: whoever waits to be accepted is let down.
            var event = pollfd(fd: held, events: Int16(POLLIN), revents: 0)
            _ = poll(&event, 1, 30_000)
            close(held)
        }
        let holder = try #require(started)
        let own = try ListeningSocket(path: path)
        holder.join()
        #expect(own.file?.isThere == true)
    }

    @Test("is left to one that hangs up on everybody")
    func hangsUp() throws {
        var other = try ListeningSocket(path: path)
        let listening = other.take()
        _ = fcntl(listening, F_SETFL, 0)
        let started = NamedThread("listener") {
            while true {
                let connection = accept(listening, nil, nil)
                guard connection >= 0 else { return }
                close(connection)
            }
        }
        let listener = try #require(started)
        #expect(throws: ServerError.self) { _ = try ListeningSocket(path: path).path }
        shutdown(listening, Int32(SHUT_RDWR))
        listener.join()
        close(listening)
    }

    @Test("is not put where a link to nothing has the name, and says what has it")
    func danglingLink() throws {
        try #require(path.withCString { symlink("nothing", $0) } == 0)
        let expected = ServerError.unusableSocket(
            path: path.display,
            reason: "something else than a socket is there: remove it or choose another path"
        )
        #expect(throws: expected) { _ = try ListeningSocket(path: path).path }
    }

    @Test("is left to one that listens, whether it greets or not")
    func inUse() throws {
        var other = try ListeningSocket(path: path)
        let descriptor = other.take()
        defer { close(descriptor) }
        #expect(throws: ServerError.self) { _ = try ListeningSocket(path: path).path }
    }
}
