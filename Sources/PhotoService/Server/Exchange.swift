import LineProtocol
import NIOCore
import Threads

/// A request that is answered from another thread than the event loop: where its reply goes, and how its end is told.
final class Exchange: Sendable {
    /// How long a client may take over one piece of a reply before it is taken for gone.
    private static let patience: UInt64 = 30_000_000_000

    struct ClientIsGone: Error {}

    enum Ending: Sendable {
        case answered
        case refused
        /// Nobody is there to be answered, or the daemon is ending.
        case abandoned
    }

    private let channel: any Channel
    private let setCleanup: @Sendable (@escaping @Sendable () -> Void) -> Void
    private let finished: @Sendable (Ending) -> Void

    init(
        channel: any Channel,
        setCleanup: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void,
        finished: @escaping @Sendable (Ending) -> Void
    ) {
        self.channel = channel
        self.setCleanup = setCleanup
        self.finished = finished
    }

    var eventLoop: any EventLoop { channel.eventLoop }

    /// What to do when the exchange has ended, answered or not. Call it on the event loop, where the request began.
    func atEnd(_ body: @escaping @Sendable () -> Void) {
        setCleanup(body)
    }

    /// Writes a piece of the reply and waits until the client has taken most of it, so that a slow one bounds itself.
    /// Not on the event loop.
    func write(_ bytes: UnsafeRawBufferPointer) throws {
        var buffer = channel.allocator.buffer(capacity: bytes.count)
        buffer.writeBytes(bytes)
        let outcome = Monitor<Bool?>(nil)
        channel.writeAndFlush(buffer).whenComplete { result in
            outcome.update { state in
                if case .success = result { state = true } else { state = false }
            }
        }
        let deadline = MonotonicClock.now() + Self.patience
        let isTaken = outcome.wait(untilDeadline: { state -> TimedTurn<Bool> in
            if let state { return .done(state) }
            return .sleep(until: deadline)
        })
        guard isTaken == true else { throw ClientIsGone() }
    }

    /// Sends the reply's last bytes, `OK` among them, and ends the exchange. From any thread, as all that end it.
    func finish(_ bytes: [UInt8]) {
        end(bytes, .answered)
    }

    func finishWithOK(after bytes: [UInt8] = []) {
        end(bytes + Array("OK\n".utf8), .answered)
    }

    /// - Parameter bytes: what the reply held so far.
    func finish(refusing error: ProtocolError, after bytes: [UInt8] = [], listIndex: Int = 0) {
        var reply = bytes
        error.appendLine(to: &reply, listIndex: listIndex)
        end(reply, .refused)
    }

    func abandon() {
        end([], .abandoned)
    }

    private func end(_ bytes: [UInt8], _ ending: Ending) {
        let channel = self.channel
        let finished = self.finished
        channel.eventLoop.execute {
            if !bytes.isEmpty {
                var buffer = channel.allocator.buffer(capacity: bytes.count)
                buffer.writeBytes(bytes)
                channel.writeAndFlush(buffer, promise: nil)
            }
            finished(ending)
        }
    }
}
