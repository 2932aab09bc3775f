import NIOCore
import PhotoModel
import Synchronization
import Threads

/// What of a long reply its client has not taken yet. The channel is given a little, the rest lies in a file without a
/// name, so that whoever writes the reply waits for nobody and keeps no snapshot for a client that reads slowly, and a
/// client that stops reading for a while costs no memory.
///
/// Written by one thread at a time; the channel is given its pieces on the event loop, each of whole lines.
final class ReplyBacklog: Sendable {
    /// The channel holds so many bytes at most before the file is begun.
    private static let channelLimit = 512 << 10
    /// A client that has taken nothing for so long is gone, as good as. It is looked at once the file was begun: what the
    /// channel holds alone costs little.
    static let patience = TimeAmount.minutes(10)

    private struct State {
        /// What the channel holds, and what it is to be given next.
        var inChannel = 0
        /// Pieces that the channel has room for, and that the event loop has not given it yet. They come before what lies in the
        /// file.
        var next = CircularBuffer<ByteBuffer>()
        /// The channel is being given something, and there was more meanwhile.
        var isPumping = false
        var isMore = false
        /// Of what lies in the file, the lengths of its pieces, and where the first of them begins.
        var pieces: [Int] = []
        var start: Int64 = 0
        var end: Int64 = 0
        var file: SpoolFile?
        /// The writer is writing behind `end`.
        var isBeingWritten = false
        var isGone = false
        /// All that the client has taken, for whoever looks whether it reads.
        var taken: Int64 = 0
        var isWatched = false
        var ending: Ending?
        /// Waits until the client has taken what there is.
        var waiting: (@Sendable () -> Void)?

        var hasRoom: Bool { pieces.isEmpty && !isBeingWritten && inChannel < channelLimit }

        /// Whether the channel may have room for more; else whoever gives it some ends.
        mutating func takeMore() -> Bool {
            defer { isMore = false }
            isPumping = isMore
            return isMore
        }

        mutating func letGo() {
            isGone = true
            next.removeAll()
        }

        /// With nothing left in the file it is begun anew: not before the last piece has been read, which the writer would write
        /// over.
        mutating func wasRead() {
            guard pieces.isEmpty, !isBeingWritten else { return }
            start = 0
            end = 0
        }
    }

    private struct Ending {
        let bytes: [UInt8]
        let done: @Sendable () -> Void
    }

    private let channel: any Channel
    private let spool: ReplySpool
    private let state = Mutex(State())

    init(channel: any Channel, spool: ReplySpool) {
        self.channel = channel
        self.spool = spool
    }

    // MARK: The writer's side

    /// Takes over whole lines of the reply.
    ///
    /// - Throws: `Exchange.ClientIsGone`, or why there is no room for them.
    func append(_ bytes: UnsafeRawBufferPointer) throws {
        let hasRoom = try state.withLock { state in
            guard !state.isGone else { throw Exchange.ClientIsGone() }
            guard state.pieces.isEmpty, state.inChannel < Self.channelLimit else {
                state.isBeingWritten = true
                return false
            }
            state.inChannel += bytes.count
            return true
        }
        guard hasRoom else { return try keep(bytes) }
        var buffer = channel.allocator.buffer(capacity: bytes.count)
        buffer.writeBytes(bytes)
        state.withLock { $0.next.append(buffer) }
        // Also on the event loop itself not at once: a client that has gone is noticed as it is written to, and what is done then
        // may want a lock that whoever writes here holds.
        channel.eventLoop.execute { [self] in pump() }
    }

    /// Ends the reply. When the channel has all of it, `done` is called on the event loop.
    func end(_ bytes: [UInt8], done: @escaping @Sendable () -> Void) {
        channel.eventLoop.execute { [self] in
            let isLast = state.withLock { state in
                guard !state.pieces.isEmpty, !state.isGone else { return true }
                state.ending = Ending(bytes: bytes, done: done)
                return false
            }
            guard isLast else { return }
            send(bytes)
            done()
        }
    }

    var hasRoom: Bool { state.withLock { $0.hasRoom } }

    func whenRoom(_ body: @escaping @Sendable () -> Void) {
        let isNow = state.withLock { state in
            guard !state.hasRoom else { return true }
            if !state.isGone { state.waiting = body }
            return false
        }
        if isNow { body() }
    }

    private func keep(_ bytes: UnsafeRawBufferPointer) throws {
        defer { state.withLock { $0.isBeingWritten = false } }
        let (file, end) = state.withLock { ($0.file, $0.end) }
        let open = try file ?? spool.makeFile()
        try open.write(bytes, at: end)
        let (hasRoom, isFirst) = state.withLock { state in
            state.file = open
            state.pieces.append(bytes.count)
            state.end += Int64(bytes.count)
            defer { state.isWatched = true }
            return (state.inChannel < Self.channelLimit, !state.isWatched)
        }
        // Else the channel asks for more when it has given the client some.
        if hasRoom { channel.eventLoop.execute { [self] in pump() } }
        if isFirst { channel.eventLoop.execute { [self] in watch(taken: -1) } }
    }

    // MARK: On the event loop

    /// Gives the channel what it has room for. All goes this one way, so that nothing comes before what was written earlier.
    ///
    /// A channel that takes a piece at once says so at once, and that would begin this within itself, once for each piece.
    private func pump() {
        let isFirst = state.withLock { state in
            state.isMore = true
            defer { state.isPumping = true }
            return !state.isPumping
        }
        guard isFirst else { return }
        while state.withLock({ $0.takeMore() }) { giveWhatThereIs() }
    }

    private func giveWhatThereIs() {
        while let buffer = state.withLock({ $0.isGone ? nil : $0.next.popFirst() }) { give(buffer) }
        while let (file, position, length) = state.withLock({ Self.take(&$0) }) {
            do {
                var buffer = channel.allocator.buffer(capacity: length)
                try file.read(length, at: position, into: &buffer)
                state.withLock { $0.wasRead() }
                give(buffer)
            } catch {
                // Half a reply must not look like a whole one.
                fail()
                return channel.close(promise: nil)
            }
        }
        let ending = state.withLock { state -> Ending? in
            guard state.pieces.isEmpty || state.isGone else { return nil }
            defer { state.ending = nil }
            return state.ending
        }
        guard let ending else { return }
        send(ending.bytes)
        ending.done()
    }

    private static func take(_ state: inout State) -> (SpoolFile, Int64, Int)? {
        guard !state.isGone, state.inChannel < channelLimit, let file = state.file,
            let length = state.pieces.first
        else { return nil }
        let position = state.start
        state.pieces.removeFirst()
        state.start += Int64(length)
        state.inChannel += length
        return (file, position, length)
    }

    /// Of what was counted as being in the channel already.
    private func give(_ buffer: ByteBuffer) {
        let length = buffer.readableBytes
        channel.writeAndFlush(buffer).whenComplete { [self] result in
            state.withLock { state in
                state.inChannel -= length
                state.taken += Int64(length)
                if case .failure = result { state.letGo() }
            }
            pump()
            goOn()
        }
    }

    /// Lets the writer go on, where it waits for that and may.
    private func goOn() {
        let waiting: (@Sendable () -> Void)? = state.withLock { state in
            guard state.hasRoom || state.isGone else { return nil }
            defer { state.waiting = nil }
            return state.isGone ? nil : state.waiting
        }
        waiting?()
    }

    private func send(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        var buffer = channel.allocator.buffer(capacity: bytes.count)
        buffer.writeBytes(bytes)
        channel.writeAndFlush(buffer, promise: nil)
    }

    private func fail() {
        state.withLock { $0.letGo() }
        goOn()
    }

    /// Looks now and then whether the client reads, for as long as there is something for it.
    ///
    /// - Parameter taken: what it had taken when that was looked at last.
    private func watch(taken: Int64) {
        let now: Int64? = state.withLock { state in
            guard !state.pieces.isEmpty, !state.isGone else {
                state.isWatched = false
                return nil
            }
            return state.taken
        }
        guard let now else { return }
        guard now != taken else { return channel.close(promise: nil) }
        channel.eventLoop.scheduleTask(in: Self.patience) { [weak self] in self?.watch(taken: now) }
    }
}
