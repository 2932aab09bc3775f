import CShims
import NIOCore

/// Gives memory back to the system that a busy time has left behind: malloc(3) keeps what its fullest moment needed.
/// Used on the event loop only.
///
/// Unchecked: what it counts is touched on the one event loop that all sessions live on, which `memoryWasUsed` asserts, and in the
/// tasks that this loop runs.
final class HeapTrimming: @unchecked Sendable {
    /// What a few clients need is kept: they will need it again.
    private static let threshold = 4 << 20
    /// What an answer needs.
    private static let answer = 256 << 10
    /// What a request needs for each byte of its words, with a line of the reply for each word.
    private static let growth = 8
    /// Memory is given back when nothing has happened for so long.
    private static let rest = TimeAmount.seconds(1)
    /// Where something always happens, memory is given back after so many rests.
    private static let restLimit = 10

    private let eventLoop: any EventLoop
    private let readers: ReaderThreads
    /// Bytes that were taken for something since the last time, at a rough estimate.
    private var used = 0
    private var isScheduled = false

    init(eventLoop: any EventLoop, readers: ReaderThreads) {
        self.eventLoop = eventLoop
        self.readers = readers
    }

    /// A request that was answered later has ended, or a connection: what was received for it is let go of only now, long
    /// after it came perhaps, and with it all that was made of it.
    func memoryWasFreed(received: Int) {
        memoryWasUsed(Self.answer + Self.growth * received)
    }

    /// So many bytes were received.
    func memoryWasUsed(_ bytes: Int) {
        eventLoop.preconditionInEventLoop()
        used += bytes
        guard used >= Self.threshold, !isScheduled else { return }
        isScheduled = true
        schedule(after: used, round: 1)
    }

    private func schedule(after known: Int, round: Int) {
        eventLoop.scheduleTask(in: Self.rest) { [self] in
            guard used == known || round == Self.restLimit else {
                return schedule(after: used, round: round + 1)
            }
            used = 0
            isScheduled = false
            readers.run(.listing, for: nil) {
                photod_trim_heap()
            } orElse: {
            }
        }
    }
}
